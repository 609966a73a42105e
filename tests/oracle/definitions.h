// SPDX-License-Identifier: BSD-2-Clause
// Defines all operations of operations.def in double precision.
#pragma once

#include <limits>
#include <span>

#include "kernels/pass.h"
#include "tests/support/budgets.h"

namespace tonelift::reference {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double largest_float = std::numeric_limits<float>::max();
constexpr double huge = 0x1p120;
constexpr double smallest_normal = 0x1p-126;

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
    double limit = largest_float;
    bool (*where)(const double* in) = nullptr;
    Range range = {};
    bool takes_nan = false;
    double (*period)(const double* in) = nullptr;
    double (*weight)(const double* in) = nullptr;
};

const Definition* find_definition(Op op);

double misfit(const Definition& definition, const Budget& budget, const float* in,
              const float* actual);

std::span<const Definition> arithmetic_definitions();
std::span<const Definition> color_definitions();
std::span<const Definition> gamut_definitions();

}  // namespace tonelift::reference
