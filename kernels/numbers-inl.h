// SPDX-License-Identifier: BSD-2-Clause
//
// The vectors of floats that conversions of samples use. Included once per SIMD target.
#ifndef TONELIFT_MAX_LANES
#define TONELIFT_MAX_LANES
namespace tonelift {

constexpr int max_lanes = 16;

}  // namespace tonelift
#endif

#if defined(TONELIFT_NUMBERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_NUMBERS_INL_H_
#undef TONELIFT_NUMBERS_INL_H_
#else
#define TONELIFT_NUMBERS_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace numbers {

using Tag = hwy::HWY_NAMESPACE::CappedTag<float, max_lanes>;
using Numbers = hwy::HWY_NAMESPACE::VFromD<Tag>;

HWY_INLINE int lanes() { return static_cast<int>(hwy::HWY_NAMESPACE::Lanes(Tag())); }

}  // namespace numbers
}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
