// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the kernels that compute numbers per frame.
#pragma once

#include <cstddef>

namespace tonelift::cuda {

// More threads would not help, because the kernel mostly waits for memory. With 1024 threads, each
// would have only 64 registers.
constexpr int frame_threads = 512;

// Data that is copied to shared memory to avoid the latency of the L2 cache. A block has 48 KB on
// any device, of which 30 KB are already used.
constexpr size_t frame_copied_bytes = 16 * 1024;

}  // namespace tonelift::cuda
