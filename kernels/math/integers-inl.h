// SPDX-License-Identifier: BSD-2-Clause
//
// Converts floats to integers with one instruction on x86. The magnitude of the floats must be
// below 2^31.
#if defined(TONELIFT_MATH_INTEGERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_MATH_INTEGERS_INL_H_
#undef TONELIFT_MATH_INTEGERS_INL_H_
#else
#define TONELIFT_MATH_INTEGERS_INL_H_
#endif

#include <hwy/highway.h>

#include "kernels/math/instructions.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
HWY_INLINE auto nearest_integers(V v) {
    return hn::NearestInt(v);
}

template <class V>
HWY_INLINE auto truncated_integers(V v) {
    return hn::ConvertTo(hn::RebindToSigned<hn::DFromV<V>>(), v);
}

#if TONELIFT_AVX2
HWY_INLINE hn::Vec256<int32_t> nearest_integers(hn::Vec256<float> v) {
    return hn::Vec256<int32_t>{_mm256_cvtps_epi32(v.raw)};
}

HWY_INLINE hn::Vec256<int32_t> truncated_integers(hn::Vec256<float> v) {
    return hn::Vec256<int32_t>{_mm256_cvttps_epi32(v.raw)};
}
#endif

#if TONELIFT_AVX512
HWY_INLINE hn::Vec512<int32_t> nearest_integers(hn::Vec512<float> v) {
    return hn::Vec512<int32_t>{_mm512_cvtps_epi32(v.raw)};
}

HWY_INLINE hn::Vec512<int32_t> truncated_integers(hn::Vec512<float> v) {
    return hn::Vec512<int32_t>{_mm512_cvttps_epi32(v.raw)};
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
