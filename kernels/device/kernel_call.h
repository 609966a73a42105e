// SPDX-License-Identifier: BSD-2-Clause
//
// A kernel launch as data, which the executor performs.
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

// Blocks per multiprocessor. If both numbers are 0, the compiled kernel decides.
struct BlockRange {
    int least = 0;
    int most = 0;
};

// Kernels have two parameters: Launch, and then `parameters`. blockIdx.z is the index of the frame.
struct KernelCall {
    std::string source;
    std::string kernel;
    Block grid;
    Block block;
    BlockRange blocks;
    unsigned waits_for = 0;     // a block waits for at most this many later blocks
    unsigned shared_bytes = 0;  // dynamic shared memory
    size_t scratch_bytes = 0;   // device memory per frame, shared with other launches
    // device memory per frame, a multiple of 256 bytes; undefined at the start of a launch
    size_t workspace_bytes = 0;
    std::vector<float> constants;  // copied to device memory once, aligned to 16 bytes
    size_t partials = 0;           // results of each reduction: one per block
    uint64_t parts = 0;            // optional code that the plan needs (kernels/frame/parts.h)
    std::vector<std::byte> parameters;

    template <typename P>
    void set_parameters(const P& p) {
        parameters.resize(sizeof p);
        std::memcpy(parameters.data(), &p, sizeof p);
    }
};

struct DeviceLimits {
    int multiprocessors = 0;
    int shared_bytes_per_block = 0;  // opt-in maximum of shared memory
    int shared_bytes_per_multiprocessor = 0;
    int compute_major = 0;
    int compute_minor = 0;
    int cache_bytes = 0;          // size of the L2 cache
    bool blocks_may_wait = true;  // whether a block may wait for blocks with higher numbers
    int threads_per_block = 1024;
};

constexpr unsigned ceil_divide(long long a, long long b) {
    return static_cast<unsigned>((a + b - 1) / b);
}

// `width` and `height` are the size of the result in pixels. A block computes `columns` x `rows`
// pixels.
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
