// SPDX-License-Identifier: BSD-2-Clause
//
// A launch of a kernel, as data. The policy of a core decides how the kernel is launched, and the
// executor launches it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace tonelift {

struct Block {
    unsigned x = 1;
    unsigned y = 1;
    bool operator==(const Block&) const = default;
};

// Range of the number of blocks per multiprocessor. More blocks leave fewer registers per thread.
// The kernel gets the largest number that causes no spills. If both are 0, it keeps the number that
// it was compiled for.
struct BlockRange {
    int least = 0;
    int most = 0;
};

// A launch of a kernel. A kernel has two parameters: Launch, and then `parameters`. The z
// coordinate of the grid is the index of the frame.
struct KernelCall {
    std::string source;  // name of the PTX: "scan" is kernels/scan/scan_cuda.cu
    std::string kernel;  // extern "C" name
    Block grid;
    Block block;
    BlockRange blocks;
    // Largest number of later blocks that a block waits for. Such blocks may not have started yet.
    unsigned waits_for = 0;
    unsigned shared_bytes = 0;  // dynamic shared memory
    size_t scratch_bytes = 0;   // device memory per frame, shared with other launches
    // Device memory per frame, in bytes, a multiple of 256. Its content is undefined at the start
    // of a launch.
    size_t workspace_bytes = 0;
    std::vector<float> constants;  // copied to device memory once, aligned to 16 bytes
    size_t partials = 0;           // 1 + largest block number passed to finish()
    uint64_t parts = 0;            // bit n: whether the plan uses part n (kernels/frame/parts.h)
    std::vector<std::byte> parameters;  // bytes of the second parameter

    template <typename P>
    void set_parameters(const P& p) {
        parameters.resize(sizeof p);
        std::memcpy(parameters.data(), &p, sizeof p);
    }
};

// The properties of a device that policies use.
struct DeviceLimits {
    int multiprocessors = 0;
    int shared_bytes_per_block = 0;  // opt-in maximum of shared memory
    int shared_bytes_per_multiprocessor = 0;
    int compute_major = 0;
    int compute_minor = 0;
    int cache_bytes = 0;          // size of the L2 cache
    bool blocks_may_wait = true;  // whether blocks may wait for later blocks (waits_for)
    int threads_per_block = 1024;
};

constexpr unsigned ceil_divide(long long a, long long b) {
    return static_cast<unsigned>((a + b - 1) / b);
}

// Makes a launch over a grid of width x height pixels. A block has `threads` threads and computes
// columns x rows pixels.
template <typename P>
KernelCall tiled_call(const char* source, const std::string& kernel, int width, int height,
                      int columns, int rows, unsigned threads, const P& parameters) {
    KernelCall call;
    call.source = source;
    call.kernel = kernel;
    call.grid = {ceil_divide(width, columns), ceil_divide(height, rows)};
    call.block = {threads, 1};
    call.partials = size_t{call.grid.x} * call.grid.y;
    call.set_parameters(parameters);
    return call;
}

}  // namespace tonelift
