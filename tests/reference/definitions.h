// SPDX-License-Identifier: BSD-2-Clause
//
// What every operation of operations.def means, in double precision, written from the standards,
// docs/language.md and the comments of operations.def: nothing is taken from the library. Every
// version of an operation (plain, SIMD, PTX) is compared with these; tests/support/budgets.h
// says how far it may lie from them.
#pragma once

#include <limits>
#include <span>

#include "kernels/pass.h"
#include "tests/support/budgets.h"

namespace tonelift::reference {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double largest_float = std::numeric_limits<float>::max();
// Beyond this a result may be any number of its sign, or infinite: an exponential ends at 2^127.
constexpr double huge = 0x1p120;
// Operands smaller than this may count as 0.
constexpr double smallest_normal = 0x1p-126;

// Where results lie. numbers_only: none is NaN, whatever the operands.
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
    // The definition holds for operands of at most this magnitude. Beyond, and for NaN, a result is
    // NaN or lies in the range.
    double limit = largest_float;
    bool (*where)(const double* in) = nullptr;  // and only there; nullptr: everywhere
    Range range = {};
    bool takes_nan = false;  // the definition holds for NaN too
    // Result 0 lies on a circle of this length; nullptr: it does not.
    double (*period)(const double* in) = nullptr;
    // What an error of result 0 counts times: an angle means as much as its color has chroma.
    double (*weight)(const double* in) = nullptr;
};

// nullptr: there is none, and none is needed for loads and stores.
const Definition* find_definition(Op op);

// How far the results `actual` of the operands `in` lie from the definition, as a share of what the
// budget allows: more than 1 is too far.
double misfit(const Definition& definition, const Budget& budget, const float* in,
              const float* actual);

// The rows, in two parts.
std::span<const Definition> arithmetic_definitions();
std::span<const Definition> color_definitions();

}  // namespace tonelift::reference
