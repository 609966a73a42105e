// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the rows of a thread that use a row of input. All rows of the thread use most of the input
// rows. The code for these input rows has no branches.
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

// Calls body(rows), where `rows` are the rows of the thread that use an input row. `row` is the
// index of the input row relative to the first input row that the thread uses. Each of the `rows`
// rows of the thread uses 2 radius + 1 input rows.
template <int rows, class Body>
__device__ __forceinline__ void with_used_rows(int row, int radius, const Body& body) {
    const UsedRows used = {row - 2 * radius, row};
    if (used.first <= 0 && used.last >= rows - 1)
        body(AllRows());
    else
        body(used);
}

}  // namespace tonelift::cuda
