// SPDX-License-Identifier: BSD-2-Clause
//
// The table with the addresses of a frame's planes and data in GPU memory. Host code and device
// code share these types.
#pragma once

namespace tonelift {

struct Entry {
    unsigned long long address;
    long long pitch;  // distance between rows, in bytes; negative for bottom-up pictures
};

// Indices of the entries in a frame's table.
enum FrameEntry : int {
    entry_input = 0,   // planes of the input frame: up to 4 entries
    entry_output = 4,  // planes of the output frame: up to 4 entries
    entry_values = 8,  // values computed per frame; see FrameValuesLayout
    entry_tables = 9,
    entry_reductions = 10,         // results of reductions; see kernels/reduce/reduction_layout.h
    entry_reductions_before = 11,  // results for the previous frame
    entry_buffers = 12
};

}  // namespace tonelift
