// SPDX-License-Identifier: BSD-2-Clause
//
// Emits output passes that only copy bytes of the input.
#pragma once

#include <array>
#include <string>

#include "kernels/cuda/emit/frame_access.h"

namespace tonelift::cuda {

// Returns whether an output program only copies 8-bit components that are adjacent in the input,
// four per pixel, so that the output codes equal the input bytes.
bool copies_bytes(const Plan& plan, const PointProgram& program);

// Registers of four pixels that are copied as bytes.
struct BytesPlace {
    std::array<std::string, 4> words;  // registers; each holds R, G, B, A from the low byte on
    std::string x;                     // a multiple of 4
    std::string y;
};

// Loads four pixels; outside the input its edge repeats. Missing alpha is opaque. vectors: whether
// the input's rows begin at multiples of 16 bytes.
std::string emit_bytes(const FrameAccess& frame, const BytesPlace& place, bool vectors,
                       std::string prefix);

}  // namespace tonelift::cuda
