// SPDX-License-Identifier: BSD-2-Clause
//
// Moves the lanes of a vector that a mask selects to the front of the vector, and back to their
// places. Included once per SIMD target.
#if defined(TONELIFT_POINT_CHOSEN_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_POINT_CHOSEN_LANES_INL_H_
#undef TONELIFT_POINT_CHOSEN_LANES_INL_H_
#else
#define TONELIFT_POINT_CHOSEN_LANES_INL_H_
#endif

#include "kernels/math/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if TONELIFT_AVX2 && !TONELIFT_AVX512
// Lane numbers for each mask of 8 lanes: `front` moves the selected lanes to the front, and `back`
// moves them back. Highway 1.0 has such a table, but copies the table at every call.
struct LaneTable {
    uint64_t front[256] = {};
    uint64_t back[256] = {};
    constexpr LaneTable() {
        for (unsigned mask = 0; mask < 256; ++mask) {
            unsigned count = 0;
            for (unsigned lane = 0; lane < 8; ++lane) {
                if ((mask >> lane & 1) == 0) continue;
                front[mask] |= uint64_t{lane} << 8 * count;
                back[mask] |= uint64_t{count++} << 8 * lane;
            }
        }
    }
};
inline constexpr LaneTable lane_table;

class ChosenLanes {
  public:
    ChosenLanes() = default;
    HWY_INLINE explicit ChosenLanes(math::Mask which)
        : bits_(static_cast<unsigned>(_mm256_movemask_ps(which.m.raw))) {}
    HWY_INLINE bool any() const { return bits_ != 0; }
    HWY_INLINE size_t count() const { return static_cast<size_t>(_mm_popcnt_u32(bits_)); }
    HWY_INLINE hn::Vec<math::Floats> packed(hn::Vec<math::Floats> v) const {
        return hn::Vec<math::Floats>{moved(v.raw, lane_table.front[bits_])};
    }
    HWY_INLINE hn::Vec<math::Floats> put(hn::Vec<math::Floats> front,
                                         hn::Vec<math::Floats> into) const {
        return hn::Vec<math::Floats>{
            _mm256_blendv_ps(into.raw, moved(front.raw, lane_table.back[bits_]), mask())};
    }

  private:
    HWY_INLINE static __m256 moved(__m256 v, uint64_t lanes) {
        const __m128i bytes = _mm_cvtsi64_si128(static_cast<int64_t>(lanes));
        return _mm256_permutevar8x32_ps(v, _mm256_cvtepu8_epi32(bytes));
    }

    HWY_INLINE __m256 mask() const {
        const __m256i lanes = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        const __m256i set = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits_)), lanes);
        return _mm256_castsi256_ps(_mm256_cmpeq_epi32(set, lanes));
    }

    unsigned bits_;
};
#elif TONELIFT_NEON
struct LaneTable {
    uint8_t front[16][16] = {};
    uint8_t back[16][16] = {};
    constexpr LaneTable() {
        for (unsigned mask = 0; mask < 16; ++mask) {
            for (unsigned lane = 0, count = 0; lane < 4; ++lane) {
                if ((mask >> lane & 1) == 0) continue;
                for (unsigned byte = 0; byte < 4; ++byte) {
                    front[mask][4 * count + byte] = static_cast<uint8_t>(4 * lane + byte);
                    back[mask][4 * lane + byte] = static_cast<uint8_t>(4 * count + byte);
                }
                ++count;
            }
        }
    }
};
inline constexpr LaneTable lane_table;

class ChosenLanes {
  public:
    ChosenLanes() = default;
    HWY_INLINE explicit ChosenLanes(math::Mask which)
        : bits_(vaddvq_u32(vandq_u32(which.m.raw, bit_of_lane()))) {}
    HWY_INLINE bool any() const { return bits_ != 0; }
    HWY_INLINE size_t count() const { return static_cast<size_t>(__builtin_popcount(bits_)); }
    HWY_INLINE hn::Vec<math::Floats> packed(hn::Vec<math::Floats> v) const {
        return hn::Vec<math::Floats>{moved(v.raw, lane_table.front[bits_])};
    }
    HWY_INLINE hn::Vec<math::Floats> put(hn::Vec<math::Floats> front,
                                         hn::Vec<math::Floats> into) const {
        const uint32x4_t chosen = vtstq_u32(vdupq_n_u32(bits_), bit_of_lane());
        return hn::Vec<math::Floats>{
            vbslq_f32(chosen, moved(front.raw, lane_table.back[bits_]), into.raw)};
    }

  private:
    HWY_INLINE static uint32x4_t bit_of_lane() { return uint32x4_t{1, 2, 4, 8}; }

    HWY_INLINE static float32x4_t moved(float32x4_t v, const uint8_t (&bytes)[16]) {
        return vreinterpretq_f32_u8(vqtbl1q_u8(vreinterpretq_u8_f32(v), vld1q_u8(bytes)));
    }

    unsigned bits_;
};
#else
class ChosenLanes {
  public:
    ChosenLanes() = default;
    HWY_INLINE explicit ChosenLanes(math::Mask which) : which_(which.m) {}
    HWY_INLINE bool any() const { return !hn::AllFalse(math::Floats(), which_); }
    HWY_INLINE size_t count() const { return hn::CountTrue(math::Floats(), which_); }
    HWY_INLINE hn::Vec<math::Floats> packed(hn::Vec<math::Floats> v) const {
        return hn::Compress(v, which_);
    }
#if TONELIFT_AVX512
    HWY_INLINE hn::Vec<math::Floats> put(hn::Vec<math::Floats> front,
                                         hn::Vec<math::Floats> into) const {
        return hn::Vec<math::Floats>{_mm512_mask_expand_ps(into.raw, which_.raw, front.raw)};
    }
#else
    HWY_INLINE hn::Vec<math::Floats> put(hn::Vec<math::Floats> front,
                                         hn::Vec<math::Floats> into) const {
        const math::Floats d;
        HWY_ALIGN float from[hn::MaxLanes(math::Floats())], to[hn::MaxLanes(math::Floats())];
        HWY_ALIGN float chosen[hn::MaxLanes(math::Floats())];
        hn::Store(front, d, from);
        hn::Store(into, d, to);
        hn::Store(hn::IfThenElseZero(which_, hn::Set(d, 1.0f)), d, chosen);
        for (size_t lane = 0, next = 0; lane < hn::Lanes(d); ++lane) {
            if (chosen[lane] > 0) to[lane] = from[next++];
        }
        return hn::Load(d, to);
    }
#endif

  private:
    hn::Mask<math::Floats> which_;
};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
