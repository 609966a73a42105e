// SPDX-License-Identifier: BSD-2-Clause
//
// Emits the loads of output passes that only copy bytes of the input.
#pragma once

#include <array>
#include <string>

#include "kernels/cuda/emit/frame_access.h"

namespace tonelift::cuda {

// Returns whether an output program only copies the input's components. They must be four adjacent
// bytes per pixel, so that the output codes equal the input bytes.
bool copies_bytes(const Plan& plan, const PointProgram& program);

// Registers for four pixels that are copied as bytes.
struct BytesPlace {
    std::array<std::string, 4> words;  // registers; each holds R, G, B, A from the low byte on
    std::string x;                     // a multiple of 4
    std::string y;
};

// Emits loads of four pixels. Outside the input its edge is repeated. Missing alpha is 255.
// `vectors` is whether the addresses of the input's rows are multiples of 16 bytes.
std::string emit_bytes(const FrameAccess& frame, const BytesPlace& place, bool vectors,
                       std::string prefix);

}  // namespace tonelift::cuda
