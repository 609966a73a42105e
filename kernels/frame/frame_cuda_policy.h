// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the kernels that compute numbers per frame.
#pragma once

#include <cstddef>

namespace tonelift::cuda {

// Threads per block. More threads would not be faster, because the kernel mostly waits for memory.
constexpr int frame_threads = 512;

// Maximum total size, in bytes, of the program, the numbers of a frame and the state slots. A block
// copies the three to shared memory only if the total fits. A block has 48 KB of shared memory on
// any device, of which other data uses 30 KB.
constexpr size_t frame_copied_bytes = 16 * 1024;

}  // namespace tonelift::cuda
