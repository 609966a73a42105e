// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the frame steps on CUDA.
#pragma once

#include <cstddef>

namespace tonelift::cuda {

// Threads of the block that computes the numbers of a frame. Tables and histograms have 1024
// entries: two per thread. Most of a step is latency, which more threads do not shorten; a block of
// 1024 would leave 64 registers per thread, too few for the inserted programs.
constexpr int frame_threads = 512;

// The most that a step copies to shared memory, where every phase reads it without the latency of
// L2: its program, numbers and states. Besides some 30 KB of its own a block has 48 KB on any
// device.
constexpr size_t frame_copied_bytes = 16 * 1024;

}  // namespace tonelift::cuda
