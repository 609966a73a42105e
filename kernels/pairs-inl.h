// SPDX-License-Identifier: BSD-2-Clause
//
// Separates the even lanes from the odd lanes of two adjacent vectors. Included once per SIMD
// target.
#if defined(TONELIFT_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_PAIRS_INL_H_
#undef TONELIFT_PAIRS_INL_H_
#else
#define TONELIFT_PAIRS_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {

template <class V>
struct Pairs {
    V even;
    V odd;
};

template <class D, class V>
HWY_INLINE Pairs<V> pairs_of(D d, V low, V high) {
#if HWY_TARGET == HWY_SCALAR
    (void)d;
    return {low, high};
#else
    return {hwy::HWY_NAMESPACE::ConcatEven(d, high, low),
            hwy::HWY_NAMESPACE::ConcatOdd(d, high, low)};
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
