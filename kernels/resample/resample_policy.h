// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of scaling on the CPU.
#pragma once

namespace tonelift {

// Rows are padded to a multiple of this number of floats, so that whole vectors can be read and
// written.
constexpr int resample_padding = 16;

}  // namespace tonelift
