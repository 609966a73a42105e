// SPDX-License-Identifier: BSD-2-Clause
//
// Computes 2^x for x <= 0. Included once per SIMD target.
#if defined(TONELIFT_MATH_EXP2_NEGATIVE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_MATH_EXP2_NEGATIVE_INL_H_
#undef TONELIFT_MATH_EXP2_NEGATIVE_INL_H_
#else
#define TONELIFT_MATH_EXP2_NEGATIVE_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The relative error is below 2e-7. If `in_range` is true, x must be at least -125.
template <bool in_range = false, class D, class V = hn::Vec<D>>
HWY_INLINE V exp2_negative(D d, V x) {
    const hn::RebindToSigned<D> di;
    const V round = hn::Set(d, 12582912.0f);  // 1.5 * 2^23, where adjacent floats differ by 1
    if constexpr (!in_range) x = hn::Max(x, hn::Set(d, -100.0f));
    const V shifted = hn::Add(x, round);
    const V f = hn::Sub(x, hn::Sub(shifted, round));
    V p = hn::Set(d, 0.001326472691f);
    p = hn::MulAdd(p, f, hn::Set(d, 0.009671512661f));
    p = hn::MulAdd(p, f, hn::Set(d, 0.05550733744f));
    p = hn::MulAdd(p, f, hn::Set(d, 0.2402224208f));
    p = hn::MulAdd(p, f, hn::Set(d, 0.6931469776f));
    p = hn::MulAdd(p, f, hn::Set(d, 1.0f));
    const auto exponent = hn::ShiftLeft<23>(hn::BitCast(di, shifted));
    return hn::BitCast(d, hn::Add(hn::BitCast(di, p), exponent));
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
