// SPDX-License-Identifier: BSD-2-Clause
// Recognizes separable convolutions, whose weights are products of a row and a column.
#pragma once

#include <optional>
#include <vector>

namespace tonelift::lower {

struct SeparableWeights {
    std::vector<float> across;
    std::vector<float> down;
};

// Returns nothing if `weights` is not a product of a row and a column.
std::optional<SeparableWeights> separated(const std::vector<float>& weights);

}  // namespace tonelift::lower
