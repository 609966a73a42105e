// SPDX-License-Identifier: BSD-2-Clause
//
// Least squares of functions of a few variables (Levenberg and Marquardt, derivatives by
// differences).
#pragma once

#include <functional>
#include <vector>

namespace tonelift {

// Sets the residuals for the variables; their number is the same in each call.
using Residuals =
    std::function<void(const std::vector<double>& at, std::vector<double>* residuals)>;

// The variables with the least sum of squares near `at`, within [0, 1] each; `sum` is set to it.
std::vector<double> least_squares(const Residuals& residuals, std::vector<double> at, double* sum);

}  // namespace tonelift
