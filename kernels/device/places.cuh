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
// 1 for a chunk with effects, and 0 for a chunk without effects (no stores to buffers, no
// reductions), which is computed again because its neighbors need its values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/frame_entries.h"
#include "kernels/device/places.h"

namespace tonelift::cuda {

// Returns the number of a launch, unique among all launches that share its memory.
__device__ __forceinline__ unsigned epoch_of(const Launch& launch) {
    return *launch.first_epoch + launch.epoch;
}

__device__ __forceinline__ const Entry* frame_of(const Launch& launch) {
    return launch.entries + static_cast<size_t>(blockIdx.z) * launch.entries_per_frame;
}

// Loads the data of the frame that the programs use. Called first, by all threads of a block, and
// followed by a __syncthreads().
__device__ __forceinline__ void setup(const Entry* frame, int width) {
    TONELIFT_MARK(asm volatile, setup, "%0 %1", ::"l"(frame), "r"(width) : "memory");
}

// Prefetches into the L2 cache the data that the prologue will read for pixel x of row y; both are
// on the grid.
__device__ __forceinline__ void ahead(const Entry* frame, int x, int y) {
    TONELIFT_MARK(asm volatile, ahead, "%0 %1 %2", ::"l"(frame), "r"(x), "r"(y) : "memory");
}

// Stores the reductions. Called last, by all threads of a block, after a __syncthreads(). block:
// the block's number within its frame, independent of the batch.
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

// The prologue of the pass: returns core inputs 0 and 1 of a chunk (0 if the pass has no input 1).
// x is on the grid; values in columns outside it are finite but otherwise undefined.
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

// Returns only input 0, for 4 pixels of two rows: y, which is even, and y + 1. x may be outside the
// grid.
__device__ __forceinline__ void prologue(float (&value)[8], int x, int y) {
    TONELIFT_MARK(asm volatile, prologue_rows, "8 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 2",
                  : TONELIFT_OUT8(value)
                  : "r"(x), "r"(y), "r"(y + 1)
                  : "memory");
}
// Returns inputs 0 and 1, for the same pixels.
__device__ __forceinline__ void prologue(float (&value)[2][8], int x, int y) {
    TONELIFT_MARK(asm volatile, prologue_rows,
                  "8 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14 %15 %16 %17 %18 2",
                  : TONELIFT_OUT8(value[0]), TONELIFT_OUT8(value[1])
                  : "r"(x), "r"(y), "r"(y + 1)
                  : "memory");
}

// Runs the epilogue of the pass over the core's output.
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

// Runs the epilogue of a core with several outputs.
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

// Runs the program of a gather for one neighbor of 4 pixels. It reads the values of the planes at
// the neighbor (there) and the core inputs at the pixels (here), and updates the sums. number:
// index of the neighbor's first number in `weights`.
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

// Runs the epilogue of a pass without a core, or the prologue of a core that reads planes, for 4
// pixels of two rows: y, which is even, and next. own: number of the rows that have effects.
__device__ __forceinline__ void point(int x, int y, int next, int own) {
    TONELIFT_MARK(asm volatile, rows, "8 %0 %1 %2 %3", ::"r"(x), "r"(y), "r"(next), "r"(own)
                  : "memory");
}

// Runs the epilogue of the output pass. Returns the components (kernels/pass.h, Picture) before
// chroma is subsampled.
__device__ __forceinline__ void output(float (&c)[4][4], int x, int y, int own) {
    TONELIFT_MARK(
        asm volatile, output, "4 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14 %15 %16 %17 %18",
        : TONELIFT_OUT4(c[0]), TONELIFT_OUT4(c[1]), TONELIFT_OUT4(c[2]), TONELIFT_OUT4(c[3])
        : "r"(x), "r"(y), "r"(own)
        : "memory");
}

// Returns, after output(), a bit set of the components whose values are known to be within the
// range of codes and need no clamp.
__device__ __forceinline__ int output_within() {
    int known;
    TONELIFT_MARK(asm volatile, within, "%0", : "=r"(known));
    return known;
}

// copies_input: whether output() would only copy bytes of the input. input_bytes: returns these
// bytes for four pixels from x on, a multiple of 4: R, G, B and A from the low byte on, 255 for
// missing components. Outside the input its edge repeats.
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

// Runs arithmetic of frame steps: program number `index` of the plan over the uniforms of a frame.
__device__ __forceinline__ void arithmetic(int index, float* numbers, const Entry* frame) {
    TONELIFT_MARK(asm volatile, arithmetic, "%0 %1 %2", ::"r"(index), "l"(numbers), "l"(frame)
                  : "memory");
}

// Returns the table entry at `place` in [0,1], computed by program number `index` of the plan.
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

// Runs a block from begin to end: setup() of its programs, body(frame), finish(). Blocks of frames
// that do not need the pass return at once.
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
