// SPDX-License-Identifier: BSD-2-Clause
//
// Sums over a neighborhood of what a program computes for each neighbor. Contract in kernels/pass.h
// (Gather); on the CPU the program runs as any point program does (kernels/cpu/gather_pass.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kernels/pass.h"

namespace tonelift {

// Rows of a core's inputs around a pixel: each points at the pixel itself, and borders already
// repeat the edge pixel. pitch: floats from row to row.
struct GatherInputs {
    std::array<const float*, max_core_inputs> at{};
    ptrdiff_t pitch = 0;
};

// The definition: runs the program for one neighbor after the other and sums in double.
std::array<double, max_core_outputs> gather_pixel_plain(const Gather& gather,
                                                        const GatherInputs& inputs,
                                                        std::span<const float> uniforms);

}  // namespace tonelift
