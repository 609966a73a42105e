// SPDX-License-Identifier: BSD-2-Clause
//
// Recognizes separable convolutions: products of a row and a column.
#pragma once

#include <optional>
#include <vector>

namespace tonelift::lower {

// A row and a column of weights. The weights of a square are their products.
struct SeparableWeights {
    std::vector<float> across;
    std::vector<float> down;
};

// Returns the row and the column whose products are a square of weights. weights: stored by rows.
// Returns nothing if their products differ from the square by more than rounding errors.
std::optional<SeparableWeights> separated(const std::vector<float>& weights);

}  // namespace tonelift::lower
