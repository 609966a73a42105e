// SPDX-License-Identifier: BSD-2-Clause
//
// Functions that mark the splice points in CUDA kernels at which kernels/cuda/emit/splice.h inserts
// the programs of a pass. `x` and `y` are the position of the first pixel.
//
// If `own` is 0, the pixels belong to another block, and the inserted program stores no results.
#pragma once

#include "kernels/device/launch.h"
#include "kernels/device/splice_points.h"

namespace tonelift::cuda {

// Loads the plane addresses, uniforms and PQ tables that the inserted programs read. All threads of
// a block must call setup() and then __syncthreads(), before any inserted program runs.
__device__ __forceinline__ void setup(const Entry* frame, int width) {
    TONELIFT_MARK(asm volatile, setup, "%0 %1", ::"l"(frame), "r"(width) : "memory");
}

// Prefetches the inputs of the pixel (x, y) into the L2 cache. The pixel must be inside the
// picture.
__device__ __forceinline__ void ahead(const Entry* frame, int x, int y) {
    TONELIFT_MARK(asm volatile, ahead, "%0 %1 %2", ::"l"(frame), "r"(x), "r"(y) : "memory");
}

// Stores the block's results of reductions. After all inserted programs have run, all threads of a
// block must call __syncthreads() and then finish(). `block` is the index of the block in its
// frame.
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

// Computes the inputs of a filter, such as a scan, for adjacent pixels. `guide` is 0 if the filter
// has only one input.
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

// Computes the input of a filter for 4 pixels in row y and 4 pixels in row y + 1.
__device__ __forceinline__ void prologue(float (&value)[8], int x, int y) {
    TONELIFT_MARK(asm volatile, prologue_rows, "8 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 2",
                  : TONELIFT_OUT8(value)
                  : "r"(x), "r"(y), "r"(y + 1)
                  : "memory");
}
__device__ __forceinline__ void prologue(float (&value)[2][8], int x, int y) {
    TONELIFT_MARK(asm volatile, prologue_rows,
                  "8 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14 %15 %16 %17 %18 2",
                  : TONELIFT_OUT8(value[0]), TONELIFT_OUT8(value[1])
                  : "r"(x), "r"(y), "r"(y + 1)
                  : "memory");
}

// Runs the program that follows a filter. `value` contains the filter's results for adjacent
// pixels.
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

// Adds the contribution of one neighbor to the sums of 4 pixels. `first_weight` is the index of the
// neighbor's first weight in `weights`.
__device__ __forceinline__ void neighbor(const float (&there)[3][4], const float (&here)[8][4],
                                         float (&sums)[3][4], int first_weight,
                                         const float* weights) {
    TONELIFT_MARK(asm volatile, neighbor,
                  "%12 %13 %14 %15 %16 %17 %18 %19 %20 %21 %22 %23 %24 %25 %26 %27 %28 %29 %30 %31 "
                  "%32 %33 %34 %35 %36 %37 %38 %39 %40 %41 %42 %43 %44 %45 %46 %47 %48 %49 %50 %51 "
                  "%52 %53 %54 %55 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %56 %57",
                  : TONELIFT_INOUT4(sums[0]), TONELIFT_INOUT4(sums[1]), TONELIFT_INOUT4(sums[2])
                  : TONELIFT_IN4(there[0]), TONELIFT_IN4(there[1]), TONELIFT_IN4(there[2]),
                    TONELIFT_IN4(here[0]), TONELIFT_IN4(here[1]), TONELIFT_IN4(here[2]),
                    TONELIFT_IN4(here[3]), TONELIFT_IN4(here[4]), TONELIFT_IN4(here[5]),
                    TONELIFT_IN4(here[6]), TONELIFT_IN4(here[7]), "r"(first_weight), "l"(weights));
}

// Runs a program without a filter for 4 pixels in row y and 4 pixels in row `next`. If `own` is 2,
// the results of both rows are stored. If `own` is 1, only the results of row y are stored.
__device__ __forceinline__ void point(int x, int y, int next, int own) {
    TONELIFT_MARK(asm volatile, rows, "8 %0 %1 %2 %3", ::"r"(x), "r"(y), "r"(next), "r"(own)
                  : "memory");
}

// Computes the components of 4 output pixels. Chroma has the same resolution as luma here.
__device__ __forceinline__ void output(float (&c)[4][4], int x, int y, int own) {
    TONELIFT_MARK(
        asm volatile, output, "4 %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14 %15 %16 %17 %18",
        : TONELIFT_OUT4(c[0]), TONELIFT_OUT4(c[1]), TONELIFT_OUT4(c[2]), TONELIFT_OUT4(c[3])
        : "r"(x), "r"(y), "r"(own)
        : "memory");
}

// Returns a bit set of the output components that need no clamp, because their values are always
// inside the code range.
__device__ __forceinline__ int output_within() {
    int known;
    TONELIFT_MARK(asm volatile, within, "%0", : "=r"(known));
    return known;
}

// Returns whether the output only copies bytes of the input. The kernel then uses input_bytes(),
// which is faster than output().
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

__device__ __forceinline__ void arithmetic(int index, float* values, const Entry* frame) {
    TONELIFT_MARK(asm volatile, arithmetic, "%0 %1 %2", ::"r"(index), "l"(values), "l"(frame)
                  : "memory");
}

__device__ __forceinline__ float table_entry(int index, const float* values, const Entry* frame,
                                             float position) {
    float value;
    TONELIFT_MARK(asm volatile, table_entry, "%1 %2 %3 %4 %0",
                  : "=f"(value)
                  : "r"(index), "l"(values), "l"(frame), "f"(position)
                  : "memory");
    return value;
}

}  // namespace tonelift::cuda
