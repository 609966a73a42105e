// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the resamples on the CPU.
#pragma once

namespace tonelift {

// Rows of scratch are as long as a multiple of this, so that whole vectors can be read and written
// there.
constexpr int resample_padding = 16;

}  // namespace tonelift
