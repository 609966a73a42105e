// SPDX-License-Identifier: BSD-2-Clause
// Recognizes separable convolutions, in which each weight is the product of a row weight and a
// column weight.
#pragma once

#include <optional>
#include <vector>

namespace tonelift::lower {

struct SeparableWeights {
    std::vector<float> across;
    std::vector<float> down;
};

// Returns the row weights and the column weights whose products are `weights`, a square matrix in
// row order. Returns nothing if `weights` is not separable.
std::optional<SeparableWeights> separated(const std::vector<float>& weights);

}  // namespace tonelift::lower
