// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the point kernels, shared by host and device code.
#pragma once

namespace tonelift::cuda {

constexpr int point_threads = 256;  // 32 threads along a row, 8 rows
// Minimum number of blocks per multiprocessor; Tuning::point_blocks is the maximum. Time per frame
// (preset natural, 4K, batches of 64 frames on an H200): 4 blocks (59 registers) 23.3 us, 5 (48)
// 21.6 us, 6 (40) 21.1 us.
constexpr int point_least_blocks = 2;

struct PointParameters {
    int rows;  // rows per block, even
};

}  // namespace tonelift::cuda
