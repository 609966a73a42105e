// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the kernels that compute numbers per frame.
#pragma once

#include <cstddef>

namespace tonelift::cuda {

// Threads per block. More threads would not be faster, because the kernel mostly waits for memory.
constexpr int frame_threads = 512;

// Maximum size of the program and the numbers that a block copies to shared memory. A block has 48
// KB of shared memory on any device, of which other data uses 30 KB.
constexpr size_t frame_copied_bytes = 16 * 1024;

}  // namespace tonelift::cuda
