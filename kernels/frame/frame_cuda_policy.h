// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the frame steps on CUDA.
#pragma once

#include <cstddef>

namespace tonelift::cuda {

// Number of threads of the block that runs a frame step. Tables and histograms have 1024 entries,
// which is two per thread. More threads would not help, because a step mostly waits for memory.
// 1024 threads would leave 64 registers per thread, too few for the inserted programs.
constexpr int frame_threads = 512;

// Limit of the data that a step copies to shared memory: its program, uniforms and states. Every
// phase reads these data, and shared memory avoids the latency of L2. A block has 48 KB on any
// device, of which the step itself uses 30 KB.
constexpr size_t frame_copied_bytes = 16 * 1024;

}  // namespace tonelift::cuda
