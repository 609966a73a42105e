// SPDX-License-Identifier: BSD-2-Clause
//
// Filters that read all neighbors of each pixel. This file is included once per SIMD target.
#if defined(TONELIFT_STENCIL_NEIGHBORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_STENCIL_NEIGHBORS_INL_H_
#undef TONELIFT_STENCIL_NEIGHBORS_INL_H_
#else
#define TONELIFT_STENCIL_NEIGHBORS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>

#include "kernels/math/exp2_negative-inl.h"
#include "kernels/stencil/stencil.h"
#include "kernels/stencil/stencil_policy.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Tag, int K>
struct PixelVectors {
    using D = Tag;
    using V = hn::Vec<D>;
    static constexpr int vectors = K;
    static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
    static constexpr int count = K * lanes;
};
using WideTag = hn::CappedTag<float, 16>;
using OnePixel = PixelVectors<hn::CappedTag<float, 1>, 1>;

template <int K, class Body>
HWY_INLINE void for_each_pixels(int n, const Body& body) {
    using Many = PixelVectors<WideTag, K>;
    int x = 0;
    for (; x + Many::count <= n; x += Many::count) body(Many(), x);
    if (x == n) return;
    if constexpr (K > 1) {
        using Some = PixelVectors<WideTag, 1>;
        for (; x + Some::count <= n; x += Some::count) body(Some(), x);
    }
    if (x == n) return;
    if (n >= PixelVectors<WideTag, 1>::count) {
        body(PixelVectors<WideTag, 1>(), n - PixelVectors<WideTag, 1>::count);
    } else {
        for (; x < n; ++x) body(OnePixel(), x);
    }
}

template <class P>
HWY_INLINE void add_taps(P, const float* from, ptrdiff_t step, const float* weights, int taps,
                         typename P::V* sum) {
    const typename P::D d;
    for (int tap = 0; tap < taps; ++tap) {
        const auto w = hn::Set(d, weights[tap]);
        const float* p = from + tap * step;
        for (int k = 0; k < P::vectors; ++k)
            sum[k] = hn::MulAdd(w, hn::LoadU(d, p + k * P::lanes), sum[k]);
    }
}

template <class P>
HWY_INLINE void store_pixels(P, const typename P::V* v, float* out) {
    for (int k = 0; k < P::vectors; ++k) hn::StoreU(v[k], typename P::D(), out + k * P::lanes);
}

inline void convolve_band(const Stencil& stencil, const StencilBand& band, float*) {
    const int across = 2 * stencil.radius_x + 1;
    for (int y = 0; y < band.rows; ++y) {
        const float* from = band.value + (y - stencil.radius_y) * band.pitch - stencil.radius_x;
        for_each_pixels<stencil_vectors>(band.width, [&](auto p, int x) HWY_ATTR {
            using P = decltype(p);
            typename P::V sum[P::vectors];
            for (auto& s : sum) s = hn::Zero(typename P::D());
            for (int row = 0; row < 2 * stencil.radius_y + 1; ++row) {
                add_taps(p, from + row * band.pitch + x, 1, stencil.weights.data() + row * across,
                         across, sum);
            }
            store_pixels(p, sum, band.out + y * band.out_pitch + x);
        });
    }
}

inline void convolve_separable_band(const Stencil& stencil, const StencilBand& band, float* line) {
    const auto sums = [](const float* from, ptrdiff_t step, const std::vector<float>& weights,
                         int n, float* out) {
        for_each_pixels<stencil_vectors>(n, [&](auto p, int x) HWY_ATTR {
            using P = decltype(p);
            typename P::V sum[P::vectors];
            for (auto& s : sum) s = hn::Zero(typename P::D());
            add_taps(p, from + x, step, weights.data(), static_cast<int>(weights.size()), sum);
            store_pixels(p, sum, out + x);
        });
    };
    for (int y = 0; y < band.rows; ++y) {
        const float* from = band.value + (y - stencil.radius_y) * band.pitch - stencil.radius_x;
        sums(from, band.pitch, stencil.weights_y, band.width + 2 * stencil.radius_x, line);
        sums(line, 1, stencil.weights_x, band.width, band.out + y * band.out_pitch);
    }
}

template <class Weight>
HWY_INLINE void weighted_mean(const Stencil& stencil, const StencilBand& band,
                              const Weight& weight) {
    for (int y = 0; y < band.rows; ++y) {
        for_each_pixels<1>(band.width, [&](auto p, int x) HWY_ATTR {
            const typename decltype(p)::D d;
            const ptrdiff_t here = y * band.pitch + x;
            const auto value = hn::LoadU(d, band.value + here);
            const auto guide = hn::LoadU(d, band.guide + here);
            auto sum = hn::Zero(d);
            auto weights = hn::Zero(d);
            for (int dy = -stencil.radius_y; dy <= stencil.radius_y; ++dy) {
                for (int dx = -stencil.radius_x; dx <= stencil.radius_x; ++dx) {
                    const ptrdiff_t there = here + dy * band.pitch + dx;
                    const auto w =
                        weight(d, hn::Sub(hn::LoadU(d, band.guide + there), guide), dx, dy);
                    const auto step = hn::Sub(hn::LoadU(d, band.value + there), value);
                    sum = hn::MulAdd(w, step, sum);
                    weights = hn::Add(w, weights);
                }
            }
            hn::StoreU(hn::Add(value, hn::Div(sum, weights)), d, band.out + y * band.out_pitch + x);
        });
    }
}

