// SPDX-License-Identifier: BSD-2-Clause
//
// What the kernels know of a frame of a batch: a row of entries in device memory, the same for host
// and device code. Written by the begin kernel before the first pass of a batch runs.
#pragma once

namespace tonelift::cuda {

// A plane, or an array, of one frame.
struct Entry {
    unsigned long long address;
    long long pitch;  // bytes from row to row; negative for pictures stored bottom up
};

// Where the entries of a frame begin; buffers of the plan follow, then the planes in which inputs
// of cores are kept that more than one pixel of a core looks at.
enum FrameEntry : int {
    entry_input = 0,               // 4 planes
    entry_output = 4,              // 4 planes
    entry_numbers = 8,             // float: see FrameNumbersLayout
    entry_tables = 9,              // TableLine of curve_entries each, see frame_cuda_parameters.h
    entry_reductions = 10,         // see kernels/reduce/reduce_cuda.h
    entry_reductions_before = 11,  // those of the frame before, where it had any
    entry_buffers = 12
};

// The numbers of a frame: the plan's uniforms, then what frame steps need besides.
struct FrameNumbersLayout {
    int uniforms;
    int states;

    // 1: forget what was measured before this frame.
    constexpr int restart() const { return uniforms; }
    // 1: the states below are given, not measured.
    constexpr int replay() const { return uniforms + 1; }
    // 0 (same scene) to 1, as the steps so far know it.
    constexpr int cut() const { return uniforms + 2; }
    // The states of frame operations (kernels/pass.h): given, or results.
    constexpr int state() const { return uniforms + 3; }
    constexpr int count() const { return uniforms + 3 + states; }
};

// First parameter of every kernel. Kernels run on grids whose z is the frame of the batch, but for
// those whose blocks go from frame to frame (KernelCall::cluster).
struct Launch {
    const Entry* entries;  // of frame 0
    int entries_per_frame;
    int frames;
    int width;  // of the grid that the epilogue runs on
    int height;
    unsigned char* scratch;    // see KernelCall::scratch_bytes; zeroed when it was allocated
    unsigned epoch;            // a number that no launch before had
    const float* constants;    // KernelCall::constants
    unsigned char* workspace;  // KernelCall::workspace_bytes of every frame, frame 0 first
};

}  // namespace tonelift::cuda
