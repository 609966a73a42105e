// SPDX-License-Identifier: BSD-2-Clause
//
// Gamut mapping of a line of pixels. Included once per SIMD target.
#if defined(TONELIFT_POINT_GAMUT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_POINT_GAMUT_INL_H_
#undef TONELIFT_POINT_GAMUT_INL_H_
#else
#define TONELIFT_POINT_GAMUT_INL_H_
#endif

#include "kernels/math/simd.h"
#include "kernels/point/chosen_lanes-inl.h"
#include "kernels/point/point.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

struct ColorRows {
    float* r;
    float* g;
    float* b;
    bool operator==(const ColorRows&) const = default;
};

HWY_INLINE ColorRows color_rows(const PixelStrip& strip, const uint16_t* entries) {
    const auto row = [&](int k) { return static_cast<float*>(strip.at[entries[k]]); };
    return {row(0), row(1), row(2)};
}

HWY_INLINE math::Vec uniform_at(const PixelStrip& strip, uint16_t entry) {
    return hn::Load(math::Floats(), static_cast<const float*>(strip.at[entry]));
}

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

// Collects the colors of a line that need a change of chroma, changes them, and puts them back.
// Each array has room for one vector beyond the end of a line, because only whole vectors are
// stored.
class CollectedColors {
  public:
    // Adds lanes of the vector that begins at pixel `place`.
    HWY_INLINE void add(size_t place, const math::Triple<math::Vec>& color, math::Mask which) {
        const math::Floats d;
        const ChosenLanes lanes(which);
        if (!lanes.any()) return;
        chosen_[vectors_] = lanes;
        places_[vectors_++] = static_cast<uint16_t>(place);
        const size_t at = count_;
        hn::StoreU(lanes.packed(color.x.v), d, r_ + at);
        hn::StoreU(lanes.packed(color.y.v), d, g_ + at);
        hn::StoreU(lanes.packed(color.z.v), d, b_ + at);
        count_ = at + lanes.count();
    }

    // Applies the gamut mapping to the collected colors. A processor cannot overlap the iterations
    // of one long loop. Many short loops would be slow for the few colors that most lines have.
    HWY_INLINE void bend(const math::Gamut<math::Vec>& gamut) {
        const math::Floats d;
        for (float* row : {r_, g_, b_}) hn::StoreU(hn::Zero(d), d, row + count_);
        each_vector([&](size_t i) HWY_ATTR { find_line(i, gamut); });
        each_vector([&](size_t i) HWY_ATTR { find_share(i); });
        each_vector([&](size_t i) HWY_ATTR { show(i, gamut); });
    }