inline void surface_blur_band(const Stencil& stencil, const StencilBand& band, float*) {
    const float scale = 1.0f / (surface_reach * std::max(stencil.threshold, smallest_threshold));
    weighted_mean(stencil, band, [&](auto d, auto difference, int, int) HWY_ATTR {
        const auto falling =
            hn::NegMulAdd(hn::Abs(difference), hn::Set(d, scale), hn::Set(d, 1.0f));
        return hn::Max(falling, hn::Zero(d));
    });
}

inline void bilateral_band(const Stencil& stencil, const StencilBand& band, float*) {
    constexpr float half_log2_e = 0.72134752f;
    const float sigma = std::max(stencil.sigma, smallest_sigma);
    const float threshold = std::max(stencil.threshold, smallest_threshold);
    const float near = half_log2_e / (sigma * sigma);
    const float alike = half_log2_e / (threshold * threshold);
    weighted_mean(stencil, band, [&](auto d, auto difference, int dx, int dy) HWY_ATTR {
        const auto apart = hn::Set(d, -near * static_cast<float>(dx * dx + dy * dy));
        const auto square = hn::Mul(difference, difference);
        return exp2_negative(d, hn::NegMulAdd(square, hn::Set(d, alike), apart));
    });
}

template <class V>
struct Extremes {
    V low, high;
    HWY_INLINE void take(V v) {
        low = hn::Min(low, v);
        high = hn::Max(high, v);
    }
};

template <class D, class V>
HWY_INLINE V cas_weight(D d, const Extremes<V>& cross, const Extremes<V>& square, float most) {
    const V one = hn::Set(d, 1.0f);
    const V high = hn::Max(hn::Add(cross.high, square.high), hn::Set(d, smallest_threshold));
    const V above = hn::Add(hn::Sub(one, cross.high), hn::Sub(one, square.high));
    const V room = hn::Min(hn::Add(cross.low, square.low), above);
    const V share = hn::Min(hn::Max(hn::Div(room, high), hn::Zero(d)), one);
    return hn::Mul(hn::Sqrt(share), hn::Set(d, most));
}

inline void cas_band(const Stencil& stencil, const StencilBand& band, float*) {
    const float most = 1.0f / (8.0f - 3.0f * stencil.sharpness);
    const ptrdiff_t across = stencil.radius_x, down = stencil.radius_y * band.pitch;
    for (int y = 0; y < band.rows; ++y) {
        for_each_pixels<1>(band.width, [&](auto p, int x) HWY_ATTR {
            const typename decltype(p)::D d;
            const float* at = band.value + y * band.pitch + x;
            const auto here = hn::LoadU(d, at);
            Extremes<typename decltype(p)::V> cross{here, here};
            auto sum = hn::Zero(d);
            for (const ptrdiff_t step : {-down, -across, across, down}) {
                const auto v = hn::LoadU(d, at + step);
                cross.take(v);
                sum = hn::Add(sum, hn::Sub(v, here));
            }
            auto square = cross;
            for (const ptrdiff_t step :
                 {-down - across, -down + across, down - across, down + across})
                square.take(hn::LoadU(d, at + step));
            const auto w = cas_weight(d, cross, square, most);
            const auto rest = hn::NegMulAdd(hn::Set(d, 4.0f), w, hn::Set(d, 1.0f));
            hn::StoreU(hn::NegMulAdd(hn::Div(w, rest), sum, here), d,
                       band.out + y * band.out_pitch + x);
        });
    }
}

template <class V>
HWY_INLINE void sort_pair(V& low, V& high) {
    const V smaller = hn::Min(low, high);
    high = hn::Max(low, high);
    low = smaller;
}

// Returns the median of `count` values by forgetful selection: each step drops the smallest and the
// largest of n values, which cannot be the median, and loads one more value.
template <int n, int count, class V, class Load>
HWY_INLINE V forgetful_median(V* v, const Load& load) {
    for (int i = 0; i < n / 2; ++i) sort_pair(v[i], v[n - 1 - i]);
    for (int i = 1; i < (n + 1) / 2; ++i) sort_pair(v[0], v[i]);
    for (int i = n / 2; i < n - 1; ++i) sort_pair(v[i], v[n - 1]);
    if constexpr (n == 3) {
        return v[1];
    } else {
        v[0] = load(count - n + 3);
        return forgetful_median<n - 1, count>(v, load);
    }
}

template <int side, class P>
HWY_INLINE typename P::V median_of_square(P, const float* corner, ptrdiff_t pitch) {
    constexpr int count = side * side;
    constexpr int held = count / 2 + 2;
    const auto load = [&](int i) HWY_ATTR {
        return hn::LoadU(typename P::D(), corner + i / side * pitch + i % side);
    };
    typename P::V v[held];
    for (int i = 0; i < held; ++i) v[i] = load(i);
    return forgetful_median<held, count>(v, load);
}

template <int side>
void small_median(const StencilBand& band) {
    for (int y = 0; y < band.rows; ++y) {
        const float* from = band.value + (y - side / 2) * band.pitch - side / 2;
        for_each_pixels<1>(band.width, [&](auto p, int x) HWY_ATTR {
            const auto median = median_of_square<side>(p, from + x, band.pitch);
            hn::StoreU(median, typename decltype(p)::D(), band.out + y * band.out_pitch + x);
        });
    }
}

inline void median_band(const Stencil& stencil, const StencilBand& band, float*) {
    constexpr void (*medians[])(const StencilBand&) = {small_median<3>, small_median<5>,
                                                       small_median<7>};
    medians[stencil.radius_x - 1](band);
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
