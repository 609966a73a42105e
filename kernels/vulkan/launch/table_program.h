// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the entries of a lookup table from their positions. It runs on the host, with the SIMD
// loops of the CPU executor.
#pragma once

#include <span>
#include <vector>

#include "kernels/point/point.h"

namespace tonelift::vulkan {

class TableProgram {
  public:
    explicit TableProgram(const PointProgram& program);

    void run(std::span<const float> uniforms, const float* tables, float* entries);

  private:
    struct alignas(64) Block {
        float at[block_floats];
    };
    void place(const float* tables, size_t first);

    PreparedProgram program_;
    std::vector<Block> scratch_;
    std::vector<Block> uniforms_;
    std::vector<Block> places_;
    std::vector<Block> entries_;
    std::vector<void*> at_;
};

}  // namespace tonelift::vulkan
