// SPDX-License-Identifier: BSD-2-Clause
//
// The SIMD loops of a point program's accesses to buffers, tables and places.
#include "kernels/point/point.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/point/memory.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/math/simd.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {

using math::Floats;
using math::Ints;
using math::Vec;
namespace hn = hwy::HWY_NAMESPACE;

using Codes = hn::Rebind<uint16_t, Floats>;
using Halves = hn::Rebind<hwy::float16_t, Floats>;

HWY_INLINE size_t lanes() { return hn::Lanes(Floats()); }
HWY_INLINE size_t pixels(const Strip& strip) { return static_cast<size_t>(strip.pixels); }

template <class Value>
HWY_INLINE Value* memory(const PointStep& step, const Strip& strip) {
    return static_cast<Value*>(strip.at[step.in[1]]);
}
HWY_INLINE float* result(const PointStep& step, const Strip& strip) {
    return static_cast<float*>(strip.at[step.out[0]]);
}
HWY_INLINE Vec value(const PointStep& step, const Strip& strip, size_t i) {
    const auto varies = static_cast<size_t>(static_cast<int32_t>(step.varies[0]));
    return hn::Load(Floats(), static_cast<const float*>(strip.at[step.in[0]]) + (i & varies));
}

void load_unorm16(const PointStep& step, const Strip& strip) {
    const uint16_t* from = memory<const uint16_t>(step, strip);
    float* to = result(step, strip);
    const auto scale = hn::Set(Floats(), 1.0f / 65535.0f);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        const auto code = hn::PromoteTo(Ints(), hn::LoadU(Codes(), from + i));
        hn::Store(hn::Mul(hn::ConvertTo(Floats(), code), scale), Floats(), to + i);
    }
}

void load_float16(const PointStep& step, const Strip& strip) {
    const auto* from = memory<const hwy::float16_t>(step, strip);
    float* to = result(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        hn::Store(hn::PromoteTo(Floats(), hn::LoadU(Halves(), from + i)), Floats(), to + i);
    }
}

void load_float32(const PointStep& step, const Strip& strip) {
    const float* from = memory<const float>(step, strip);
    float* to = result(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        hn::Store(hn::LoadU(Floats(), from + i), Floats(), to + i);
    }
}

// NaN becomes 0 in every storage.
void store_unorm16(const PointStep& step, const Strip& strip) {
    uint16_t* to = memory<uint16_t>(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        const Vec scaled = math::saturate(value(step, strip, i)) * Vec(65535.0f);
        hn::StoreU(hn::DemoteTo(Codes(), hn::NearestInt(scaled.v)), Codes(), to + i);
    }
}

void store_float16(const PointStep& step, const Strip& strip) {
    auto* to = memory<hwy::float16_t>(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        const Vec kept = math::sanitize(value(step, strip, i));
        hn::StoreU(hn::DemoteTo(Halves(), kept.v), Halves(), to + i);
    }
}

void store_float32(const PointStep& step, const Strip& strip) {
    float* to = memory<float>(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        const Vec x = value(step, strip, i);
        const Vec finite = math::clamp(x, Vec(-3.4028235e38f), Vec(3.4028235e38f));
        hn::StoreU(math::where(x == x, finite, Vec(0.0f)).v, Floats(), to + i);
    }
}

// Entries index and index + 1 of a table.
struct Pair {
    Vec low;
    Vec high;
};

#if HWY_TARGET == HWY_AVX3
// One load of 8 bytes for both: half as many as two gathers.
HWY_INLINE Pair pairs(const float* table, hn::Vec<Ints> index) {
    const __m512d first =
        _mm512_i32gather_pd(_mm512_castsi512_si256(index.raw), table, sizeof(float));
    const __m512d second =
        _mm512_i32gather_pd(_mm512_extracti64x4_epi64(index.raw, 1), table, sizeof(float));
    const __m512 a = _mm512_castpd_ps(first), b = _mm512_castpd_ps(second);
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd =
        _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    return {hn::Vec<Floats>{_mm512_permutex2var_ps(a, even, b)},
            hn::Vec<Floats>{_mm512_permutex2var_ps(a, odd, b)}};
}
#else
HWY_INLINE Pair pairs(const float* table, hn::Vec<Ints> index) {
    return {hn::GatherIndex(Floats(), table, index), hn::GatherIndex(Floats(), table + 1, index)};
}
#endif

void lookup(const PointStep& step, const Strip& strip) {
    const float* table = memory<const float>(step, strip);
    float* to = result(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        const Vec place = math::saturate(value(step, strip, i)) * Vec(curve_entries - 1.0f);
        const Vec whole = math::min(math::floor(place), Vec(curve_entries - 2.0f));
        const Pair pair = pairs(table, hn::ConvertTo(Ints(), whole.v));
        hn::Store(math::mix(pair.low, pair.high, place - whole).v, Floats(), to + i);
    }
}

void coordinate_x(const PointStep& step, const Strip& strip) {
    float* to = result(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        const float first = static_cast<float>(strip.x + static_cast<int>(i)) + 0.5f;
        hn::Store(hn::Iota(Floats(), first), Floats(), to + i);
    }
}

void coordinate_y(const PointStep& step, const Strip& strip) {
    float* to = result(step, strip);
    const auto center = hn::Set(Floats(), static_cast<float>(strip.y) + 0.5f);
    for (size_t i = 0; i < pixels(strip); i += lanes()) hn::Store(center, Floats(), to + i);
}

PointLoop memory_loop(MemoryLoop loop) {
    switch (loop) {
        case MemoryLoop::load_unorm16:
            return load_unorm16;
        case MemoryLoop::load_float16:
            return load_float16;
        case MemoryLoop::load_float32:
            return load_float32;
        case MemoryLoop::store_unorm16:
            return store_unorm16;
        case MemoryLoop::store_float16:
            return store_float16;
        case MemoryLoop::store_float32:
            return store_float32;
        case MemoryLoop::lookup:
            return lookup;
        case MemoryLoop::coordinate_x:
            return coordinate_x;
        case MemoryLoop::coordinate_y:
            return coordinate_y;
        default:
            return nullptr;
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {

HWY_EXPORT(memory_loop);

PointLoop find_loop(MemoryLoop loop) { return HWY_DYNAMIC_DISPATCH(memory_loop)(loop); }

}  // namespace tonelift
#endif
