// SPDX-License-Identifier: BSD-2-Clause
//
// Reorders the weights of a gather filter for GPUs, so that all weights of the same neighbor are
// adjacent.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

inline std::vector<float> weights_by_neighbor(const Gather& gather) {
    std::vector<float> numbers;
    for (size_t i = 0; i < (gather.weights.empty() ? 0 : gather.weights[0].size()); ++i) {
        for (const auto& list : gather.weights) numbers.push_back(list[i]);
    }
    return numbers;
}

}  // namespace tonelift
