// SPDX-License-Identifier: BSD-2-Clause
//
// Shares of a whole that minimize a sum of squares: a convex problem with one minimum.
#pragma once

#include <array>
#include <cstddef>

namespace tonelift {

constexpr size_t share_count = 10;
using Shares = std::array<double, share_count>;
using QuadraticForm = std::array<Shares, share_count>;  // symmetric, not negative

// The shares, at least 0 and 1 in sum, for which the form is least.
Shares least_shares(QuadraticForm form);

}  // namespace tonelift
