// SPDX-License-Identifier: BSD-2-Clause
//
// The loop of gamut_map over a strip: colors outside of the gamut are collected into full vectors,
// bent, and put back, since most pixels need no bend and those that do lie scattered. Included once
// per SIMD target.
#if defined(TONELIFT_POINT_GAMUT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_POINT_GAMUT_INL_H_
#undef TONELIFT_POINT_GAMUT_INL_H_
#else
#define TONELIFT_POINT_GAMUT_INL_H_
#endif

#include "kernels/math/simd.h"
#include "kernels/point/point.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

struct ColorRows {
    float* r;
    float* g;
    float* b;
};

HWY_INLINE math::Triple<math::Vec> load_color(const ColorRows& rows, size_t i) {
    const math::Floats d;
    return {hn::Load(d, rows.r + i), hn::Load(d, rows.g + i), hn::Load(d, rows.b + i)};
}

HWY_INLINE void store_color(const math::Triple<math::Vec>& color, const ColorRows& rows, size_t i) {
    const math::Floats d;
    hn::Store(color.x.v, d, rows.r + i);
    hn::Store(color.y.v, d, rows.g + i);
    hn::Store(color.z.v, d, rows.b + i);
}

// Moves the chosen lanes of a vector to its front, and from there to their places in another one.
#if TONELIFT_AVX2 && !TONELIFT_AVX512
// By the bits of a mask: the lane that comes to each lane, a byte each. Highway 1.0 copies its own
// table at every call.
struct LaneTable {
    uint64_t front[256] = {};  // the lanes that are set, one after the other
    uint64_t back[256] = {};   // the way back
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
    HWY_INLINE explicit ChosenLanes(math::Truth which)
        : which_(which.m.raw), bits_(static_cast<unsigned>(_mm256_movemask_ps(which_))) {}
    HWY_INLINE bool any() const { return bits_ != 0; }
    HWY_INLINE size_t count() const { return static_cast<size_t>(_mm_popcnt_u32(bits_)); }
    HWY_INLINE hn::Vec<math::Floats> packed(hn::Vec<math::Floats> v) const {
        return hn::Vec<math::Floats>{moved(v.raw, lane_table.front[bits_])};
    }
    HWY_INLINE hn::Vec<math::Floats> put(hn::Vec<math::Floats> front,
                                         hn::Vec<math::Floats> into) const {
        return hn::Vec<math::Floats>{
            _mm256_blendv_ps(into.raw, moved(front.raw, lane_table.back[bits_]), which_)};
    }

  private:
    HWY_INLINE static __m256 moved(__m256 v, uint64_t lanes) {
        const __m128i bytes = _mm_cvtsi64_si128(static_cast<int64_t>(lanes));
        return _mm256_permutevar8x32_ps(v, _mm256_cvtepu8_epi32(bytes));
    }

    __m256 which_;
    unsigned bits_;
};
#else
class ChosenLanes {
  public:
    ChosenLanes() = default;
    HWY_INLINE explicit ChosenLanes(math::Truth which) : which_(which.m) {}
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

// Colors of a strip one behind the other, and which pixels they came from. There is room for one
// vector more: vectors are stored whole.
class CollectedColors {
  public:
    // Of the vectors of a strip one after the other.
    HWY_INLINE void add(const math::Triple<math::Vec>& color, math::Truth which) {
        const math::Floats d;
        const ChosenLanes& lanes = chosen_[vectors_++] = ChosenLanes(which);
        if (!lanes.any()) return;
        hn::StoreU(lanes.packed(color.x.v), d, r_ + count_);
        hn::StoreU(lanes.packed(color.y.v), d, g_ + count_);
        hn::StoreU(lanes.packed(color.z.v), d, b_ + count_);
        count_ += lanes.count();
    }

    // Bends them all: gamut_bend() in loops of their own, as the operations of a whole bend depend
    // on each other for longer than a processor looks ahead. Most colors need some of the steps
    // only, and so do their neighbors: a vector skips a step that none of its colors needs.
    HWY_INLINE void bend(math::Vec top, math::Vec soft) {
        const math::Floats d;
        for (float* row : {r_, g_, b_}) hn::StoreU(hn::Zero(d), d, row + count_);
        each_vector([&](size_t i) HWY_ATTR { find_path(i, soft); });
        each_vector([&](size_t i) HWY_ATTR { keep_chroma(i); });
        const math::GamutWhite<math::Vec> white = math::gamut_white(top);
        each_vector([&](size_t i) HWY_ATTR { dim(i, white, soft); });
        each_vector([&](size_t i) HWY_ATTR { fit(i, top); });
    }

