// SPDX-License-Identifier: BSD-2-Clause
//
// What the point kernel and the host agree on.
#pragma once

namespace tonelift::cuda {

constexpr int point_threads = 256;  // 32 along a row, 8 rows at once

struct PointParameters {
    int rows;  // of a block, even
};

}  // namespace tonelift::cuda
