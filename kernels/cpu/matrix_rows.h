// SPDX-License-Identifier: BSD-2-Clause
//
// Rows of matrices for colors: sums of three products.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "kernels/pass.h"

namespace tonelift {

constexpr size_t row_terms = 3;
using ColorOperands = std::array<Operand, row_terms>;

inline bool is_constant(const Operand& operand, float value) {
    return operand.kind == Operand::Kind::constant && operand.constant_value == value;
}

inline bool is_matrix_row(const Instruction& row) {
    return row.op == Op::dot3 && is_constant(row.in[2 * row_terms], 0);
}

inline ColorOperands color_of(const Instruction& row) { return {row.in[0], row.in[1], row.in[2]}; }

// Returns the factors of the components.
inline std::span<const Operand> factors_of(const Instruction& row) {
    return std::span(row.in).subspan(row_terms, row_terms);
}

// Returns whether the factors are constants that add up to 1 except for rounding.
inline bool keeps_gray(const Instruction& row) {
    float whole = 0;
    for (const Operand& factor : factors_of(row)) {
        if (factor.kind != Operand::Kind::constant) return false;
        whole += factor.constant_value;
    }
    return std::abs(whole - 1) < 1e-6f;
}

}  // namespace tonelift
