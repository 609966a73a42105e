// SPDX-License-Identifier: BSD-2-Clause
//
// Recursive Gaussian, fast global smoother and cumulative sum with SIMD, in place.
#if defined(TONELIFT_SCAN_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_SCAN_LINES_INL_H_
#undef TONELIFT_SCAN_LINES_INL_H_
#else
#define TONELIFT_SCAN_LINES_INL_H_
#endif

#include <cstddef>

#include "kernels/scan/edge-inl.h"
#include "kernels/scan/gauss_poles.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The lanes are doubles, because floats would lose precision for poles near 1.
using DoubleLanes = hn::CappedTag<double, scan_panel>;
using DoubleVector = hn::Vec<DoubleLanes>;
using DoubleAsFloat = hn::Rebind<float, DoubleLanes>;
constexpr int double_count = static_cast<int>(hn::MaxLanes(DoubleLanes()));
// Number of vectors that are filtered at the same time. Two vectors hide the latency of the
// recurrence, as long as the state of both fits in registers.
constexpr int double_vectors = double_count == scan_panel ? 1 : 2;

HWY_INLINE DoubleVector load_double(const float* p) {
    return hn::PromoteTo(DoubleLanes(), hn::LoadU(DoubleAsFloat(), p));
}
HWY_INLINE void store_double(DoubleVector v, float* p) {
    hn::StoreU(hn::DemoteTo(DoubleAsFloat(), v), DoubleAsFloat(), p);
}

struct GaussState {
    DoubleVector s[double_vectors][3];
};

HWY_INLINE void gauss_recurrence(const GaussPoles& poles, float* value, ptrdiff_t pitch, int steps,
                                 GaussState& state) {
    const DoubleLanes d;
    const DoubleVector gain = hn::Set(d, poles.gain);
    const DoubleVector a0 = hn::Set(d, poles.a[0]);
    const DoubleVector a1 = hn::Set(d, poles.a[1]);
    const DoubleVector a2 = hn::Set(d, poles.a[2]);
    for (int i = 0; i < steps; ++i) {
        for (int k = 0; k < double_vectors; ++k) {
            DoubleVector* s = state.s[k];
            DoubleVector y = hn::Mul(gain, load_double(value + k * double_count));
            y = hn::MulAdd(a2, s[2], y);
            y = hn::MulAdd(a1, s[1], y);
            y = hn::MulAdd(a0, s[0], y);
            s[2] = s[1];
            s[1] = s[0];
            s[0] = y;
            store_double(y, value + k * double_count);
        }
        value += pitch;
    }
}

HWY_INLINE void gauss_turn(const GaussPoles& poles, const DoubleVector* last, GaussState& state) {
    const DoubleLanes d;
    for (int k = 0; k < double_vectors; ++k) {
        DoubleVector end[3];
        for (int j = 0; j < 3; ++j) end[j] = hn::Sub(state.s[k][j], last[k]);
        for (int i = 0; i < 3; ++i) {
            DoubleVector sum = last[k];
            for (int j = 0; j < 3; ++j) {
                sum = hn::MulAdd(hn::Set(d, poles.boundary[i][j]), end[j], sum);
            }
            state.s[k][i] = sum;
        }
    }
}

inline void gauss_lanes(const Scan& scan, float* value, ptrdiff_t pitch, int steps) {
    const GaussPoles poles = gauss_poles(scan.sigma);
    float* end = value + (steps - 1) * pitch;
    for (int lane = 0; lane < scan_panel; lane += double_vectors * double_count) {
        GaussState state;
        DoubleVector last[double_vectors];
        for (int k = 0; k < double_vectors; ++k) {
            last[k] = load_double(end + lane + k * double_count);
            for (auto& s : state.s[k]) s = load_double(value + lane + k * double_count);
        }
        gauss_recurrence(poles, value + lane, pitch, steps, state);
        gauss_turn(poles, last, state);
        gauss_recurrence(poles, end + lane, -pitch, steps, state);
    }
}

