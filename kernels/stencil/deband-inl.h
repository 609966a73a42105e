// SPDX-License-Identifier: BSD-2-Clause
//
// Debanding on the CPU, one vector of pixels at a time. This file is included once per SIMD target.
#if defined(TONELIFT_STENCIL_DEBAND_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_STENCIL_DEBAND_INL_H_
#undef TONELIFT_STENCIL_DEBAND_INL_H_
#else
#define TONELIFT_STENCIL_DEBAND_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "kernels/stencil/deband.h"
#include "kernels/stencil/neighbors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
HWY_INLINE V scrambled_bits(V bits) {
    const hn::DFromV<V> du;
    bits = hn::Xor(bits, hn::ShiftRight<16>(bits));
    bits = hn::Mul(bits, hn::Set(du, deband::multiplier_1));
    bits = hn::Xor(bits, hn::ShiftRight<15>(bits));
    bits = hn::Mul(bits, hn::Set(du, deband::multiplier_2));
    return hn::Xor(bits, hn::ShiftRight<16>(bits));
}

template <class V>
HWY_INLINE auto offset_component(V bits, int reach) {
    const hn::DFromV<V> du;
    const hn::RebindToSigned<hn::DFromV<V>> di;
    const auto scaled = hn::Mul(bits, hn::Set(du, static_cast<uint32_t>(2 * reach + 1)));
    return hn::Sub(hn::BitCast(di, hn::ShiftRight<16>(scaled)), hn::Set(di, reach));
}

template <class D, class V, class Bits>
HWY_INLINE V deband_step(D d, const float* at, int pitch, Bits bits, int reach, float scale, V v) {
    const hn::RebindToSigned<D> di;
    const auto columns = hn::Iota(di, 0);
    const auto row = hn::Set(di, pitch);
    const auto dx = offset_component(hn::And(bits, hn::Set(hn::DFromV<Bits>(), 0xffffu)), reach);
    const auto dy = offset_component(hn::ShiftRight<16>(bits), reach);
    const auto tap = [&](auto x, auto y) HWY_ATTR {
        const auto index = hn::Add(hn::Add(hn::Mul(y, row), x), columns);
        return hn::Sub(hn::GatherIndex(d, at, index), v);
    };
    const V a = tap(dx, dy), b = tap(hn::Neg(dy), dx), c = tap(hn::Neg(dx), hn::Neg(dy)),
            e = tap(dy, hn::Neg(dx));
    const V furthest = hn::Max(hn::Max(hn::Abs(a), hn::Abs(b)), hn::Max(hn::Abs(c), hn::Abs(e)));
    const V falling = hn::NegMulAdd(furthest, hn::Set(d, scale), hn::Set(d, 2.0f));
    const V weight = hn::Min(hn::Max(falling, hn::Zero(d)), hn::Set(d, 1.0f));
    const V mean = hn::Mul(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Set(d, 0.25f));
    return hn::MulAdd(weight, mean, v);
}

inline void deband_band(const Stencil& stencil, const StencilBand& band, float*) {
    const float scale = 2.0f / std::max(stencil.threshold, smallest_threshold);
    for (int y = 0; y < band.rows; ++y) {
        const uint32_t row = deband::row_bits(static_cast<uint32_t>(band.first_row + y), band.seed);
        for_each_pixels<1>(band.width, [&](auto p, int x) HWY_ATTR {
            const typename decltype(p)::D d;
            const hn::RebindToUnsigned<decltype(d)> du;
            const float* at = band.value + y * band.pitch + x;
            const auto columns =
                hn::Mul(hn::Iota(du, static_cast<uint32_t>(x)), hn::Set(du, deband::column_step));
            auto v = hn::LoadU(d, at);
            for (int i = 1; i <= stencil.iterations; ++i) {
                const uint32_t first = row + static_cast<uint32_t>(i) * deband::iteration_step;
                const auto bits = scrambled_bits(hn::Add(columns, hn::Set(du, first)));
                v = deband_step(d, at, static_cast<int>(band.pitch), bits,
                                deband::reach_of(stencil.radius_x, i, stencil.iterations),
                                scale * static_cast<float>(i), v);
            }
            hn::StoreU(v, d, band.out + y * band.out_pitch + x);
        });
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
