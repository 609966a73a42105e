// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the point kernels that the CPU code and the GPU code share.
#pragma once

namespace tonelift::cuda {

constexpr int point_threads = 256;  // threads per block: 8 rows of 32 threads
// Minimum number of blocks that fit on a multiprocessor. Tuning::point_blocks is the maximum.
constexpr int point_least_blocks = 1;

struct PointParameters {
    int rows;
};

}  // namespace tonelift::cuda