    HWY_INLINE void put_back(const ColorRows& to) const {
        const math::Floats d;
        for (size_t k = 0, next = 0; next < count_; ++k) {
            const ChosenLanes& lanes = chosen_[k];
            if (!lanes.any()) continue;
            const auto put = [&](const float* from, float* row) HWY_ATTR {
                float* const at = row + k * hn::Lanes(d);
                hn::Store(lanes.put(hn::LoadU(d, from + next), hn::Load(d, at)), d, at);
            };
            put(r_, to.r);
            put(g_, to.g);
            put(b_, to.b);
            next += lanes.count();
        }
    }

  private:
    template <typename Step>
    HWY_INLINE void each_vector(const Step& step) {
        for (size_t i = 0; i < count_; i += hn::Lanes(math::Floats())) step(i);
    }

    HWY_INLINE void find_path(size_t i, math::Vec soft) {
        const math::Floats d;
        const math::Vec none(0.0f), all(1.0f);
        math::Triple<math::Vec> color = load_color(rows(), i);
        if (!math::all(color.x >= none)) {
            color = math::gamut_blue(color.x, color.y, color.z);
            store_color(color, rows(), i);
        }
        const auto path = math::gamut_way(color);
        const math::Truth has_room = math::gamut_has_room(color, path.lightness, soft);
        const math::Vec kept =
            math::where(has_room, all, math::gamut_kept(color, path.lightness, soft));
        hn::Store(path.lightness.v, d, lightness_ + i);
        hn::Store(kept.v, d, kept_ + i);
        store_color(path.chroma, chroma(), i);
    }

    HWY_INLINE void keep_chroma(size_t i) {
        const auto path = path_at(i);
        const math::Truth whole = path.kept >= math::Vec(1.0f);
        if (!math::all(whole)) store_unless(whole, math::gamut_inner(path), i);
    }

    HWY_INLINE void dim(size_t i, const math::GamutWhite<math::Vec>& white, math::Vec soft) {
        const auto inner = load_color(rows(), i);
        const math::Truth lights = math::gamut_lights(inner, white.top, soft);
        if (!math::all(lights))
            store_unless(lights, math::gamut_dimmed(path_at(i), inner, white, soft), i);
    }

    HWY_INLINE void fit(size_t i, math::Vec top) {
        const auto lit = load_color(rows(), i);
        const math::Truth shows = math::gamut_shows(lit, top);
        if (!math::all(shows)) store_unless(shows, math::gamut_fit(lit.x, lit.y, lit.z, top), i);
    }

    HWY_INLINE math::GamutPath<math::Vec> path_at(size_t i) {
        const math::Floats d;
        return {hn::Load(d, lightness_ + i), load_color(chroma(), i), hn::Load(d, kept_ + i)};
    }

    // Replaces the colors for which the condition does not hold.
    HWY_INLINE void store_unless(math::Truth holds, const math::Triple<math::Vec>& color,
                                 size_t i) {
        store_color(math::chosen(holds, load_color(rows(), i), color), rows(), i);
    }

    static constexpr size_t room = strip_pixels + HWY_MAX_BYTES / sizeof(float);
    HWY_INLINE ColorRows rows() { return {r_, g_, b_}; }
    HWY_INLINE ColorRows chroma() { return {chroma_[0], chroma_[1], chroma_[2]}; }

    size_t vectors_ = 0;
    size_t count_ = 0;
    ChosenLanes chosen_[strip_pixels / hn::MaxLanes(math::Floats())];
    HWY_ALIGN float r_[room];
    HWY_ALIGN float g_[room];
    HWY_ALIGN float b_[room];
    HWY_ALIGN float chroma_[3][room];
    HWY_ALIGN float lightness_[room];
    HWY_ALIGN float kept_[room];
};

// The operands of gamut_map that are the same for all pixels: peak and softness.
constexpr unsigned gamut_limits = 0b11000;

// gamut_map where those are blocks.
void gamut_map_strip(const PointStep& step, const Strip& strip) {
    using math::Vec;
    const auto row = [&](int entry) { return static_cast<float*>(strip.at[entry]); };
    const ColorRows from = {row(step.in[0]), row(step.in[1]), row(step.in[2])};
    const ColorRows to = {row(step.out[0]), row(step.out[1]), row(step.out[2])};
    const Vec top = math::gamut_top(Vec(*row(step.in[3])));
    const Vec soft = math::saturate(Vec(*row(step.in[4])));
    CollectedColors outside;
    for (size_t i = 0; i < static_cast<size_t>(strip.pixels); i += hn::Lanes(math::Floats())) {
        const math::Triple<Vec> color = load_color(from, i);
        const math::Truth inside = math::gamut_holds(color.x, color.y, color.z, top, soft);
        store_color(color, to, i);
        outside.add(color, {hn::Not(inside.m)});
    }
    outside.bend(top, soft);
    outside.put_back(to);
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
