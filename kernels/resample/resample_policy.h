// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the code that scales planes on the CPU.
#pragma once

namespace tonelift {

// Rows are padded to a multiple of this number of floats, so that code can read and write whole
// vectors.
constexpr int resample_padding = 16;

}  // namespace tonelift
