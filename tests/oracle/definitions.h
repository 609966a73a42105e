// SPDX-License-Identifier: BSD-2-Clause
//
// The definition of every operation of operations.def in double precision, from the standards,
// docs/reference/language.md and the comments of operations.def, without code of the library. Every
// version of an operation (plain, SIMD, PTX) is compared with it; tests/support/budgets.h gives the
// tolerances.
#pragma once

#include <limits>
#include <span>

#include "kernels/pass.h"
#include "tests/support/budgets.h"

namespace tonelift::reference {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double largest_float = std::numeric_limits<float>::max();
// If the expected result is beyond this magnitude, any result of that sign beyond this magnitude
// passes, also infinity: exp2() saturates near 2^127.
constexpr double huge = 0x1p120;
// Operands below this magnitude may count as 0.
constexpr double smallest_normal = 0x1p-126;

// The range of results. numbers_only: no result is NaN, whatever the operands.
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
    // The largest magnitude of operands for which the definition holds. Beyond it, and for NaN, a
    // result is NaN or in the range.
    double limit = largest_float;
    bool (*where)(const double* in) = nullptr;  // condition; nullptr: always defined
    Range range = {};
    bool takes_nan = false;  // whether the definition also holds for NaN
    // Returns the period of result 0; nullptr: not periodic.
    double (*period)(const double* in) = nullptr;
    // Returns the weight of an error of result 0: an error of an angle counts in proportion to
    // chroma.
    double (*weight)(const double* in) = nullptr;
};

// Returns the definition of an operation; nullptr for loads and stores.
const Definition* find_definition(Op op);

// Returns the error of the results `actual` for the operands `in`, as a fraction of the budget;
// above 1 is too large.
double misfit(const Definition& definition, const Budget& budget, const float* in,
              const float* actual);

// Return all definitions, in three groups.
std::span<const Definition> arithmetic_definitions();
std::span<const Definition> color_definitions();
std::span<const Definition> gamut_definitions();

}  // namespace tonelift::reference
