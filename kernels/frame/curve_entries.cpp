// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/frame/curve_entries.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/frame/curve_entries.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using math::Floats;
using math::Vec;

HWY_INLINE Vec entry(const float* table, Vec i) {
    return hn::GatherIndex(Floats(), table, hn::ConvertTo(math::Ints(), i.v));
}

#include "kernels/frame/curve_values.h"

void evaluate_target(const frame::CurveEntries& entries, float* table, int n) {
    const Floats d;
    const int lanes = static_cast<int>(hn::Lanes(d));
    for (int i = 0; i < n; i += lanes) {
        const Vec v = Vec(hn::Iota(d, static_cast<float>(i))) * Vec(entries.step);
        const Vec value = CurveValues<Vec>::at(entries.outline, entries.curve, v);
        HWY_ALIGN float values[hn::MaxLanes(d)];
        hn::Store(math::saturate(value).v, d, values);
        std::copy_n(values, std::min(lanes, n - i), table + i);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift::frame {
namespace {

HWY_EXPORT(evaluate_target);

}  // namespace

void evaluate(const CurveEntries& entries, float* table, int n, const InstructionSet& set) {
    TONELIFT_DISPATCH(set, evaluate_target)(entries, table, n);
}

}  // namespace tonelift::frame
#endif  // HWY_ONCE
