// SPDX-License-Identifier: BSD-2-Clause
//
// The definition of every operation of operations.def, in double precision, from the standards,
// docs/reference/language.md and the comments of operations.def, without anything from the library.
// Every version of an operation (plain, SIMD, PTX) is compared with it; tests/support/budgets.h
// gives the tolerances.
#pragma once

#include <limits>
#include <span>

#include "kernels/pass.h"
#include "tests/support/budgets.h"

namespace tonelift::reference {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double largest_float = std::numeric_limits<float>::max();
// Beyond this magnitude, a result may be any number of its sign, or infinite: an exponential ends
// at 2^127.
constexpr double huge = 0x1p120;
// Operands smaller than this may count as 0.
constexpr double smallest_normal = 0x1p-126;

// The range of results. numbers_only: none is NaN, whatever the operands.
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
    // The largest magnitude of operands that the definition holds for. Beyond it, and for NaN, a
    // result is NaN or lies in the range.
    double limit = largest_float;
    bool (*where)(const double* in) = nullptr;  // where the definition holds; nullptr: everywhere
    Range range = {};
    bool takes_nan = false;  // the definition holds for NaN too
    // The period of result 0; nullptr: it has none.
    double (*period)(const double* in) = nullptr;
    // The weight of an error of result 0: an angle matters as much as its color has chroma.
    double (*weight)(const double* in) = nullptr;
};

// The definition of an operation; nullptr for loads and stores, which have none.
const Definition* find_definition(Op op);

// The distance of the results `actual` of the operands `in` from the definition, as a fraction of
// the budget: more than 1 is too far.
double misfit(const Definition& definition, const Budget& budget, const float* in,
              const float* actual);

// All definitions, in three parts.
std::span<const Definition> arithmetic_definitions();
std::span<const Definition> color_definitions();
std::span<const Definition> gamut_definitions();

}  // namespace tonelift::reference
