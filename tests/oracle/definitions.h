// SPDX-License-Identifier: BSD-2-Clause
//
// Definitions of all operations of operations.def, in double precision. They follow the standards,
// docs/reference/language.md and the comments of operations.def, and use no code of the library.
// Every version of an operation (plain, SIMD, PTX) is compared with them. The tolerances are in
// tests/support/budgets.h.
#pragma once

#include <limits>
#include <span>

#include "kernels/pass.h"
#include "tests/support/budgets.h"

namespace tonelift::reference {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double largest_float = std::numeric_limits<float>::max();
// Results beyond this magnitude need not be exact, because exp2() saturates near 2^127. Expected
// and actual result must then have the same sign and both be beyond it; infinity is allowed.
constexpr double huge = 0x1p120;
// An operation may treat operands below this magnitude as 0.
constexpr double smallest_normal = 0x1p-126;

// The range of an operation's results. With `numbers_only`, no operands may give NaN.
struct Range {
    double low = -infinite;
    double high = infinite;
    bool numbers_only = false;
};
constexpr Range unit{0, 1, true};
constexpr Range positive{0, infinite};

struct Definition {
    Op op;
    void (*of)(const double* in, double* out);
    // The definition holds for operands up to this magnitude. For larger operands and NaN, a result
    // must only be NaN or within the range.
    double limit = largest_float;
    bool (*where)(const double* in) = nullptr;  // condition; nullptr: always defined
    Range range = {};
    bool takes_nan = false;  // whether the definition also holds for NaN
    // Returns the period of result 0, such as that of an angle; nullptr: not periodic.
    double (*period)(const double* in) = nullptr;
    // Returns the weight of an error of result 0. Example: the error of a hue counts less if the
    // chroma is small.
    double (*weight)(const double* in) = nullptr;
};

// Returns the definition of an operation; nullptr for loads and stores.
const Definition* find_definition(Op op);

// Compares the results `actual` for the operands `in` with the definition. Returns the error
// divided by the allowed error, so above 1 it is too large.
double misfit(const Definition& definition, const Budget& budget, const float* in,
              const float* actual);

// Return all definitions, in three groups.
std::span<const Definition> arithmetic_definitions();
std::span<const Definition> color_definitions();
std::span<const Definition> gamut_definitions();

}  // namespace tonelift::reference
