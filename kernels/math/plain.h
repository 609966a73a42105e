// SPDX-License-Identifier: BSD-2-Clause
//
// The math functions for single floats. Tests compare the results of SIMD and GPU code with them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/math/constants.h"
#include "kernels/math/host_device.h"

namespace tonelift::math {

TONELIFT_INLINE float min(float a, float b) { return a < b ? a : b; }
TONELIFT_INLINE float max(float a, float b) { return a > b ? a : b; }
TONELIFT_INLINE float abs(float a) { return std::fabs(a); }
TONELIFT_INLINE float floor(float a) { return std::floor(a); }
TONELIFT_INLINE float ceil(float a) { return std::ceil(a); }
TONELIFT_INLINE float round(float a) { return std::nearbyint(a); }
TONELIFT_INLINE float trunc(float a) { return std::trunc(a); }
TONELIFT_INLINE float square_root(float a) { return std::sqrt(a); }
TONELIFT_INLINE float multiply_add(float a, float b, float c) { return a * b + c; }
TONELIFT_INLINE float where(bool condition, float a, float b) { return condition ? a : b; }
TONELIFT_INLINE bool both(bool a, bool b) { return a && b; }
// all() returns whether a condition is true for all pixels of a vector, and any() whether it is
// true for at least one pixel. In code generators, all() returns false, because the condition is
// unknown while code is generated.
TONELIFT_INLINE bool all(bool a) { return a; }
TONELIFT_INLINE bool any(bool a) { return a; }
TONELIFT_INLINE float with_sign_of(float magnitude, float sign) {
    return std::copysign(magnitude, sign);
}

// Splits x = mantissa * 2^exponent with the mantissa in [sqrt(1/2), sqrt(2)). x must be positive
// and normal.
TONELIFT_INLINE void split_exponent(float x, float* mantissa, float* exponent) {
    constexpr int32_t root_half = 0x3f3504f3;
    const int32_t bits = std::bit_cast<int32_t>(x);
    const int32_t e = (bits - root_half) >> 23;
    *mantissa = std::bit_cast<float>(bits - (e << 23));
    *exponent = static_cast<float>(e);
}

// Returns x * 2^n for n in [-127, 128]. The result must be a normal number.
TONELIFT_INLINE float times_exp2(float x, float n) {
    return std::bit_cast<float>(std::bit_cast<int32_t>(x) + static_cast<int32_t>(n) * (1 << 23));
}

TONELIFT_INLINE void hash_bits(float x, float y, float seed, float* low, float* high) {
    uint32_t h = static_cast<uint32_t>(static_cast<int32_t>(x)) * 0x9e3779b1u +
                 static_cast<uint32_t>(static_cast<int32_t>(y)) * 0x85ebca77u +
                 static_cast<uint32_t>(static_cast<int32_t>(seed)) * 0xc2b2ae3du;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    h ^= h >> 15;
    *low = static_cast<float>(h & 0xffffu);
    *high = static_cast<float>(h >> 16);
}

#ifdef __CUDA_ARCH__
// On a GPU, logarithms and powers of two are single instructions, with errors of about 2e-7. The
// code is short, so a kernel that runs once per frame waits less for its instructions.
TONELIFT_INLINE float log2(float x) {
    constexpr float least = 1.17549435e-38f;  // the smallest normal number
    float result;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(max(x, least)));
    return result;
}

TONELIFT_INLINE float exp2(float x) {
    float result;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

TONELIFT_INLINE float pow_of_positive(float a, float b) { return exp2(b * log2(a)); }
#endif

#define TONELIFT_MATH     \
    template <typename T> \
    TONELIFT_INLINE
// clang-format off
#include "kernels/math/scalar.h"
#include "kernels/math/transfer.h"
#include "kernels/math/color.h"
#include "kernels/math/look.h"
#include "kernels/math/gamut.h"
// clang-format on
#undef TONELIFT_MATH

}  // namespace tonelift::math
