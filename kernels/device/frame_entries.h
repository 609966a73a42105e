// SPDX-License-Identifier: BSD-2-Clause
//
// The table of addresses of a frame in GPU memory, for host and device code.
#pragma once

namespace tonelift {

struct Entry {
    unsigned long long address;
    long long pitch;  // bytes from row to row; negative for bottom-up pictures
};

// Indices in the table.
enum FrameEntry : int {
    entry_input = 0,    // one per plane, up to 4
    entry_output = 4,   // one per plane, up to 4
    entry_numbers = 8,  // see FrameNumbersLayout
    entry_tables = 9,
    entry_reductions = 10,         // see kernels/reduce/reduction_layout.h
    entry_reductions_before = 11,  // of the previous frame, if there is one
    entry_buffers = 12
};

// The first parameter of every kernel. blockIdx.z is the index of the frame in the batch.
struct Launch {
    const Entry* entries;
    int entries_per_frame;
    int frames;
    int width;  // size of the result in pixels
    int height;
    unsigned char* scratch;  // zeroed once, at allocation
    unsigned epoch;
    unsigned* first_epoch;  // the sum with `epoch` is unique among all launches
    const float* constants;
    unsigned char* workspace;
    const float* condition;  // condition of frame 0, or null to skip no frame
    int condition_stride;    // distance between two frames, in floats
    bool unmet;              // frames are skipped if (condition > 0) == unmet
};

}  // namespace tonelift
