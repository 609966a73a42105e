// SPDX-License-Identifier: BSD-2-Clause
//
// Recognizes convolutions that are one along rows after one along columns.
#pragma once

#include <optional>
#include <vector>

namespace tonelift::lower {

// Weights along a row and along a column, whose products are the weights of a square.
struct SeparableWeights {
    std::vector<float> across;
    std::vector<float> down;
};

// The two lines of a square of weights, given by rows, if their products differ from it by no more
// than rounding does.
std::optional<SeparableWeights> separated(const std::vector<float>& weights);

}  // namespace tonelift::lower
