// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the kernels that compute numbers per frame.
#pragma once

#include <cstddef>

namespace tonelift::cuda {

// More threads would not help, because the kernel mostly waits for memory.
constexpr int frame_threads = 512;

// A block has 48 KB of shared memory on any device, of which 30 KB are already used.
constexpr size_t frame_copied_bytes = 16 * 1024;

}  // namespace tonelift::cuda
