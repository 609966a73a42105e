// SPDX-License-Identifier: BSD-2-Clause
//
// The device-side part that the kernels of all cores share: the frame of a block, and the places
// where the engine inserts point programs.
//
// nvcc compiles a core to PTX once. Each of the functions below leaves a comment in the PTX that
// names a place (kernels/device/places.def) and its registers. When a filter starts, the engine
// replaces the comment by the point program of the pass (kernels/cuda/emit/splice.h). Pixels x .. x
// + C - 1 of row y form a chunk; x is a multiple of C. A chunk may include columns outside the
// grid: their inputs repeat the edge, and their effects are omitted. y must be on the grid. own is
// 1 for a chunk with effects. It is 0 for a chunk that is computed again because its neighbors need
// its values. Such a chunk is neither stored to buffers nor reduced.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/frame_entries.h"
#include "kernels/device/places.h"

namespace tonelift::cuda {

// Returns the number of a launch. It is unique among all launches that use the same memory.
__device__ __forceinline__ unsigned epoch_of(const Launch& launch) {
    return *launch.first_epoch + launch.epoch;
}

__device__ __forceinline__ const Entry* frame_of(const Launch& launch) {
    return launch.entries + static_cast<size_t>(blockIdx.z) * launch.entries_per_frame;
}

// Loads the data of a frame that the programs use, such as addresses and uniforms. All threads of a
// block must first call setup() and then __syncthreads().
__device__ __forceinline__ void setup(const Entry* frame, int width) {
    TONELIFT_MARK(asm volatile, setup, "%0 %1", ::"l"(frame), "r"(width) : "memory");
}

// Prefetches the data that the prologue will load for pixel (x, y) into the L2 cache. The pixel
// must be on the grid.
__device__ __forceinline__ void ahead(const Entry* frame, int x, int y) {
    TONELIFT_MARK(asm volatile, ahead, "%0 %1 %2", ::"l"(frame), "r"(x), "r"(y) : "memory");
}

// Stores the results of the reductions. All threads of a block must call it last, after a
// __syncthreads(). `block` is the number of the block in its frame, which must be the same in every
// batch.
__device__ __forceinline__ void finish(int block) {
    TONELIFT_MARK(asm volatile, finish, "%0", ::"r"(block) : "memory");
}

#define TONELIFT_OUT2(v) "=f"(v[0]), "=f"(v[1])
#define TONELIFT_OUT4(v) TONELIFT_OUT2(v), "=f"(v[2]), "=f"(v[3])
#define TONELIFT_OUT8(v) TONELIFT_OUT4(v), "=f"(v[4]), "=f"(v[5]), "=f"(v[6]), "=f"(v[7])
#define TONELIFT_INOUT4(v) "+f"(v[0]), "+f"(v[1]), "+f"(v[2]), "+f"(v[3])
#define TONELIFT_IN2(v) "f"(v[0]), "f"(v[1])
#define TONELIFT_IN4(v) TONELIFT_IN2(v), "f"(v[2]), "f"(v[3])
#define TONELIFT_IN8(v) TONELIFT_IN4(v), "f"(v[4]), "f"(v[5]), "f"(v[6]), "f"(v[7])

// Runs the prologue of the pass for a chunk, and returns core inputs 0 and 1. If the pass has no
// input 1, it is 0. x is on the grid. Values in columns outside the grid are finite but otherwise
// undefined.
__device__ __forceinline__ void prologue(float (&value)[4], float (&guide)[4], int x, int y,
                                         int own) {
    TONELIFT_MARK(asm volatile, prologue, "4 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10",
                  : TONELIFT_OUT4(value), TONELIFT_OUT4(guide)
                  : "r"(x), "r"(y), "r"(own)
                  : "memory");
}
__device__ __forceinline__ void prologue(float (&value)[8], float (&guide)[8], int x, int y,
                                         int own) {
    TONELIFT_MARK(asm volatile, prologue,
                  "8 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14 %15 %16 %17 %18",
                  : TONELIFT_OUT8(value), TONELIFT_OUT8(guide)
                  : "r"(x), "r"(y), "r"(own)
                  : "memory");
}

// Runs the prologue for 4 pixels in each of the rows y and y + 1, where y is even. Returns input 0
// only. x may be outside the grid.
__device__ __forceinline__ void prologue(float (&value)[8], int x, int y) {
    TONELIFT_MARK(asm volatile, prologue_rows, "8 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 2",
                  : TONELIFT_OUT8(value)
                  : "r"(x), "r"(y), "r"(y + 1)
                  : "memory");
}
// Runs the prologue for the same pixels, and returns inputs 0 and 1.
__device__ __forceinline__ void prologue(float (&value)[2][8], int x, int y) {
    TONELIFT_MARK(asm volatile, prologue_rows,
                  "8 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14 %15 %16 %17 %18 2",
                  : TONELIFT_OUT8(value[0]), TONELIFT_OUT8(value[1])
                  : "r"(x), "r"(y), "r"(y + 1)
                  : "memory");
}

// Runs the epilogue of the pass for a chunk. `value` is the output of the core.
__device__ __forceinline__ void epilogue(const float (&value)[2], int x, int y, int own) {
    TONELIFT_MARK(asm volatile, epilogue, "2 %0 %1 %2 %3 %4", ::TONELIFT_IN2(value), "r"(x), "r"(y),
                  "r"(own)
                  : "memory");
}
__device__ __forceinline__ void epilogue(const float (&value)[4], int x, int y, int own) {
    TONELIFT_MARK(asm volatile, epilogue, "4 %0 %1 %2 %3 %4 %5 %6", ::TONELIFT_IN4(value), "r"(x),
                  "r"(y), "r"(own)
                  : "memory");
}
__device__ __forceinline__ void epilogue(const float (&value)[8], int x, int y, int own) {
    TONELIFT_MARK(asm volatile, epilogue, "8 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10",
                  ::TONELIFT_IN8(value), "r"(x), "r"(y), "r"(own)
                  : "memory");
}

// Runs the epilogue of the pass for a chunk. `value` contains the outputs of the core, if it has
// several.
__device__ __forceinline__ void epilogue(const float (&value)[2][2], int x, int y, int own) {
    TONELIFT_MARK(asm volatile, epilogue, "2 %0 %1 %2 %3 %4 %5 %6", ::TONELIFT_IN2(value[0]),
                  TONELIFT_IN2(value[1]), "r"(x), "r"(y), "r"(own)
                  : "memory");
}
__device__ __forceinline__ void epilogue(const float (&value)[3][4], int x, int y, int own) {
    TONELIFT_MARK(asm volatile, epilogue, "4 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14",
                  ::TONELIFT_IN4(value[0]), TONELIFT_IN4(value[1]), TONELIFT_IN4(value[2]), "r"(x),
                  "r"(y), "r"(own)
                  : "memory");
}

// Runs the program of a gather for one neighbor of 4 pixels, and updates the sums. `there` contains
// the planes at the neighbor, and `here` the core inputs at the pixels. `number` is the index of
// the neighbor's first number in `weights`.
__device__ __forceinline__ void neighbor(const float (&there)[3][4], const float (&here)[8][4],
                                         float (&sums)[3][4], int number, const float* weights) {
    TONELIFT_MARK(asm volatile, neighbor,
                  "%12 %13 %14 %15 %16 %17 %18 %19 %20 %21 %22 %23 %24 %25 %26 %27 %28 %29 %30 %31 "
                  "%32 %33 %34 %35 %36 %37 %38 %39 %40 %41 %42 %43 %44 %45 %46 %47 %48 %49 %50 %51 "
                  "%52 %53 %54 %55 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %56 %57",
                  : TONELIFT_INOUT4(sums[0]), TONELIFT_INOUT4(sums[1]), TONELIFT_INOUT4(sums[2])
                  : TONELIFT_IN4(there[0]), TONELIFT_IN4(there[1]), TONELIFT_IN4(there[2]),
                    TONELIFT_IN4(here[0]), TONELIFT_IN4(here[1]), TONELIFT_IN4(here[2]),
                    TONELIFT_IN4(here[3]), TONELIFT_IN4(here[4]), TONELIFT_IN4(here[5]),
                    TONELIFT_IN4(here[6]), TONELIFT_IN4(here[7]), "r"(number), "l"(weights));
}

// Runs a program without core outputs, for 4 pixels in each of two rows: y, which is even, and
// `next`. It is the epilogue of a pass without a core, or the prologue of a core that reads planes.
// In the first `own` rows, stores and reductions take effect.
__device__ __forceinline__ void point(int x, int y, int next, int own) {
    TONELIFT_MARK(asm volatile, rows, "8 %0 %1 %2 %3", ::"r"(x), "r"(y), "r"(next), "r"(own)
                  : "memory");
}

// Runs the epilogue of the output pass for a chunk. Returns the components (kernels/pass.h,
// Picture) before chroma is subsampled.
__device__ __forceinline__ void output(float (&c)[4][4], int x, int y, int own) {
    TONELIFT_MARK(
        asm volatile, output, "4 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14 %15 %16 %17 %18",
        : TONELIFT_OUT4(c[0]), TONELIFT_OUT4(c[1]), TONELIFT_OUT4(c[2]), TONELIFT_OUT4(c[3])
        : "r"(x), "r"(y), "r"(own)
        : "memory");
}

// Returns which components of the last output() need no clamp, because they are known to be within
// the range of codes. The result is a bit set.
__device__ __forceinline__ int output_within() {
    int known;
    TONELIFT_MARK(asm volatile, within, "%0", : "=r"(known));
    return known;
}

// Output that only copies bytes of the input. copies_input() returns whether output() would do so.
// input_bytes() returns these bytes for the four pixels from x on, where x is a multiple of 4. Each
// word contains R, G, B and A from the low byte on. Missing components are 255. Outside the input
// its edge is repeated.
__device__ __forceinline__ bool copies_input() {
    int copies;
    TONELIFT_MARK(asm volatile, copies, "%0", : "=r"(copies));
    return copies != 0;
}
__device__ __forceinline__ void input_bytes(unsigned (&pixel)[4], int x, int y) {
    TONELIFT_MARK(asm volatile, input_bytes, "%0 %1 %2 %3 %4 %5",
                  : "=r"(pixel[0]), "=r"(pixel[1]), "=r"(pixel[2]), "=r"(pixel[3])
                  : "r"(x), "r"(y)
                  : "memory");
}

// Runs an arithmetic program of the plan's frame steps over the uniforms of a frame. `index` is the
// number of the program in the plan.
__device__ __forceinline__ void arithmetic(int index, float* numbers, const Entry* frame) {
    TONELIFT_MARK(asm volatile, arithmetic, "%0 %1 %2", ::"r"(index), "l"(numbers), "l"(frame)
                  : "memory");
}

// Returns the entry of a table at position `place` in [0,1]. `index` is the number of the program
// that computes the table.
__device__ __forceinline__ float table_entry(int index, const float* numbers, const Entry* frame,
                                             float place) {
    float value;
    TONELIFT_MARK(asm volatile, table_entry, "%1 %2 %3 %4 %0",
                  : "=f"(value)
                  : "r"(index), "l"(numbers), "l"(frame), "f"(place)
                  : "memory");
    return value;
}

// Returns the number of this block in its frame.
__device__ __forceinline__ int block_of_frame() {
    return static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x);
}

// Returns whether the frame of this block needs the pass (kernels/pass.h, FrameCondition).
__device__ __forceinline__ bool is_needed(const Launch& launch) {
    if (launch.condition == nullptr) return true;
    return (launch.condition[blockIdx.z * launch.condition_stride] > 0) != launch.unmet;
}

// Runs a block: setup() of its programs, then body(frame), then finish(). Nothing runs if the frame
// of the block does not need the pass.
template <class Body>
__device__ __forceinline__ void run_block(const Launch& launch, const Body& body) {
    if (!is_needed(launch)) return;
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    __syncthreads();
    body(frame);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
