// SPDX-License-Identifier: BSD-2-Clause
//
// The layout of a plan's data in the memory of a frame, and the programs that are inserted into a
// kernel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct FrameLayout {
    const Plan* plan = nullptr;
    std::vector<size_t> reduction_offset;
    std::array<int, max_core_inputs> core_plane = {-1, -1, -1, -1, -1, -1, -1, -1};
};

struct KernelPrograms {
    const PointProgram* prologue = nullptr;
    const PointProgram* epilogue = nullptr;
    const PointProgram* term = nullptr;
    std::vector<const PointProgram*> arithmetic;
    uint64_t parts = 0;
    int width = 0;
    int rows = 0;
};

}  // namespace tonelift