    HWY_INLINE void put_back(const ColorRows& to) const {
        const math::Floats d;
        for (size_t k = 0, next = 0; k < vectors_; ++k) {
            const ChosenLanes& lanes = chosen_[k];
            const auto put = [&](const float* from, float* row) HWY_ATTR {
                float* const at = row + places_[k];
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
        const size_t count = count_;
        for (size_t i = 0; i < count; i += hn::Lanes(math::Floats())) step(i);
    }

    HWY_INLINE void find_line(size_t i, const math::Gamut<math::Vec>& gamut) {
        const auto color = load_color(rows(), i);
        const auto line = math::gamut_line_of(color, math::gamut_luminance(color), gamut);
        store(line.x.slope, x_slope_, i);
        store(line.x.bend, x_bend_, i);
        store(line.z.slope, z_slope_, i);
        store(line.z.bend, z_bend_, i);
        store(line.luminance, luminance_, i);
        store(line.raised, raised_, i);
        store(line.light, light_, i);
        find_drop(i, line, gamut);
    }

    // Stores the lowest level of a component, and the drop to this level. Both are 0 for colors
    // that have room.
    HWY_INLINE void find_drop(size_t i, const math::HueLine<math::Vec>& line,
                              const math::Gamut<math::Vec>& gamut) {
        const math::Mask has_room = math::gamut_has_room(line, gamut);
        math::Vec level(0.0f), drop(0.0f);
        if (!math::all(has_room)) {
            level = or_zero(has_room, math::gamut_level(line, gamut));
            drop = or_zero(has_room, math::gamut_drop(line, level));
        }
        store(level, level_, i);
        store(drop, drop_, i);
    }

    HWY_INLINE static math::Vec or_zero(math::Mask zero, math::Vec v) {
        return hn::IfThenZeroElse(zero.m, v.v);
    }

    // Colors that have room have the drop 0, and keep their chroma.
    HWY_INLINE void find_share(size_t i) {
        const math::Vec drop = load(drop_, i), whole(1.0f);
        const math::Mask keeps = drop == math::Vec(0.0f);
        store(math::all(keeps) ? whole
                               : math::where(keeps, whole, math::gamut_share(line_at(i), drop)),
              share_, i);
    }

    HWY_INLINE void show(size_t i, const math::Gamut<math::Vec>& gamut) {
        const auto color = load_color(rows(), i);
        const math::Vec luminance = load(luminance_, i);
        math::Vec share = load(share_, i);
        if (!math::all(math::gamut_is_dull(color, luminance, gamut)))
            share = share - share * math::gamut_glow(color, luminance, gamut);
        const auto shown = math::gamut_shown(line_at(i), share, load(level_, i));
        store_color(math::gamut_limited(shown, gamut), rows(), i);
    }

    HWY_INLINE math::HueLine<math::Vec> line_at(size_t i) const {
        const math::Vec unused(0.0f);
        return {{load(x_slope_, i), load(x_bend_, i)},
                {load(z_slope_, i), load(z_bend_, i)},
                load(luminance_, i),
                load(raised_, i),
                unused,
                unused,
                load(light_, i)};
    }

    HWY_INLINE static math::Vec load(const float* row, size_t i) {
        return hn::Load(math::Floats(), row + i);
    }
    HWY_INLINE static void store(math::Vec v, float* row, size_t i) {
        hn::Store(v.v, math::Floats(), row + i);
    }

    static constexpr size_t room = long_strip_pixels + HWY_MAX_BYTES / sizeof(float);
    HWY_INLINE ColorRows rows() { return {r_, g_, b_}; }

    size_t vectors_ = 0;
    size_t count_ = 0;
    ChosenLanes chosen_[long_strip_pixels / hn::MaxLanes(math::Floats())];
    uint16_t places_[long_strip_pixels / hn::MaxLanes(math::Floats())];
    HWY_ALIGN float r_[room];
    HWY_ALIGN float g_[room];
    HWY_ALIGN float b_[room];
    HWY_ALIGN float x_slope_[room];
    HWY_ALIGN float x_bend_[room];
    HWY_ALIGN float z_slope_[room];
    HWY_ALIGN float z_bend_[room];
    HWY_ALIGN float luminance_[room];
    HWY_ALIGN float raised_[room];
    HWY_ALIGN float light_[room];
    HWY_ALIGN float level_[room];
    HWY_ALIGN float drop_[room];
    HWY_ALIGN float share_[room];
};

constexpr unsigned gamut_limits = 0b11000;

void gamut_map_strip(const PointStep& step, const PixelStrip& strip) {
    using math::Vec;
    const ColorRows from = color_rows(strip, step.in.data());
    const ColorRows to = color_rows(strip, step.out.data());
    const math::Gamut<Vec> gamut =
        math::gamut_of(uniform_at(strip, step.in[3]), uniform_at(strip, step.in[4]));
    const bool in_place = to == from;
    CollectedColors bent;
    const auto count = static_cast<size_t>(strip.pixels);
    for (size_t i = 0; i < count; i += hn::Lanes(math::Floats())) {
        const math::Triple<Vec> color = load_color(from, i);
        const math::Mask inside = math::gamut_needs_nothing(color, gamut);
        if (HWY_LIKELY(math::all(inside))) {
            if (!in_place) store_color(color, to, i);
            continue;
        }
        const auto only_dims = math::gamut_only_dims(color, math::gamut_luminance(color), gamut).m;
        const bool any_dims = math::any({hn::AndNot(inside.m, only_dims)});
        // The peak limit does not change colors inside, and put_back() overwrites bent colors.
        store_color(any_dims ? math::gamut_limited(color, gamut) : color, to, i);
        bent.add(i, color, {hn::Not(hn::Or(inside.m, only_dims))});
    }
    bent.bend(gamut);
    bent.put_back(to);
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
