// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the edge-aware recursive filter with SIMD. Included once per SIMD target.
#if defined(TONELIFT_SCAN_EDGE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_SCAN_EDGE_INL_H_
#undef TONELIFT_SCAN_EDGE_INL_H_
#else
#define TONELIFT_SCAN_EDGE_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "kernels/math/exp2_negative-inl.h"
#include "kernels/pass.h"
#include "kernels/scan/scan_policy.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, scan_panel>;
using LaneVector = hn::Vec<Lanes>;
constexpr int lane_count = static_cast<int>(hn::MaxLanes(Lanes()));

// 2^23. Between 2^23 and 2^24, adjacent floats differ by 1, so the low bits of such a float are an
// integer code.
constexpr float code_base = 8388608.0f;
constexpr uint32_t code_base_bits = 0x4B000000;

HWY_INLINE LaneVector load_codes(const uint16_t* p) {
    const hn::RebindToUnsigned<Lanes> du;
    const hn::Rebind<uint16_t, Lanes> d16;
    const auto codes = hn::PromoteTo(du, hn::LoadU(d16, p));
    return hn::BitCast(Lanes(), hn::Or(codes, hn::Set(du, code_base_bits)));
}

// Returns the codes plus 1. Without this offset, the filter would compute denormal floats from
// codes near 0.
HWY_INLINE LaneVector load_value(const uint16_t* p) {
    return hn::Sub(load_codes(p), hn::Set(Lanes(), code_base - 1.0f));
}
HWY_INLINE LaneVector load_value(const float* p) { return hn::LoadU(Lanes(), p); }

// Returns guide codes plus 2^23. The offset does not matter, because the filter uses only
// differences of guides.
HWY_INLINE LaneVector load_guide(const uint16_t* p) { return load_codes(p); }
HWY_INLINE LaneVector load_guide(const float* p) { return hn::LoadU(Lanes(), p); }

HWY_INLINE void store_value(LaneVector v, uint16_t* p) {
    const hn::RebindToSigned<Lanes> di;
    const hn::Rebind<uint16_t, Lanes> d16;
    const LaneVector rounded = hn::Add(v, hn::Set(Lanes(), code_base - 1.0f));
    const auto base = hn::Set(di, static_cast<int32_t>(code_base_bits));
    hn::StoreU(hn::DemoteTo(d16, hn::Sub(hn::BitCast(di, rounded), base)), d16, p);
}
HWY_INLINE void store_value(LaneVector v, float* p) { hn::StoreU(v, Lanes(), p); }

// The weight between two adjacent pixels is 2^(-rate - slope * |guide difference|).
struct EdgeSlope {
    float rate;
    float slope;
};

template <typename T>
EdgeSlope edge_slope(const Scan& scan) {
    const float unit = sizeof(T) == 2 ? 1.0f / 65535.0f : 1.0f;
    return {scan.rate, scan.rate * scan.edge * unit};
}

inline bool exponent_in_range(const Scan& scan) { return scan.rate * (1.0f + scan.edge) < 125.0f; }

template <int K>
struct EdgeState {
    LaneVector value[K];
    LaneVector other[K];
};

template <int K>
constexpr int edge_step = 2 * K* lane_count;

template <int K, typename T>
HWY_INLINE void edge_start(const T* value, const T* guide, EdgeState<K>& state) {
    for (int k = 0; k < K; ++k) {
        state.value[k] = load_value(value + k * lane_count);
        state.other[k] = load_guide(guide + k * lane_count);
    }
}

template <int K, bool prefetch, bool in_range, typename T>
HWY_INLINE void edge_forward(const EdgeSlope& edge, const T* HWY_RESTRICT value,
                             const T* HWY_RESTRICT guide, ptrdiff_t pitch, int steps,
                             EdgeState<K>& state, float* HWY_RESTRICT scratch) {
    const Lanes d;
    const LaneVector rate = hn::Set(d, -edge.rate);
    const LaneVector slope = hn::Set(d, edge.slope);
    for (int i = 0; i < steps; ++i) {
        if constexpr (prefetch) {
            hwy::Prefetch(value + scan_prefetch_rows * pitch);
            hwy::Prefetch(guide + scan_prefetch_rows * pitch);
        }
        for (int k = 0; k < K; ++k) {
            const LaneVector v = load_value(value + k * lane_count);
            const LaneVector g = load_guide(guide + k * lane_count);
            const LaneVector step = hn::Abs(hn::Sub(g, state.other[k]));
            const LaneVector w = exp2_negative<in_range>(d, hn::NegMulAdd(step, slope, rate));
            state.other[k] = g;
            state.value[k] = hn::MulAdd(w, hn::Sub(state.value[k], v), v);
            hn::StoreU(state.value[k], d, scratch + k * lane_count);
            hn::StoreU(w, d, scratch + (K + k) * lane_count);
        }
        value += pitch;
        guide += pitch;
        scratch += edge_step<K>;
    }
}

template <int K, typename T>
HWY_INLINE void edge_backward(T* HWY_RESTRICT out, ptrdiff_t pitch, int steps, EdgeState<K>& state,
                              const float* HWY_RESTRICT scratch) {
    const Lanes d;
    for (int i = 0; i < steps; ++i) {
        for (int k = 0; k < K; ++k) {
            const LaneVector v = hn::LoadU(d, scratch + k * lane_count);
            const LaneVector rest = hn::NegMulAdd(state.other[k], v, v);
            state.value[k] = hn::MulAdd(state.other[k], state.value[k], rest);
            state.other[k] = hn::LoadU(d, scratch + (K + k) * lane_count);
            store_value(state.value[k], out + k * lane_count);
        }
        out -= pitch;
        scratch -= edge_step<K>;
    }
}

// Filters K vectors of adjacent lines. `out` can be equal to `value`, and `guide` can be equal to
// `value` or `out`.
template <int K, bool in_range, typename T>
void edge_lanes(const EdgeSlope& edge, const T* value, const T* guide, T* out, ptrdiff_t pitch,
                int steps, float* scratch) {
    EdgeState<K> state;
    edge_start(value, guide, state);
    edge_forward<K, true, in_range>(edge, value, guide, pitch, steps, state, scratch);
    for (int k = 0; k < K; ++k) state.other[k] = hn::Zero(Lanes());
    const ptrdiff_t last = steps - 1;
    edge_backward(out + last * pitch, pitch, steps, state, scratch + last * edge_step<K>);
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif
