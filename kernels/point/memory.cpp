// SPDX-License-Identifier: BSD-2-Clause
//
// The SIMD loops that load, store and look up values.
#include <bit>
#include <iterator>

#include "kernels/point/light_table.h"
#include "kernels/point/point.h"
#include "kernels/prefetch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/point/memory.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/math/simd.h"
#include "kernels/math/transpose-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {

using math::Floats;
using math::Ints;
using math::Vec;
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE size_t lanes() { return hn::Lanes(Floats()); }
HWY_INLINE size_t pixels(const PixelStrip& strip) { return static_cast<size_t>(strip.pixels); }

template <class Value>
HWY_INLINE Value* memory(const PointStep& step, const PixelStrip& strip) {
    return static_cast<Value*>(strip.at[step.in[1]]);
}
HWY_INLINE float* result(const PointStep& step, const PixelStrip& strip) {
    return static_cast<float*>(strip.at[step.out[0]]);
}

// The first operand. A loop reads its address only once, although the compiler cannot know that no
// store changes the address.
class Values {
  public:
    HWY_INLINE Values(const PointStep& step, const PixelStrip& strip)
        : from_(static_cast<const float*>(strip.at[step.in[0]])),
          varies_(static_cast<size_t>(static_cast<int32_t>(step.varies[0]))) {}
    HWY_INLINE Vec at(size_t i) const { return hn::Load(Floats(), from_ + (i & varies_)); }

  private:
    const float* from_;
    size_t varies_;
};

// Prefetches the pixel that is prefetch_pixels after `here`. Hardware prefetchers stop at the end
// of a memory page. A page is about as long as a row of a plane, so they stop about once per row.
template <class Value>
HWY_INLINE void ask_for_next(const Value* here) {
    prefetch(here + prefetch_pixels);
}

void load_unorm16(const PointStep& step, const PixelStrip& strip) {
    const uint16_t* from = memory<const uint16_t>(step, strip);
    float* to = result(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        ask_for_next(from + i);
        hn::Store(math::from_codes(from + i).v, Floats(), to + i);
    }
}

void load_float32(const PointStep& step, const PixelStrip& strip) {
    const float* from = memory<const float>(step, strip);
    float* to = result(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        ask_for_next(from + i);
        hn::Store(hn::LoadU(Floats(), from + i), Floats(), to + i);
    }
}

void store_unorm16(const PointStep& step, const PixelStrip& strip) {
    uint16_t* to = memory<uint16_t>(step, strip);
    const Values values(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        ask_for_next(to + i);
        const Vec scaled = math::saturate(values.at(i)) * Vec(65535.0f);
        hn::StoreU(hn::DemoteTo(math::Codes(), nearest_integers(scaled.v)), math::Codes(), to + i);
    }
}

void store_float32(const PointStep& step, const PixelStrip& strip) {
    float* to = memory<float>(step, strip);
    const Values values(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        ask_for_next(to + i);
        const Vec x = values.at(i);
        const Vec finite = math::clamp(x, Vec(-3.4028235e38f), Vec(3.4028235e38f));
        hn::StoreU(math::where(x == x, finite, Vec(0.0f)).v, Floats(), to + i);
    }
}

struct Pair {
    Vec low;
    Vec high;
};

struct Gathers {
#if TONELIFT_AVX512
    static constexpr const char* body = "gathers of pairs";
    HWY_INLINE static Pair at(const float* table, hn::Vec<Ints> index) {
        const __m512 first = eight_pairs(table, _mm512_castsi512_si256(index.raw));
        const __m512 second = eight_pairs(table, _mm512_extracti64x4_epi64(index.raw, 1));
        const __m512i even =
            _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
        return {hn::Vec<Floats>{_mm512_permutex2var_ps(first, even, second)},
                hn::Vec<Floats>{_mm512_permutex2var_ps(first, odd, second)}};
    }

  private:
    HWY_INLINE static __m512 eight_pairs(const float* table, __m256i index) {
        return _mm512_castpd_ps(_mm512_i32gather_pd(index, table, sizeof(float)));
    }
#else
    static constexpr const char* body = "two gathers";
    HWY_INLINE static Pair at(const float* table, hn::Vec<Ints> index) {
        return {hn::GatherIndex(Floats(), table, index),
                hn::GatherIndex(Floats(), table + 1, index)};
    }
#endif
};

#if TONELIFT_AVX2
HWY_INLINE __m128 two_pairs(const float* table, int64_t indexes) {
    const float* first = table + static_cast<int32_t>(indexes);
    const float* second = table + (indexes >> 32);
    const __m128i half = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(first));
    return _mm_loadh_pi(_mm_castsi128_ps(half), reinterpret_cast<const __m64*>(second));
}

HWY_INLINE void eight_pairs(const float* table, __m256i index, __m256* low, __m256* high) {
    const __m128i below = _mm256_castsi256_si128(index);
    const __m128i above = _mm256_extracti128_si256(index, 1);
    const __m256 even = _mm256_set_m128(two_pairs(table, _mm_cvtsi128_si64(above)),
                                        two_pairs(table, _mm_cvtsi128_si64(below)));
    const __m256 odd = _mm256_set_m128(two_pairs(table, _mm_extract_epi64(above, 1)),
                                       two_pairs(table, _mm_extract_epi64(below, 1)));
    *low = _mm256_shuffle_ps(even, odd, 0x88);
    *high = _mm256_shuffle_ps(even, odd, 0xdd);
}

// Table lookups without gather instructions, for processors on which gathers are slow. See
// InstructionSet::has_quick_gathers().
struct Loads {
    static constexpr const char* body = "loads of pairs";
    HWY_INLINE static Pair at(const float* table, hn::Vec<Ints> index) {
        __m256 low, high;
#if TONELIFT_AVX512
        __m256 low_above, high_above;
        eight_pairs(table, _mm512_castsi512_si256(index.raw), &low, &high);
        eight_pairs(table, _mm512_extracti64x4_epi64(index.raw, 1), &low_above, &high_above);
        return {hn::Vec<Floats>{_mm512_insertf32x8(_mm512_castps256_ps512(low), low_above, 1)},
                hn::Vec<Floats>{_mm512_insertf32x8(_mm512_castps256_ps512(high), high_above, 1)}};
#else
        eight_pairs(table, index.raw, &low, &high);
        return {hn::Vec<Floats>{low}, hn::Vec<Floats>{high}};
#endif
    }
};
#elif TONELIFT_NEON
// Table lookups for targets that have no gather instructions.
struct Loads {
    static constexpr const char* body = "loads of pairs";
    HWY_INLINE static Pair at(const float* table, hn::Vec<Ints> index) {
        const float32x4_t first =
            two_pairs(table, vgetq_lane_s32(index.raw, 0), vgetq_lane_s32(index.raw, 1));
        const float32x4_t second =
            two_pairs(table, vgetq_lane_s32(index.raw, 2), vgetq_lane_s32(index.raw, 3));
        return {hn::Vec<Floats>{vuzp1q_f32(first, second)},
                hn::Vec<Floats>{vuzp2q_f32(first, second)}};
    }

  private:
    HWY_INLINE static float32x4_t two_pairs(const float* table, int32_t first, int32_t second) {
        return vcombine_f32(vld1_f32(table + first), vld1_f32(table + second));
    }
};
#else
using Loads = Gathers;
#endif

// Returns the part of `place` after the decimal point. `whole` is `place` without this part.
HWY_INLINE Vec part_of(Vec place, hn::Vec<Ints> whole) {
#if TONELIFT_AVX512
    constexpr int truncate = 0x0b;
    return hn::Vec<Floats>{_mm512_reduce_ps(place.v.raw, truncate)};
#else
    return place - Vec(hn::ConvertTo(Floats(), whole));
#endif
}

template <typename Pairs>
void lookup(const PointStep& step, const PixelStrip& strip) {
    const float* table = memory<const float>(step, strip);
    float* to = result(step, strip);
    constexpr float last = curve_entries - 1.0f, below_last = last * 0.9999999f;
    static_assert(below_last < last);
    const Values values(step, strip);
    const size_t count = pixels(strip);
    for (size_t i = 0; i < count; i += lanes()) {
        const Vec scaled = math::max(values.at(i), Vec(0.0f)) * Vec(last);
        const Vec place = math::min(scaled, Vec(below_last));
        const auto index = truncated_integers(place.v);
        const Pair pair = Pairs::at(table, index);
        hn::Store(math::mix(pair.low, pair.high, part_of(place, index)).v, Floats(), to + i);
    }
}

#if TONELIFT_SEGMENTS
// Returns the places of rows in a LightTable, in floats. `light` is at most most_light.
template <size_t functions>
HWY_INLINE hn::Vec<Ints> places_of_rows(Vec light) {
    constexpr int shift = std::countr_zero(light_row_floats(functions));
    const auto first = hn::Set(Ints(), std::bit_cast<int32_t>(least_light));
    const Vec positive = math::max(light, Vec(least_light));
    const auto above = hn::Sub(hn::BitCast(Ints(), positive.v), first);
    const auto row = hn::Set(Ints(), -(1 << shift));
    return hn::And(hn::ShiftRight<light_row_shift - shift>(above), row);
}

// Loads four floats at each place into a block of 16 bytes of a vector. Block i has the floats at
// places[4 * i].
template <class D>
HWY_INLINE hn::Vec<D> load_rows(D d, const float* rows, const int32_t* places) {
    if constexpr (hn::MaxLanes(D()) == 4) {
        return hn::LoadU(d, rows + places[0]);
    } else {
        const hn::Half<D> half;
        return hn::Combine(d, load_rows(half, rows, places + hn::MaxLanes(half)),
                           load_rows(half, rows, places));
    }
}

