// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the resamples on the CPU.
#pragma once

namespace tonelift {

// Rows in scratch memory are padded to a multiple of this number of floats, so that whole vectors
// can be read and written.
constexpr int resample_padding = 16;

}  // namespace tonelift
