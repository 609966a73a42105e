// SPDX-License-Identifier: BSD-2-Clause
//
// Stores the pixels of a block as bytes. fast_color.h uses this form on CUDA.

constexpr unsigned whole_bits = 0x4B000000, middle_bits = 0x4B400000;
constexpr float whole_base = 8388608.0f, middle_base = rounding;

struct PackedColorBlock {
    unsigned ends;
    unsigned step;
};

struct PackedPixels {
    using Block = PackedColorBlock;
    unsigned pixel[16];
    unsigned plane[3][4];
    float weight[3] = {1, 1, 1};
};

__device__ __forceinline__ PackedPixels packed(const RgbaWords& block) {
    PackedPixels pixels;
#pragma unroll
    for (int row = 0; row < 4; ++row) {
        const unsigned* word = block.word + 4 * row;
        const unsigned rg[2] = {__byte_perm(word[0], word[1], 0x5140),
                                __byte_perm(word[2], word[3], 0x5140)};
        const unsigned b[2] = {__byte_perm(word[0], word[1], 0x62),
                               __byte_perm(word[2], word[3], 0x62)};
        pixels.plane[0][row] = __byte_perm(rg[0], rg[1], 0x5410);
        pixels.plane[1][row] = __byte_perm(rg[0], rg[1], 0x7632);
        pixels.plane[2][row] = __byte_perm(b[0], b[1], 0x5410);
#pragma unroll
        for (int i = 0; i < 4; ++i) pixels.pixel[4 * row + i] = word[i];
    }
    return pixels;
}

__device__ __forceinline__ unsigned bytes_of(float a, float b, float c) {
    const unsigned low =
        __byte_perm(__float_as_uint(a + middle_base), __float_as_uint(b + middle_base), 0x0040);
    return __byte_perm(low, __float_as_uint(c + middle_base), 0x3410) & 0xFFFFFFu;
}

__device__ __forceinline__ PackedPixels packed(const BlockPixels& pixels) {
    RgbaWords block;
#pragma unroll
    for (int i = 0; i < 16; ++i)
        block.word[i] = bytes_of(pixels.level[0][i], pixels.level[1][i], pixels.level[2][i]);
    PackedPixels result = packed(block);
#pragma unroll
    for (int k = 0; k < 3; ++k) result.weight[k] = pixels.weight[k];
    return result;
}

__device__ __forceinline__ float product_sum(const unsigned (&a)[4], const unsigned (&b)[4]) {
    unsigned sum = whole_bits;
#pragma unroll
    for (int row = 0; row < 4; ++row) sum = __dp4a(a[row], b[row], sum);
    return __uint_as_float(sum) - whole_base;
}

__device__ __forceinline__ float sum_of(const unsigned (&a)[4]) {
    constexpr unsigned ones = 0x01010101;
    const unsigned all[4] = {ones, ones, ones, ones};
    return product_sum(a, all);
}

__device__ __forceinline__ void sum_up(const PackedPixels& pixels, float (&sum)[3]) {
#pragma unroll
    for (int k = 0; k < 3; ++k) sum[k] = sum_of(pixels.plane[k]);
}

__device__ __forceinline__ Products products_of(const PackedPixels& pixels) {
    Products products;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
#pragma unroll
        for (int l = k; l < 3; ++l)
            products.of[k][l] = product_sum(pixels.plane[k], pixels.plane[l]);
    }
    return products;
}

// Adds the dot product of the bytes to the integer `bits`, and returns the float that has the sum
// as its bits. The bytes of `pixel` are unsigned, and the bytes of `direction` are signed.
__device__ __forceinline__ float place_on(unsigned pixel, unsigned direction, unsigned bits) {
    unsigned sum;
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(pixel), "r"(direction), "r"(bits));
    return __uint_as_float(sum);
}

__device__ __forceinline__ void places_along(const PackedPixels& pixels, const float (&axis)[3],
                                             float (&place)[16]) {
    const unsigned direction = bytes_of(axis[0], axis[1], axis[2]);
#pragma unroll
    for (int i = 0; i < 16; ++i) place[i] = place_on(pixels.pixel[i], direction, middle_bits);
}

// Sets `low` to the minimum of `place`, and `high` to the maximum. Compares the bits of the floats
// as integers, because the minimum or maximum of three integers is a single instruction.
__device__ __forceinline__ void range_along(const PackedPixels&, const float (&place)[16],
                                            float& low, float& high) {
    int least = __float_as_int(place[0]), most = least;
#pragma unroll
    for (int i = 1; i < 16; ++i) {
        least = ::min(least, __float_as_int(place[i]));
        most = ::max(most, __float_as_int(place[i]));
    }
    low = __int_as_float(least);
    high = __int_as_float(most);
}

__device__ __forceinline__ StepSums sums_by_place(const PackedPixels& pixels,
                                                  const float (&place)[16], float from,
                                                  float scale) {
    unsigned steps[4];
#pragma unroll
    for (int row = 0; row < 4; ++row) {
        unsigned step[4];
#pragma unroll
        for (int i = 0; i < 4; ++i)
            step[i] = __float_as_uint(fmaf(place[4 * row + i] - from, scale, middle_base));
        steps[row] = __byte_perm(__byte_perm(step[0], step[1], 0x0040),
                                 __byte_perm(step[2], step[3], 0x0040), 0x5410);
    }
    StepSums sums;
    sums.ones = sum_of(steps);
    sums.squares = product_sum(steps, steps);
#pragma unroll
    for (int k = 0; k < 3; ++k) sums.levels[k] = product_sum(steps, pixels.plane[k]);
    return sums;
}

__device__ __forceinline__ PackedColorBlock block_on(const PackedPixels& pixels,
                                                     const ColorLine& line, const Ruler& ruler) {
    const unsigned direction = bytes_of(ruler.way[0], ruler.way[1], ruler.way[2]);
    const unsigned bits = __float_as_uint(middle_base - ruler.start);
    const float base = -middle_base * ruler.scale;
    unsigned step = 0, excess = 0;
#pragma unroll
    for (int i = 15; i >= 0; --i) {
        const float place = place_on(pixels.pixel[i], direction, bits);
        const float part = __saturatef(fmaf(place, ruler.scale, base));
        step = 4 * step + __float_as_uint(fmaf(part, 3.0f, middle_base));
        excess = 4 * excess + middle_bits;
    }
    const unsigned ends = __byte_perm(__float_as_uint(joined(line.code[0]) + whole_base),
                                      __float_as_uint(joined(line.code[1]) + whole_base), 0x5410);
    return {ends, step - excess};
}

__device__ __forceinline__ void put_mean(bool flat, const float (&sum)[3],
                                         PackedColorBlock& block) {
    if (!flat) return;
    block = {0, 0x55555555};
#pragma unroll
    for (int k = 0; k < 3; ++k)
        block.ends |= ends_around_third.of[k][whole_level(sum[k] * (1.0f / 16))];
}

__device__ __forceinline__ float code_of(const PackedColorBlock& block, int end, int channel) {
    return static_cast<float>(block.ends >> (16 * end + code_place(channel)) & code_mask(channel));
}

__device__ __forceinline__ float step_of(const PackedColorBlock& block, int pixel) {
    return __uint_as_float((block.step >> 2 * pixel & 3) | whole_bits) - whole_base;
}
