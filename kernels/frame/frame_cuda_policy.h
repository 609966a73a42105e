// SPDX-License-Identifier: BSD-2-Clause
//
// Numbers that the frame steps on CUDA are tuned by.
#pragma once

namespace tonelift::cuda {

// Threads of the block that works on the numbers of a frame. Tables and histograms have 1024
// entries: two a thread. Most of a step is latency, which more threads do not shorten; a block of
// 1024 would leave 64 registers a thread, too few for the programs that are put in.
constexpr int frame_threads = 512;

// Programs of a step up to this size are copied to shared memory, where every phase reads them at
// once instead of waiting for L2. Beside some 13 KB of its own a block has 48 KB on any device.
constexpr unsigned frame_program_bytes = 32 * 1024;

}  // namespace tonelift::cuda
