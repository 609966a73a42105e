// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters shared by host and GPU.
#pragma once

namespace tonelift::cuda {

constexpr int point_threads = 256;  // 32 threads along a row, 8 rows
// Minimum number of blocks per multiprocessor; Tuning::point_blocks is the maximum.
constexpr int point_least_blocks = 2;

struct PointParameters {
    int rows;
};

}  // namespace tonelift::cuda
