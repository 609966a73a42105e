// SPDX-License-Identifier: BSD-2-Clause
//
// Recognizes separable convolutions, whose weights are products of a row and a column.
#pragma once

#include <optional>
#include <vector>

namespace tonelift::lower {

// A row and a column of weights. The weights of a square are their products.
struct SeparableWeights {
    std::vector<float> across;
    std::vector<float> down;
};

// Splits a square of weights, stored by rows, into a row and a column. Returns nothing if the
// square is not the product of a row and a column, up to rounding errors.
std::optional<SeparableWeights> separated(const std::vector<float>& weights);

}  // namespace tonelift::lower
