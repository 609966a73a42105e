// SPDX-License-Identifier: BSD-2-Clause
//
// Outputs that are the input's own bytes.
#pragma once

#include <array>
#include <string>

#include "kernels/cuda/emit/frame_access.h"

namespace tonelift::cuda {

// Whether a program of an output pass does nothing but copy components of 8 bits that lie side by
// side in the input, four a pixel, so that their codes are the bytes that it reads.
bool copies_bytes(const Plan& plan, const PointProgram& program);

// Four pixels of such an input.
struct BytesPlace {
    std::array<std::string, 4> words;  // registers for R, G, B, A of each from the low byte on
    std::string x;                     // a multiple of 4
    std::string y;
};

// Loads the pixels; beyond the input's width its edge repeats. What has no component is opaque.
// vectors: whether the input's rows begin at multiples of 16 bytes.
std::string emit_bytes(const FrameAccess& frame, const BytesPlace& place, bool vectors,
                       std::string prefix);

}  // namespace tonelift::cuda
