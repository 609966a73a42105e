// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX that loads input pixels for output passes that only copy bytes of the input.
#pragma once

#include <array>
#include <string>

#include "kernels/cuda/emit/frame_access.h"

namespace tonelift::cuda {

// Returns whether an output program only copies bytes of the input. The input must have four bytes
// per pixel.
bool copies_bytes(const Plan& plan, const PointProgram& program);

struct BytesOperands {
    std::array<std::string, 4> words;
    std::string x;
    std::string y;
};

// `vectors` must be true only if the addresses of all input rows are multiples of 16 bytes.
// The names of registers and labels start with `prefix`.
std::string emit_bytes(const FrameAccess& frame, const BytesOperands& operands, bool vectors,
                       std::string prefix);

}  // namespace tonelift::cuda
