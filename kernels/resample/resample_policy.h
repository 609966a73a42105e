// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the resamples on the CPU.
#pragma once

namespace tonelift {

// Lengths of rows in scratch memory are multiples of this number, so that whole vectors can be read
// and written.
constexpr int resample_padding = 16;

}  // namespace tonelift