inline void sum_lanes(float* value, ptrdiff_t pitch, int steps) {
    DoubleVector sum[scan_panel / double_count];
    for (auto& s : sum) s = hn::Zero(DoubleLanes());
    for (int i = 0; i < steps; ++i, value += pitch) {
        for (int k = 0; k < scan_panel / double_count; ++k) {
            sum[k] = hn::Add(sum[k], load_double(value + k * double_count));
            store_double(sum[k], value + k * double_count);
        }
    }
}

// The forward pass of the fast global smoother. It needs no doubles, because no term is the
// difference of two nearly equal numbers.
template <int K>
void smooth_forward(const Scan& scan, const float* value, const float* guide, ptrdiff_t pitch,
                    int steps, float* scratch) {
    const Lanes d;
    const LaneVector one = hn::Set(d, 1.0f);
    const LaneVector slope = hn::Set(d, -scan.edge);
    LaneVector m[K], e[K], a[K];
    for (int k = 0; k < K; ++k) {
        m[k] = hn::LoadU(d, value + k * lane_count);
        e[k] = a[k] = hn::Zero(d);
    }
    for (int i = 0; i < steps; ++i) {
        const float* next = i + 1 < steps ? guide + pitch : guide;
        const LaneVector lambda = hn::Set(d, i + 1 < steps ? scan.lambda : 0.0f);
        for (int k = 0; k < K; ++k) {
            const LaneVector v = hn::LoadU(d, value + k * lane_count);
            const LaneVector g = hn::LoadU(d, guide + k * lane_count);
            const LaneVector step = hn::Abs(hn::Sub(hn::LoadU(d, next + k * lane_count), g));
            const LaneVector c = hn::Mul(lambda, exp2_negative(d, hn::Mul(slope, step)));
            const LaneVector s = hn::Mul(a[k], e[k]);
            const LaneVector q = hn::Add(one, s);
            const LaneVector pivot = hn::Add(q, c);
            const LaneVector r = hn::Div(one, hn::Mul(q, pivot));
            const LaneVector qr = hn::Mul(q, r);
            const LaneVector w = hn::Mul(s, hn::Mul(pivot, r));
            e[k] = hn::Mul(q, qr);
            a[k] = c;
            m[k] = hn::MulAdd(w, hn::Sub(m[k], v), v);
            hn::StoreU(m[k], d, scratch + k * lane_count);
            hn::StoreU(hn::Mul(c, qr), d, scratch + (K + k) * lane_count);
        }
        value += pitch;
        guide += pitch;
        scratch += edge_step<K>;
    }
}

template <int K>
void smooth_backward(float* out, ptrdiff_t pitch, int steps, const float* scratch) {
    const Lanes d;
    LaneVector u[K];
    for (auto& lane : u) lane = hn::Zero(d);
    for (int i = 0; i < steps; ++i) {
        for (int k = 0; k < K; ++k) {
            const LaneVector m = hn::LoadU(d, scratch + k * lane_count);
            const LaneVector b = hn::LoadU(d, scratch + (K + k) * lane_count);
            u[k] = hn::MulAdd(b, hn::Sub(u[k], m), m);
            hn::StoreU(u[k], d, out + k * lane_count);
        }
        out -= pitch;
        scratch -= edge_step<K>;
    }
}

template <int K>
void filter_lanes(const Scan& scan, float* value, const float* guide, ptrdiff_t pitch, int steps,
                  float* scratch) {
    if (scan.kind == ScanKind::gauss) {
        gauss_lanes(scan, value, pitch, steps);
    } else if (scan.kind == ScanKind::sum) {
        sum_lanes(value, pitch, steps);
    } else {
        const ptrdiff_t last = steps - 1;
        smooth_forward<K>(scan, value, guide, pitch, steps, scratch);
        smooth_backward<K>(value + last * pitch, pitch, steps, scratch + last * edge_step<K>);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif
