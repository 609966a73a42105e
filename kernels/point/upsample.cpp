// SPDX-License-Identifier: BSD-2-Clause
//
// Upsamples a plane by 2 or 4 while a program reads the plane.
#include "kernels/point/point.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/point/upsample.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/math/simd.h"
// clang-format on

#include <array>

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {

using math::Floats;
using math::Vec;
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE int lanes() { return static_cast<int>(hn::Lanes(Floats())); }
HWY_INLINE Vec load(const float* from) { return hn::LoadU(Floats(), from); }

HWY_INLINE Vec vector_at(const uint16_t* from) { return math::from_codes(from); }
HWY_INLINE Vec vector_at(const float* from) { return load(from); }
HWY_INLINE float number_at(const uint16_t* from) {
    return static_cast<float>(*from) * (1.0f / 65535.0f);
}
HWY_INLINE float number_at(const float* from) { return *from; }

struct Columns {
    int first;
    int count;
    int width;

    Columns(const PixelStrip& strip, const CoarseStrip& coarse)
        : first(strip.x / coarse.ratio), count(strip.pixels / coarse.ratio), width(coarse.width) {}
};

template <class GetVector, class GetNumber>
HWY_INLINE void read_columns(const Columns& columns, GetVector vector, GetNumber number,
                             float* to) {
    for (int i = 0; i < columns.count; i += lanes()) hn::StoreU(vector(i).v, Floats(), to + 1 + i);
    to[0] = number(columns.first > 0 ? -1 : 0);
    const int last = columns.width - 1 - columns.first;
    if (last > columns.count - 1)
        to[1 + columns.count] = number(columns.count);
    else
        to[2 + last] = number(last);
}

template <class Sample>
void read_row(const void* memory, const Columns& columns, float* to) {
    const auto* row = static_cast<const Sample*>(memory);
    read_columns(
        columns, [=](int i) HWY_ATTR { return vector_at(row + i); },
        [=](int i) { return number_at(row + i); }, to);
}

template <class Sample>
void mix_rows(const CoarseRows& rows, float part, const Columns& columns, float* to) {
    const auto* above = static_cast<const Sample*>(rows.above);
    const auto* below = static_cast<const Sample*>(rows.below);
    const Vec way(part);
    const auto mixed = [=](Vec a, Vec b) HWY_ATTR { return math::mix(a, b, way); };
    read_columns(
        columns, [=](int i) HWY_ATTR { return mixed(vector_at(above + i), vector_at(below + i)); },
        [=](int i) HWY_ATTR {
            const Vec a(number_at(above + i)), b(number_at(below + i));
            return hn::GetLane(mixed(a, b).v);
        },
        to);
}

void read_row(const CoarseRows& rows, const void* row, const Columns& columns, float* to) {
    (rows.storage == Storage::unorm16 ? read_row<uint16_t> : read_row<float>)(row, columns, to);
}

// Finds the cells of pixels. A cell is the area between neighboring samples of the small plane.
// Cell 0 begins half a sample before pixel 0.
template <int ratio>
class CellsOfPixels {
  public:
    CellsOfPixels() : order_(hn::SetTableIndices(Floats(), cells().data())) {}

    // Returns the values of the cells of pixels x, x + 1, ... `x` is a multiple of lanes().
    HWY_INLINE Vec operator()(const float* values, int x) const {
        const float* const first = values + (x + first_pixel) / ratio;
        return hn::TableLookupLanes(cells_from(first), order_);
    }

    // Returns the distances of the pixels from the left borders of their cells, as shares of the
    // width of a cell.
    HWY_INLINE Vec across(int x) const { return load(across_.data() + x % ratio); }

  private:
    static constexpr int most_lanes = hn::MaxLanes(Floats());

    // A vector of pixels lies in lanes() / ratio + 1 cells. If half a vector has room for them,
    // only this half is loaded, because shorter loads cross fewer borders of cache lines.
    HWY_INLINE static hn::Vec<Floats> cells_from(const float* first) {
#if HWY_TARGET != HWY_SCALAR
        using Half = hn::Half<Floats>;
        if constexpr (most_lanes / ratio + 1 <= static_cast<int>(hn::MaxLanes(Half())))
            return hn::ZeroExtendVector(Floats(), hn::LoadU(Half(), first));
#endif
        return hn::LoadU(Floats(), first);
    }

    // A vector of one pixel has one cell.
    static constexpr int first_pixel = most_lanes > 1 ? 0 : ratio / 2;

    static constexpr std::array<int32_t, most_lanes> cells() {
        std::array<int32_t, most_lanes> cells{};
        for (int i = 0; i < most_lanes && most_lanes > 1; ++i) cells[i] = (i + ratio / 2) / ratio;
        return cells;
    }

    static constexpr std::array<float, most_lanes + ratio> distances() {
        std::array<float, most_lanes + ratio> distances{};
        for (size_t i = 0; i < distances.size(); ++i)
            distances[i] = (static_cast<float>((i + ratio / 2) % ratio) + 0.5f) / ratio;
        return distances;
    }

    static constexpr std::array<float, most_lanes + ratio> across_ = distances();
    decltype(hn::SetTableIndices(Floats(), static_cast<const int32_t*>(nullptr))) order_;
};

template <int ratio>
void spread_bilinear(const CoarseStrip& coarse, const PixelStrip& strip, float* to) {
    float means[most_columns];
    const bool codes = coarse.value.storage == Storage::unorm16;
    const Columns columns(strip, coarse);
    (codes ? mix_rows<uint16_t> : mix_rows<float>)(coarse.value, coarse.part, columns, means);
    const CellsOfPixels<ratio> at;
    for (int x = 0; x < strip.pixels; x += lanes()) {
        const Vec pixels = math::mix(at(means, x), at(means + 1, x), at.across(x));
        hn::StoreU(pixels.v, Floats(), to + x);
    }
}

HWY_INLINE Vec least_of(const Vec (&v)[4]) {
    return math::min(math::min(v[0], v[1]), math::min(v[2], v[3]));
}
HWY_INLINE Vec most_of(const Vec (&v)[4]) {
    return math::max(math::max(v[0], v[1]), math::max(v[2], v[3]));
}

HWY_INLINE void store_offsets(const Vec (&v)[4], const Vec (&g)[4], Vec slope, int i,
                              CoarseCells& cells) {
    Vec offset[4];
    for (int k = 0; k < 4; ++k) offset[k] = hn::NegMulAdd(slope.v, g[k].v, v[k].v);
    const Vec right = offset[1] - offset[0];
    hn::StoreU(offset[0].v, Floats(), cells.start + i);
    hn::StoreU((offset[2] - offset[0]).v, Floats(), cells.down + i);
    hn::StoreU(right.v, Floats(), cells.right + i);
    hn::StoreU((offset[3] - offset[2] - right).v, Floats(), cells.bend + i);
}

void compute_cells(const CoarseStrip& coarse, const Columns& columns, CoarseCells& cells) {
    const Vec epsilon(4 * coarse.epsilon), quarter(0.25f);
    const Vec steepest(coarse.steepest), falling(-coarse.steepest), overshoot(coarse.overshoot);
    const bool codes = coarse.value.storage == Storage::unorm16;
    const CoarseCells::Row &above = cells.row(0), &below = cells.row(1);
    const float* const values[] = {above.value, below.value};
    const float* const guides[] = {above.guide, below.guide};
    for (int i = 0; i <= columns.count; i += lanes()) {
        const auto corners = [i](const float* const(&rows)[2], Vec(&to)[4]) HWY_ATTR {
            for (int k = 0; k < 4; ++k) to[k] = load(rows[k / 2] + i + k % 2);
        };
        Vec v[4], g[4];
        corners(values, v);
        corners(guides, g);
        const Vec mean = quarter * ((g[0] + g[1]) + (g[2] + g[3]));
        Vec variance = epsilon, covariance(0.0f);
        for (int k = 0; k < 4; ++k) {
            const Vec off = g[k] - mean;
            variance = math::multiply_add(off, off, variance);
            if (k > 0) covariance = math::multiply_add(off, v[k] - v[0], covariance);
        }
        const Vec slope = math::clamp(covariance / variance, falling, steepest);
        hn::StoreU(slope.v, Floats(), cells.slope + i);
        store_offsets(v, g, slope, i, cells);
        if (!coarse.bounded) continue;
        const Vec least = least_of(v) - overshoot, most = most_of(v) + overshoot;
        hn::StoreU((codes ? math::saturate(least) : least).v, Floats(), cells.least + i);
        hn::StoreU((codes ? math::saturate(most) : most).v, Floats(), cells.most + i);
    }
}

// Returns the cells between two adjacent rows of the small plane. If the upper row was the lower
// row in the previous call, reuses the values of this row.
const CoarseCells& find_cells(const CoarseStrip& coarse, const Columns& columns) {
    CoarseCells& cells = *coarse.cells;
    if (cells.above == coarse.value.above && cells.below == coarse.value.below) return cells;
    const bool known = cells.above != nullptr && cells.below == coarse.value.above;
    if (known) cells.first = 1 - cells.first;
    for (int k = known ? 1 : 0; k < 2; ++k) {
        const auto row = [k](const CoarseRows& rows) { return k == 0 ? rows.above : rows.below; };
        read_row(coarse.value, row(coarse.value), columns, cells.row(k).value);
        read_row(coarse.guide, row(coarse.guide), columns, cells.row(k).guide);
    }
    compute_cells(coarse, columns, cells);
    cells.above = coarse.value.above;
    cells.below = coarse.value.below;
    return cells;
}

// The offsets of the cells of a row of pixels: start + across * step.
struct Offsets {
    alignas(64) float start[most_columns];
    alignas(64) float step[most_columns];

    Offsets(const CoarseCells& cells, float part, int count) {
        const Vec way(part);
        for (int i = 0; i <= count; i += lanes()) {
            const auto lowered = [&](const float* above, const float* change) HWY_ATTR {
                return math::multiply_add(way, load(change + i), load(above + i));
            };
            hn::StoreU(lowered(cells.start, cells.down).v, Floats(), start + i);
            hn::StoreU(lowered(cells.right, cells.bend).v, Floats(), step + i);
        }
    }
};

template <int ratio>
void spread_joint(const CoarseStrip& coarse, const PixelStrip& strip, const float* fine,
                  uint32_t varies, float* to) {
    const Columns columns(strip, coarse);
    const CoarseCells& cells = find_cells(coarse, columns);
    const Offsets offsets(cells, coarse.part, columns.count);
    const CellsOfPixels<ratio> at;
    const bool bounded = coarse.bounded;
    const int count = strip.pixels;
    for (int x = 0; x < count; x += lanes()) {
        const Vec offset =
            math::multiply_add(at(offsets.step, x), at.across(x), at(offsets.start, x));
        const Vec guide = load(varies == 0 ? fine : fine + x);
        const Vec pixels = math::multiply_add(at(cells.slope, x), guide, offset);
        const Vec limited = bounded ? math::clamp(pixels, at(cells.least, x), at(cells.most, x))
                                    : math::saturate(pixels);
        hn::StoreU(limited.v, Floats(), to + x);
    }
}

void upsample(const PointStep& step, const PixelStrip& strip) {
    const auto& coarse = *static_cast<const CoarseStrip*>(strip.at[step.in[1]]);
    const auto* fine = static_cast<const float*>(strip.at[step.in[0]]);
    auto* to = static_cast<float*>(strip.at[step.out[0]]);
    const uint32_t varies = step.varies[0];
    if (coarse.joint)
        (coarse.ratio == 2 ? spread_joint<2> : spread_joint<4>)(coarse, strip, fine, varies, to);
    else
        (coarse.ratio == 2 ? spread_bilinear<2> : spread_bilinear<4>)(coarse, strip, to);
}

PointLoop upsampling_loop() { return upsample; }

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {

HWY_EXPORT(upsampling_loop);

PointLoop find_upsampling_loop(const InstructionSet& set) {
    return TONELIFT_DISPATCH(set, upsampling_loop)();
}

}  // namespace tonelift
#endif
