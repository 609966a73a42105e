// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the kernels that compute values per frame.
#pragma once

#include <cstddef>

namespace tonelift::cuda {

// Threads per block. More threads would not be faster, because the kernel mostly waits for memory.
constexpr int frame_threads = 512;

// Maximum size, in bytes, of the data that a block copies to shared memory: the program, the
// values of a frame and the state slots. If the data is larger, the block copies nothing. On any
// device, a block has 48 KB of shared memory, and other data of the block uses 30 KB.
constexpr size_t frame_copied_bytes = 16 * 1024;

}  // namespace tonelift::cuda