// Writes the results of the functions `first` and `first` + 1 of a table, or only of the function
// `first` if it is the last.
template <size_t functions, size_t first, bool gathers>
HWY_INLINE void find_results(const float* rows, const int32_t* places, Vec light, float* const* to,
                             size_t i) {
    const float* columns = rows + 2 * first;
    if constexpr (gathers && first + 1 == functions) {
        const Pair line = Gathers::at(columns, hn::Load(Ints(), places + i));
        hn::Store(hn::MulAdd(line.high.v, light.v, line.low.v), Floats(), to[first] + i);
        return;
    }
    hn::Vec<Floats> of[4];
    for (size_t k = 0; k < 4; ++k) of[k] = load_rows(Floats(), columns, places + i + k);
    transpose_blocks<4>(Floats(), of);
    hn::Store(hn::MulAdd(of[1], light.v, of[0]), Floats(), to[first] + i);
    if constexpr (first + 1 < functions)
        hn::Store(hn::MulAdd(of[3], light.v, of[2]), Floats(), to[first + 1] + i);
}

// Writes the places of all rows to memory first. Extracting them from vectors would take longer.
// The limited light is first stored in the row of the last result.
template <size_t functions, bool gathers>
void lookup_by_light(const PointStep& step, const PixelStrip& strip) {
    const float* rows = memory<const float>(step, strip);
    float* to[functions];
    for (size_t k = 0; k < functions; ++k) to[k] = static_cast<float*>(strip.at[step.out[k]]);
    HWY_ALIGN int32_t places[long_strip_pixels];
    const Values values(step, strip);
    const size_t count = pixels(strip);
    float* const limited = to[functions - 1];
    for (size_t i = 0; i < count; i += lanes()) {
        const Vec light = math::min(math::max(values.at(i), Vec(0.0f)), Vec(most_light));
        hn::Store(light.v, Floats(), limited + i);
        hn::Store(places_of_rows<functions>(light), Ints(), places + i);
    }
    for (size_t i = 0; i < count; i += lanes()) {
        const Vec light = hn::Load(Floats(), limited + i);
        find_results<functions, 0, gathers>(rows, places, light, to, i);
        if constexpr (functions == 3)
            find_results<functions, 2, gathers>(rows, places, light, to, i);
    }
}

template <bool gathers>
PointLoop light_loop_of(size_t functions) {
    constexpr PointLoop loops[] = {lookup_by_light<1, gathers>, lookup_by_light<2, gathers>,
                                   lookup_by_light<3, gathers>};
    static_assert(std::size(loops) == most_light_functions);
    return loops[functions - 1];
}
#endif

void coordinate_x(const PointStep& step, const PixelStrip& strip) {
    float* to = result(step, strip);
    for (size_t i = 0; i < pixels(strip); i += lanes()) {
        const float first = static_cast<float>(strip.x + static_cast<int>(i)) + 0.5f;
        hn::Store(hn::Iota(Floats(), first), Floats(), to + i);
    }
}

void coordinate_y(const PointStep& step, const PixelStrip& strip) {
    float* to = result(step, strip);
    const auto center = hn::Set(Floats(), static_cast<float>(strip.y) + 0.5f);
    for (size_t i = 0; i < pixels(strip); i += lanes()) hn::Store(center, Floats(), to + i);
}

PointLoop memory_loop(MemoryLoop loop) {
    switch (loop) {
        case MemoryLoop::load_unorm16:
            return load_unorm16;
        case MemoryLoop::load_float32:
            return load_float32;
        case MemoryLoop::store_unorm16:
            return store_unorm16;
        case MemoryLoop::store_float32:
            return store_float32;
        case MemoryLoop::lookup:
            return lookup<Loads>;
        case MemoryLoop::lookup_by_gathers:
            return lookup<Gathers>;
        case MemoryLoop::coordinate_x:
            return coordinate_x;
        case MemoryLoop::coordinate_y:
            return coordinate_y;
        default:
            return nullptr;
    }
}

// With AVX-512 and fast gathers, the last of an odd number of functions is gathered, because half
// of the floats that load_rows() loads would not be used. Otherwise, loads are faster than gathers.
PointLoop light_loop(size_t functions, bool quick_gathers) {
#if TONELIFT_AVX512
    if (quick_gathers) return light_loop_of<true>(functions);
#endif
#if TONELIFT_SEGMENTS
    return light_loop_of<false>(functions);
#else
    return nullptr;
#endif
}

Body target_lookup_body(bool gathers) { return {"lookup", gathers ? Gathers::body : Loads::body}; }

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {

HWY_EXPORT(memory_loop);
HWY_EXPORT(light_loop);
HWY_EXPORT(target_lookup_body);

PointLoop find_loop(MemoryLoop loop, const InstructionSet& set) {
    if (loop == MemoryLoop::upsample) return find_upsampling_loop(set);
    return TONELIFT_DISPATCH(set, memory_loop)(loop);
}

PointLoop find_light_loop(size_t functions, const InstructionSet& set) {
    return TONELIFT_DISPATCH(set, light_loop)(functions, set.has_quick_gathers());
}

Body lookup_body() {
    const InstructionSet set;
    return TONELIFT_DISPATCH(set, target_lookup_body)(set.has_quick_gathers());
}

}  // namespace tonelift
#endif
