// SPDX-License-Identifier: BSD-2-Clause
//
// Describes a kernel launch. An executor reads this description and launches the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace tonelift {

struct LaunchSize {
    unsigned x = 1;
    unsigned y = 1;
    bool operator==(const LaunchSize&) const = default;
};

// Range for the number of blocks per multiprocessor. If `least` and `most` are 0, the bounds in the
// kernel's source apply.
struct BlockRange {
    int least = 0;
    int most = 0;
};

// A launch of a kernel. The kernel has two parameters: first Launch, then the struct whose bytes
// are in `parameters`. In the kernel, blockIdx.z is the index of the frame in the batch.
struct KernelCall {
    std::string source;
    std::string kernel;
    LaunchSize grid;
    LaunchSize block;
    BlockRange blocks;
    // A block of this kernel waits for at most this number of blocks that have higher indices.
    unsigned waits_for = 0;
    unsigned shared_bytes = 0;  // dynamic shared memory per block, in bytes
    size_t scratch_bytes = 0;   // device memory per frame; all launches use the same memory
    // Device memory per frame: a multiple of 256 bytes. Its contents are undefined when the kernel
    // starts.
    size_t workspace_bytes = 0;
    // copied once to device memory, at an address that is a multiple of 16 bytes
    std::vector<float> constants;
    size_t partials = 0;  // number of partial results of each reduction: one per block
    // bit set of the optional code parts that the plan needs (kernels/frame/parts.h)
    uint64_t parts = 0;
    std::vector<std::byte> parameters;

    template <typename P>
    void set_parameters(const P& p) {
        parameters.resize(sizeof p);
        std::memcpy(parameters.data(), &p, sizeof p);
    }
};

struct DeviceLimits {
    int multiprocessors = 0;
    int shared_bytes_per_block = 0;  // maximum of dynamic shared memory that a kernel can request
    int shared_bytes_per_multiprocessor = 0;
    int compute_major = 0;
    int compute_minor = 0;
    int cache_bytes = 0;  // size of the L2 cache, in bytes
    // whether a block of a kernel is allowed to wait for blocks with higher indices
    bool blocks_may_wait = true;
    int threads_per_block = 1024;
};

constexpr unsigned ceil_divide(long long a, long long b) {
    return static_cast<unsigned>((a + b - 1) / b);
}

// Returns a launch that divides a result of `width` x `height` pixels into tiles of `columns` x
// `rows` pixels. Each block computes one tile.
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
