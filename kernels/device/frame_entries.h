// SPDX-License-Identifier: BSD-2-Clause
//
// A frame of a batch as the kernels see it: an array of entries in device memory, shared by host
// and device code. The begin kernel writes the entries before the first pass of a batch runs.
#pragma once

namespace tonelift {

// One plane or array of a frame.
struct Entry {
    unsigned long long address;
    long long pitch;  // bytes from row to row; negative for pictures stored bottom up
};

// Indexes of a frame's entries. Buffers of the plan follow, then planes of the core inputs that are
// read at neighboring pixels.
enum FrameEntry : int {
    entry_input = 0,        // 4 planes
    entry_output = 4,       // 4 planes
    entry_numbers = 8,      // float: see FrameNumbersLayout
    entry_tables = 9,       // TableLine of curve_entries each, see kernels/frame/step_parameters.h
    entry_reductions = 10,  // see kernels/reduce/reduction_layout.h
    entry_reductions_before = 11,  // reductions of the previous frame, if any
    entry_buffers = 12
};

// The first parameter of every kernel. z of the grid is the index of the frame in the batch.
struct Launch {
    const Entry* entries;  // of frame 0
    int entries_per_frame;
    int frames;
    int width;  // size of the grid that the epilogue runs on
    int height;
    unsigned char* scratch;    // KernelCall::scratch_bytes; zeroed once, at allocation
    unsigned epoch;            // number of the launch in its batch, from 1 on
    unsigned* first_epoch;     // offset of epoch; the sum is unique among launches
    const float* constants;    // KernelCall::constants
    unsigned char* workspace;  // KernelCall::workspace_bytes per frame
    const float* condition;    // of frame 0; limits the launch to frames where it is above 0,
    int condition_stride;      // or, if unmet, to the other frames; null: no limit
    bool unmet;
};

}  // namespace tonelift
