// SPDX-License-Identifier: BSD-2-Clause
// Finds the shares (nonnegative numbers with the sum 1) that minimize a quadratic form.
#pragma once

#include <array>
#include <cstddef>

namespace tonelift {

constexpr size_t share_count = 10;
using Shares = std::array<double, share_count>;
using QuadraticForm = std::array<Shares, share_count>;  // symmetric and positive semidefinite

Shares least_shares(QuadraticForm form);

}  // namespace tonelift
