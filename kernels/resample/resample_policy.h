// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the code that scales planes on the CPU.
#pragma once

namespace tonelift {

// Number of floats to a multiple of which rows are padded, so that code can read and write whole
// vectors.
constexpr int resample_padding = 16;

}  // namespace tonelift
