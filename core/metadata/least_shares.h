// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the shares with the sum 1 that minimize a quadratic form. The problem is convex.
#pragma once

#include <array>
#include <cstddef>

namespace tonelift {

constexpr size_t share_count = 10;
using Shares = std::array<double, share_count>;
using QuadraticForm = std::array<Shares, share_count>;  // symmetric, positive semidefinite

// Returns the shares that minimize the form: all are at least 0, and their sum is 1.
Shares least_shares(QuadraticForm form);

}  // namespace tonelift
