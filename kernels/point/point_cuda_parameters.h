// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the point kernels, the same for host and device code.
#pragma once

namespace tonelift::cuda {

constexpr int point_threads = 256;  // 32 along a row, 8 rows at once
// Least blocks per multiprocessor; the most are Tuning::point_blocks. Preset natural, 4K, 64 frames
// at once on an H200: 4 (59 registers) 23.3 us a frame, 5 (48) 21.6, 6 (40) 21.1.
constexpr int point_least_blocks = 2;

struct PointParameters {
    int rows;  // per block, even
};

}  // namespace tonelift::cuda
