// SPDX-License-Identifier: BSD-2-Clause
//
// Converts four vectors of numbers to bytes with few instructions, for processors with AVX2.
// Included once per SIMD target.
#if defined(TONELIFT_PACK_BYTES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_PACK_BYTES_INL_H_
#undef TONELIFT_PACK_BYTES_INL_H_
#else
#define TONELIFT_PACK_BYTES_INL_H_
#endif

#include <hwy/highway.h>

#undef TONELIFT_PACKS_BYTES
#define TONELIFT_PACKS_BYTES (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace bytes {

#if HWY_TARGET == HWY_AVX2
using Integers = __m256i;

// NaN and numbers outside the range of integers become the smallest integer.
HWY_INLINE Integers nearest(__m256 numbers) { return _mm256_cvtps_epi32(numbers); }

HWY_INLINE bool any_negative(Integers a, Integers b, Integers c, Integers d) {
    const Integers any = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));
    return _mm256_movemask_ps(_mm256_castsi256_ps(any)) != 0;
}

// Each group of four bytes comes from one vector. put_in_order() arranges the groups. Negative
// integers become 0, and integers above 255 become 255.
HWY_INLINE Integers packed(Integers a, Integers b, Integers c, Integers d) {
    return _mm256_packus_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
}

HWY_INLINE Integers limited(Integers bytes, Integers lowest, Integers highest) {
    return _mm256_min_epu8(_mm256_max_epu8(bytes, lowest), highest);
}

HWY_INLINE Integers put_in_order(Integers bytes) {
    return _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

HWY_INLINE void store(Integers bytes, void* to) {
    _mm256_storeu_si256(static_cast<Integers*>(to), bytes);
}
#elif HWY_TARGET == HWY_AVX3
using Integers = __m512i;

HWY_INLINE Integers nearest(__m512 numbers) { return _mm512_cvtps_epi32(numbers); }

HWY_INLINE bool any_negative(Integers a, Integers b, Integers c, Integers d) {
    const Integers any = _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d));
    return _mm512_movepi32_mask(any) != 0;
}

HWY_INLINE Integers packed(Integers a, Integers b, Integers c, Integers d) {
    return _mm512_packus_epi16(_mm512_packs_epi32(a, b), _mm512_packs_epi32(c, d));
}

HWY_INLINE Integers limited(Integers bytes, Integers lowest, Integers highest) {
    return _mm512_min_epu8(_mm512_max_epu8(bytes, lowest), highest);
}

HWY_INLINE Integers put_in_order(Integers bytes) {
    return _mm512_permutexvar_epi32(
        _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), bytes);
}

HWY_INLINE void store(Integers bytes, void* to) { _mm512_storeu_si512(to, bytes); }
#endif

}  // namespace bytes
}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
