// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the statistics.
#pragma once

#include <bit>

#include "kernels/pass.h"

namespace tonelift {

// The sign, the exponent and one bit of the mantissa remain, so two bins span an octave.
constexpr int sortable_key_shift = 32 - std::bit_width(static_cast<unsigned>(histogram_bins) - 1u);

constexpr float smallest_of_logs = 1e-6f;

// The same for all widths of vectors, so that all machines return the same bits.
constexpr int reduce_lanes = 16;

// Mantissas are below 2, and a double reaches 2^1023.
constexpr int log_products = 1000;

// 256 bins stay in L1 together with the four tables (16 KiB).
constexpr int histogram_bins_at_once = 256;

}  // namespace tonelift
