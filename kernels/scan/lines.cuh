// SPDX-License-Identifier: BSD-2-Clause
//
// The parts that the scans gauss, smooth and sum share on CUDA. A block keeps its lines on chip, as
// floats: element i of line c is at i * lines + c. First, each thread runs the recurrence over its
// segment from a zero state. The threads then scan the states of their segments in a fixed order.
// Finally each thread runs the recurrence again from its carry-in.
#pragma once

#include "kernels/device/places.cuh"
#include "kernels/device/planes.cuh"
#include "kernels/scan/lines_cuda_parameters.h"
#include "kernels/scan/lines_cuda_policy.h"

namespace tonelift::cuda {

// The segment of a line that a thread filters.
struct Segment {
    int line;
    int index;
    int count;  // number of segments per line
    int begin;  // [begin, end): pixels of the line; begin >= end: no pixels
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

// Returns the carry-in of a thread's segment, by a scan over the segments. `state` is the result of
// the recurrence over the segment from a zero state. The first segment in the direction of the
// recurrence begins with `start` instead. combine(k, earlier, later) is the scan operator, where
// `later` spans 2^k segments.
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

// Maps the pixels of a block's lines to the picture and to on-chip memory. `rows` is whether lines
// are rows of the picture instead of columns.
template <bool rows>
struct LineMap {
    const LineCut& cut;

    // Calls visit(x, y, place) for every group of `size` adjacent pixels. The loop is unrolled
    // `ahead` times.
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

// Returns the number of floats that a block keeps per plane.
__device__ __forceinline__ int kept_floats(const LineCut& cut) {
    return (cut.length + 7) / 8 * 8 * cut.lines;
}

// Returns the memory in which a block keeps `planes` planes. It is shared memory after the exchange
// area of the threads, or the workspace.
template <class State>
__device__ __forceinline__ float* kept_pixels(const Launch& launch, const LineCut& cut,
                                              State* exchange, int planes) {
    if (!cut.in_workspace) return reinterpret_cast<float*>(exchange + blockDim.x);
    unsigned char* frame = launch.workspace + blockIdx.z * cut.workspace_bytes;
    return reinterpret_cast<float*>(frame) +
           static_cast<size_t>(blockIdx.x) * kept_floats(cut) * planes;
}

}  // namespace tonelift::cuda
