// SPDX-License-Identifier: BSD-2-Clause
//
// The layout of a plan's data in the memory of a frame, and the programs of a pass. The emitters of
// point programs need both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct FrameLayout {
    const Plan* plan = nullptr;
    std::vector<size_t> reduction_offset;  // byte offset of each reduction
    // The plane that contains each core input, as the index of its entry; -1 if there is no such
    // plane.
    std::array<int, max_core_inputs> core_plane = {-1, -1, -1, -1, -1, -1, -1, -1};
};

struct KernelPrograms {
    const PointProgram* prologue = nullptr;
    const PointProgram* epilogue = nullptr;       // also the program of point() and output()
    const PointProgram* term = nullptr;           // the program of a gather
    std::vector<const PointProgram*> arithmetic;  // the programs of frame steps
    uint64_t parts = 0;                           // KernelCall::parts
    int width = 0;                                // width of the grid of prologue and epilogue
    int rows = 0;
};

}  // namespace tonelift
