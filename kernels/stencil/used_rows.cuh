// SPDX-License-Identifier: BSD-2-Clause
//
// Runs code without branches for input rows that all output rows of a thread use, and with branches
// for other input rows.
#pragma once

namespace tonelift::cuda {

struct UsedRows {
    int first, last;
};
struct AllRows {};

__device__ __forceinline__ bool uses_row(const UsedRows& rows, int k) {
    return k >= rows.first && k <= rows.last;
}
__device__ __forceinline__ constexpr bool uses_row(const AllRows&, int) { return true; }

template <int rows, class Body>
__device__ __forceinline__ void with_used_rows(int row, int radius, const Body& body) {
    const UsedRows used = {row - 2 * radius, row};
    if (used.first <= 0 && used.last >= rows - 1)
        body(AllRows());
    else
        body(used);
}

}  // namespace tonelift::cuda
