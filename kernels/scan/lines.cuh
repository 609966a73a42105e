// SPDX-License-Identifier: BSD-2-Clause
//
// Parallel recurrences along rows or columns on CUDA, by a prefix scan over segments.
#pragma once

#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/scan/lines_cuda_parameters.h"
#include "kernels/scan/lines_cuda_policy.h"

namespace tonelift::cuda {

struct Segment {
    int line;
    int index;
    int count;
    int begin;
    int end;

    __device__ __forceinline__ explicit Segment(const LineCut& cut)
        : line(threadIdx.x % cut.lines),
          index(threadIdx.x / cut.lines),
          count(blockDim.x / cut.lines),
          begin(index * cut.segment),
          end(min(begin + cut.segment, cut.length)) {}

    __device__ __forceinline__ bool is_last(const LineCut& cut) const {
        return begin < end && end == cut.length;
    }
};

// Returns the state at the start of the thread's segment: the combined state of all segments that
// the pass visits before it. Returns `start` for the segment that the pass visits first.
// combine(k, earlier, later) combines the states of two adjacent ranges of segments. The range of
// `later` contains 2^k segments.
template <bool back, class State, class Combine>
__device__ __forceinline__ State carry_in(const Segment& segment, const LineCut& cut, State state,
                                          State* exchange, const State& start,
                                          const Combine& combine) {
    const int order = back ? segment.count - 1 - segment.index : segment.index;
    const int apart = back ? -cut.lines : cut.lines;
    State* mine = exchange + threadIdx.x;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; 1 << k < segment.count; ++k) {
        *mine = state;
        __syncthreads();
        if (order >= 1 << k) state = combine(k, mine[-(apart << k)], state);
        __syncthreads();
    }
    *mine = state;
    __syncthreads();
    return order > 0 ? mine[-apart] : start;
}

template <bool rows>
struct LineMap {
    const LineCut& cut;

    template <int size, int ahead, class Visit>
    __device__ __forceinline__ void each_chunk(const Visit& visit) const {
        const int across = rows ? 1 : cut.lines / size;
        const int chunks = rows ? (cut.length + size - 1) / size : cut.length * across;
#pragma unroll ahead
        for (int i = threadIdx.x; i < chunks; i += blockDim.x) {
            if constexpr (rows) {
                visit(size * i, static_cast<int>(blockIdx.x), size * i);
            } else {
                const int y = i / across;
                const int column = size * (i - y * across);
                visit(static_cast<int>(blockIdx.x) * cut.lines + column, y, y * cut.lines + column);
            }
        }
    }

    __device__ __forceinline__ void load(const Entry* frame, const Plane& plane,
                                         float* kept) const {
        with_reader(PlaneView(frame, plane), [&](const auto& reader) {
            each_chunk<4, 4>([&](int x, int y, int place) {
                *reinterpret_cast<float4*>(kept + place) = reader.four(reader.row(y), x);
            });
        });
    }

    __device__ __forceinline__ void finish_lines(const Launch& launch, const float* kept) const {
        each_chunk<8, 1>([&](int x, int y, int place) {
            if (x >= launch.width) return;
            float chunk[8];
            spread(*reinterpret_cast<const float4*>(kept + place), chunk);
            spread(*reinterpret_cast<const float4*>(kept + place + 4), chunk + 4);
            epilogue(chunk, x, y, 1);
        });
    }
};

__device__ __forceinline__ int kept_floats(const LineCut& cut) {
    return (cut.length + 7) / 8 * 8 * cut.lines;
}

template <class State>
__device__ __forceinline__ float* kept_pixels(const Launch& launch, const LineCut& cut,
                                              State* exchange, int planes) {
    if (!cut.in_workspace) return reinterpret_cast<float*>(exchange + blockDim.x);
    unsigned char* frame = launch.workspace + blockIdx.z * cut.workspace_bytes;
    return reinterpret_cast<float*>(frame) +
           static_cast<size_t>(blockIdx.x) * kept_floats(cut) * planes;
}

}  // namespace tonelift::cuda
