// SPDX-License-Identifier: BSD-2-Clause
//
// How a core is launched: what a core's policy says to the executor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace tonelift::cuda {

struct Block {
    unsigned x = 1;
    unsigned y = 1;
};

// Blocks on a multiprocessor that there shall be registers for: the most of these that leave
// nothing in local memory. All 0: those that the kernel was compiled for.
struct BlockRange {
    int least = 0;
    int most = 0;
};

// Kernels take two parameters: Launch, then `parameters`. z of the grid is the frame.
struct KernelCall {
    std::string source;  // which PTX: "scan" is kernels/scan/scan_cuda.cu
    std::string kernel;  // extern "C" name
    Block grid;
    Block block;
    BlockRange blocks;
    // Blocks, side by side along x, that run at the same time and reach each other's shared memory;
    // 0: none do. Those that do go on to what others of the grid would do, also in other frames: no
    // more are launched than the device runs at once, which it is asked for.
    unsigned cluster = 0;
    unsigned blocks_at_once = 0;
    unsigned shared_bytes = 0;     // dynamic
    size_t scratch_bytes = 0;      // of device memory a frame, shared with other launches
    size_t workspace_bytes = 0;    // of device memory a frame for this launch alone, not zeroed;
                                   // others may use it before and after. A multiple of 256
    std::vector<float> constants;  // put into device memory once, aligned to 16 bytes
    size_t partials = 0;           // blocks of a frame that call finish(), 1 + the largest number
    uint64_t parts = 0;            // bit n: what //@uses of part n gives (kernels/frame/parts.h)
    std::vector<std::byte> parameters;  // the second parameter

    template <typename P>
    void set_parameters(const P& p) {
        parameters.resize(sizeof p);
        std::memcpy(parameters.data(), &p, sizeof p);
    }
};

// What a policy may ask of a device.
struct DeviceLimits {
    int multiprocessors = 0;
    int shared_bytes_per_block = 0;  // the opt-in maximum
    int shared_bytes_per_multiprocessor = 0;
    int compute_major = 0;
    int compute_minor = 0;
    int cache_bytes = 0;     // of the L2 cache
    int cluster_blocks = 0;  // of a cluster at most; 0: there are none
};

constexpr unsigned ceil_divide(long long a, long long b) {
    return static_cast<unsigned>((a + b - 1) / b);
}

}  // namespace tonelift::cuda
