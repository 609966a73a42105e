// SPDX-License-Identifier: BSD-2-Clause
//
// Scales planes on the CPU.
#include "kernels/resample/resample.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/resample/resample_grid.h"
#include "kernels/resample/resample_policy.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/resample/resample_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, resample_padding>;
using V = hn::Vec<D>;
using DI = hn::RebindToSigned<D>;
constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));

inline int padded(int n) {
    return (n + resample_padding - 1) / resample_padding * resample_padding;
}

template <class Value>
HWY_INLINE void fill_row(float* out, int n, const Value& value) {
    int x = 0;
    for (; x + lanes <= n; x += lanes) hn::StoreU(value(x), D(), out + x);
    if (x >= n) return;
    HWY_ALIGN float last[lanes];
    hn::Store(value(x), D(), last);
    std::memcpy(out + x, last, static_cast<size_t>(n - x) * sizeof(float));
}

HWY_INLINE V gathered(const float* row, const int32_t* index) {
    return hn::GatherIndex(D(), row, hn::LoadU(DI(), index));
}

// ---------------------------------------------------------------------------------------------
// Resampling of kind `area`.

void add_rows(const Resample& resample, const ResampleBand& band, int y, double scale, float* sum) {
    const Cover cover =
        area_cover(band.y + y, grid_scale(resample.in_height, band.out_height), resample.in_height);
    const int first = cover.first();
    for (int row = first; row < resample.in_height; ++row) {
        const double weight = area_weight(cover, row);
        if (row > first && weight <= 0) return;
        const float* from = band.value + (row - band.input.first) * band.pitch;
        const V w = hn::Set(D(), static_cast<float>(weight * scale));
        const auto load = [&](int x) HWY_ATTR { return hn::LoadU(D(), from + x); };
        if (row == first) {
            fill_row(sum, resample.in_width / lanes * lanes,
                     [&](int x) HWY_ATTR { return hn::Mul(w, load(x)); });
        } else {
            fill_row(sum, resample.in_width / lanes * lanes, [&](int x) HWY_ATTR {
                return hn::MulAdd(w, load(x), hn::LoadU(D(), sum + x));
            });
        }
        for (int x = resample.in_width / lanes * lanes; x < resample.in_width; ++x) {
            sum[x] = static_cast<float>(weight * scale) * from[x] + (row == first ? 0.0f : sum[x]);
        }
    }
}

inline void halve_row(float* row, int out_width) {
    int x = 0;
#if HWY_TARGET != HWY_SCALAR
    for (; x + lanes <= out_width; x += lanes) {
        const V a = hn::LoadU(D(), row + 2 * x);
        const V b = hn::LoadU(D(), row + 2 * x + lanes);
        hn::StoreU(hn::Add(hn::ConcatEven(D(), b, a), hn::ConcatOdd(D(), b, a)), D(), row + x);
    }
#endif
    for (; x < out_width; ++x) row[x] = row[2 * x] + row[2 * x + 1];
}

struct AreaColumns {
    int32_t* first;
    float* offset;
    float length;
    int taps;
};

void add_columns(const AreaColumns& columns, const float* sum, int in_width, int out_width,
                 float* out) {
    const V length = hn::Set(D(), columns.length);
    const auto last = hn::Set(DI(), in_width - 1);
    fill_row(out, out_width, [&](int x) HWY_ATTR {
        const auto first = hn::LoadU(DI(), columns.first + x);
        const V begin = hn::LoadU(D(), columns.offset + x);
        const V end = hn::Add(begin, length);
        V total = hn::Zero(D());
        for (int k = 0; k < columns.taps; ++k) {
            const V low = hn::Max(begin, hn::Set(D(), static_cast<float>(k)));
            const V high = hn::Min(end, hn::Set(D(), static_cast<float>(k + 1)));
            const V weight = hn::Max(hn::Sub(high, low), hn::Zero(D()));
            const auto index = hn::Min(hn::Add(first, hn::Set(DI(), k)), last);
            total = hn::MulAdd(weight, hn::GatherIndex(D(), sum, index), total);
        }
        return total;
    });
}

void area_band(const Resample& resample, const ResampleBand& band, float* scratch) {
    const double across = static_cast<double>(resample.in_width) / band.out_width;
    const double down = static_cast<double>(resample.in_height) / band.out_height;
    float* sum = scratch;
    AreaColumns columns{reinterpret_cast<int32_t*>(sum + padded(resample.in_width)), nullptr,
                        static_cast<float>(across), static_cast<int>(std::ceil(across)) + 1};
    columns.offset = reinterpret_cast<float*>(columns.first + padded(band.out_width));
    for (int x = 0; x < padded(band.out_width); ++x) {
        const Cover cover = area_cover(std::min(x, band.out_width - 1), across, resample.in_width);
        columns.first[x] = cover.first();
        columns.offset[x] = static_cast<float>(cover.begin - cover.first());
    }
    int halvings = 0;
    while ((band.out_width << halvings) < resample.in_width && halvings < 16) ++halvings;
    const bool power_of_two = (band.out_width << halvings) == resample.in_width;
    for (int y = 0; y < band.rows; ++y) {
        float* out = band.out + y * band.out_pitch;
        add_rows(resample, band, y, 1.0 / (across * down), sum);
        if (power_of_two) {
            for (int i = halvings - 1; i >= 0; --i) halve_row(sum, band.out_width << i);
            std::memcpy(out, sum, static_cast<size_t>(band.out_width) * sizeof(float));
        } else {
            add_columns(columns, sum, resample.in_width, band.out_width, out);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Resampling of kinds `bilinear` and `joint`.

struct PairColumns {
    int32_t* low;
    int32_t* high;
    float* part;
};

PairColumns make_pairs(const Resample& resample, const ResampleBand& band, float* scratch) {
    const int width = padded(band.out_width);
    auto* low = reinterpret_cast<int32_t*>(scratch);
    const PairColumns pairs{low, low + width, scratch + 2 * width};
    const double scale = grid_scale(resample.in_width, band.out_width);
    for (int x = 0; x < width; ++x) {
        const Pair pair = bilinear_pair(std::min(x, band.out_width - 1), scale, resample.in_width);
        pairs.low[x] = pair.low;
        pairs.high[x] = pair.high;
        pairs.part[x] = static_cast<float>(pair.part);
    }
    return pairs;
}

template <int planes>
class spread_rows {
  public:
    spread_rows(float* scratch, int width) : width_(width) {
        for (int i = 0; i < 2; ++i) rows_[i] = scratch + static_cast<ptrdiff_t>(i) * planes * width;
    }

    template <class Spread>
    const float* get(int row, int other, const Spread& spread) {
        if (held_[0] == row) return rows_[0];
        if (held_[1] == row) return rows_[1];
        const int slot = held_[0] == other ? 1 : 0;
        held_[slot] = row;
        spread(row, rows_[slot]);
        return rows_[slot];
    }
    int width() const { return width_; }

  private:
    int width_;
    float* rows_[2];
    int held_[2] = {-1, -1};
};

void bilinear_band(const Resample& resample, const ResampleBand& band, float* scratch) {
    const PairColumns pairs = make_pairs(resample, band, scratch);
    const int width = padded(band.out_width);
    spread_rows<1> rows(scratch + 3 * width, width);
    const auto spread = [&](int row, float* to) HWY_ATTR {
        const float* from = band.value + (row - band.input.first) * band.pitch;
        fill_row(to, width, [&](int x) HWY_ATTR {
            const V low = gathered(from, pairs.low + x);
            const V high = gathered(from, pairs.high + x);
            return hn::MulAdd(hn::LoadU(D(), pairs.part + x), hn::Sub(high, low), low);
        });
    };
    const double scale = grid_scale(resample.in_height, band.out_height);
    for (int y = 0; y < band.rows; ++y) {
        const Pair pair = bilinear_pair(band.y + y, scale, resample.in_height);
        const float* low = rows.get(pair.low, pair.high, spread);
        const float* high = rows.get(pair.high, pair.low, spread);
        const V part = hn::Set(D(), static_cast<float>(pair.part));
        fill_row(band.out + y * band.out_pitch, band.out_width, [&](int x) HWY_ATTR {
            const V a = hn::LoadU(D(), low + x);
            return hn::MulAdd(part, hn::Sub(hn::LoadU(D(), high + x), a), a);
        });
    }
}

struct Corners {
    V v[4];
};

// Returns the slope of the linear regression of `value` over `guide`, for four neighboring pixels.
HWY_INLINE V joint_slope(const Corners& value, const Corners& guide, const Resample& resample) {
    const V quarter = hn::Set(D(), 0.25f);
    const V mean =
        hn::Mul(quarter, hn::Add(hn::Add(guide.v[0], guide.v[1]), hn::Add(guide.v[2], guide.v[3])));
    V variance = hn::Set(D(), 4 * resample.epsilon), covariance = hn::Zero(D());
    for (int i = 0; i < 4; ++i) {
        const V off = hn::Sub(guide.v[i], mean);
        variance = hn::MulAdd(off, off, variance);
        if (i > 0) covariance = hn::MulAdd(off, hn::Sub(value.v[i], value.v[0]), covariance);
    }
    const V steepest = hn::Set(D(), resample.steepest);
    return hn::Clamp(hn::Div(covariance, variance), hn::Neg(steepest), steepest);
}

HWY_INLINE V lower_bound(const Corners& value, float overshoot) {
    const V least = hn::Min(hn::Min(value.v[0], value.v[1]), hn::Min(value.v[2], value.v[3]));
    return hn::Sub(least, hn::Set(D(), overshoot));
}
HWY_INLINE V upper_bound(const Corners& value, float overshoot) {
    const V most = hn::Max(hn::Max(value.v[0], value.v[1]), hn::Max(value.v[2], value.v[3]));
    return hn::Add(most, hn::Set(D(), overshoot));
}

HWY_INLINE V mixed(V from, V to, V part) { return hn::MulAdd(part, hn::Sub(to, from), from); }

HWY_INLINE V mean_of(const Corners& of, V across, V down) {
    return mixed(mixed(of.v[0], of.v[1], across), mixed(of.v[2], of.v[3], across), down);
}

HWY_INLINE Corners spread_corners(const float* low, const float* high, int width, int plane,
                                  int x) {
    const int at = 2 * plane * width + x;
    return {{hn::LoadU(D(), low + at), hn::LoadU(D(), low + at + width), hn::LoadU(D(), high + at),
             hn::LoadU(D(), high + at + width)}};
}

void joint_band(const Resample& resample, const ResampleBand& band, float* scratch) {
    const D d;
    const PairColumns pairs = make_pairs(resample, band, scratch);
    const int width = padded(band.out_width);
    float* fine = scratch + 3 * width;
    spread_rows<4> rows(fine + width, width);
    const auto spread = [&](int row, float* to) HWY_ATTR {
        const ptrdiff_t at = (row - band.input.first) * band.pitch;
        for (int plane = 0; plane < 4; ++plane) {
            const float* from = (plane < 2 ? band.value : band.guide) + at;
            const int32_t* index = plane % 2 == 0 ? pairs.low : pairs.high;
            fill_row(to + plane * width, width,
                     [&](int x) HWY_ATTR { return gathered(from, index + x); });
        }
    };
    std::fill(fine, fine + width, 0.0f);
    const double scale = grid_scale(resample.in_height, band.out_height);
    for (int y = 0; y < band.rows; ++y) {
        const Pair pair = bilinear_pair(band.y + y, scale, resample.in_height);
        const float* low = rows.get(pair.low, pair.high, spread);
        const float* high = rows.get(pair.high, pair.low, spread);
        const V down = hn::Set(d, static_cast<float>(pair.part));
        std::memcpy(fine, band.fine_guide + y * band.out_pitch,
                    static_cast<size_t>(band.out_width) * sizeof(float));
        fill_row(band.out + y * band.out_pitch, band.out_width, [&](int x) HWY_ATTR {
            const V across = hn::LoadU(d, pairs.part + x);
            const Corners value = spread_corners(low, high, width, 0, x);
            const Corners guide = spread_corners(low, high, width, 1, x);
            const V off = hn::Sub(hn::LoadU(d, fine + x), mean_of(guide, across, down));
            const V slope = joint_slope(value, guide, resample);
            const V result = hn::MulAdd(slope, off, mean_of(value, across, down));
            return hn::Clamp(result, lower_bound(value, resample.overshoot),
                             upper_bound(value, resample.overshoot));
        });
    }
}

// Scaling to twice the width and height is a special case. It needs no gather instructions, and two
// output rows use the same slopes.

bool doubles(const Resample& resample, const ResampleBand& band) {
    return 2 * resample.in_width == band.out_width && 2 * resample.in_height == band.out_height;
}

struct CoarseRow {
    const float* value;
    const float* guide;
};

class CoarseRows {
  public:
    CoarseRows(const Resample& resample, const ResampleBand& band, float* scratch)
        : band_(band), width_(resample.in_width), rows_(scratch, padded(width_ + 2)) {}

    CoarseRow get(int row, int other) {
        const float* at = rows_.get(row, other, [&](int y, float* to) { copy(y, to); });
        return {at + 1, at + 1 + rows_.width()};
    }

  private:
    void copy(int row, float* to) const {
        const ptrdiff_t at = (row - band_.input.first) * band_.pitch;
        for (const float* from : {band_.value + at, band_.guide + at}) {
            to[0] = from[0];
            std::memcpy(to + 1, from, static_cast<size_t>(width_) * sizeof(float));
            to[width_ + 1] = from[width_ - 1];
            to += rows_.width();
        }
    }

    const ResampleBand& band_;
    int width_;
    spread_rows<2> rows_;
};

HWY_INLINE Corners cell_corners(const float* above, const float* below, int x) {
    return {{hn::LoadU(D(), above + x - 1), hn::LoadU(D(), above + x),
             hn::LoadU(D(), below + x - 1), hn::LoadU(D(), below + x)}};
}

struct CellLines {
    float* slope;
    float* least;
    float* most;
    float* left;
    float* right;
};

void find_cells(const Resample& resample, CoarseRow above, CoarseRow below, int cells,
                const CellLines& to) {
    for (int x = 0; x < cells; x += lanes) {
        const Corners value = cell_corners(above.value, below.value, x);
        const Corners guide = cell_corners(above.guide, below.guide, x);
        const V slope = joint_slope(value, guide, resample);
        hn::StoreU(slope, D(), to.slope + x);
        hn::StoreU(lower_bound(value, resample.overshoot), D(), to.least + x);
        hn::StoreU(upper_bound(value, resample.overshoot), D(), to.most + x);
    }
}

void find_offsets(CoarseRow above, CoarseRow below, int cells, float part, const CellLines& to) {
    const V down = hn::Set(D(), part);
    const auto offset = [&](int cell, int column) HWY_ATTR {
        const auto mean = [&](const float* a, const float* b) HWY_ATTR {
            return mixed(hn::LoadU(D(), a + column), hn::LoadU(D(), b + column), down);
        };
        return hn::NegMulAdd(hn::LoadU(D(), to.slope + cell), mean(above.guide, below.guide),
                             mean(above.value, below.value));
    };
    fill_row(to.left, cells, [&](int x) HWY_ATTR { return offset(x, x - 1); });
    fill_row(to.right, cells, [&](int x) HWY_ATTR { return offset(x, x); });
}

void double_row(const CellLines& lines, const float* fine, int in_width, float* out) {
    const D d;
    const auto pixel = [&](int cell, V part, V guide) HWY_ATTR {
        const V result = hn::MulAdd(
            hn::LoadU(d, lines.slope + cell), guide,
            mixed(hn::LoadU(d, lines.left + cell), hn::LoadU(d, lines.right + cell), part));
        return hn::Clamp(result, hn::LoadU(d, lines.least + cell), hn::LoadU(d, lines.most + cell));
    };
    const V far = hn::Set(d, 0.75f), near = hn::Set(d, 0.25f);
    int x = 0;
    for (; x + lanes <= in_width; x += lanes) {
        V even, odd;
        hn::LoadInterleaved2(d, fine + 2 * x, even, odd);
        hn::StoreInterleaved2(pixel(x, far, even), pixel(x + 1, near, odd), d, out + 2 * x);
    }
    for (; x < in_width; ++x) {
        const auto at = [&](int cell, float part, float guide) {
            const float result = lines.slope[cell] * guide + lines.left[cell] +
                                 part * (lines.right[cell] - lines.left[cell]);
            return std::clamp(result, lines.least[cell], lines.most[cell]);
        };
        out[2 * x] = at(x, 0.75f, fine[2 * x]);
        out[2 * x + 1] = at(x + 1, 0.25f, fine[2 * x + 1]);
    }
}

void joint_double_band(const Resample& resample, const ResampleBand& band, float* scratch) {
    const int cells = resample.in_width + 1, width = padded(cells + 1);
    const auto line = [&](int i) { return scratch + i * width; };
    const CellLines lines{line(0), line(1), line(2), line(3), line(4)};
    CoarseRows rows(resample, band, line(5));
    int last = -2;
    for (int y = 0; y < band.rows; ++y) {
        const Pair pair = bilinear_pair(band.y + y, 0.5, resample.in_height);
        const int pair_number = (band.y + y + 1) / 2;
        const CoarseRow above = rows.get(pair.low, pair.high);
        const CoarseRow below = rows.get(pair.high, pair.low);
        if (pair_number != last) find_cells(resample, above, below, cells, lines);
        last = pair_number;
        find_offsets(above, below, cells, static_cast<float>(pair.part), lines);
        double_row(lines, band.fine_guide + y * band.out_pitch, resample.in_width,
                   band.out + y * band.out_pitch);
    }
}

void resample_rows_target(const Resample& resample, const ResampleBand& band, float* scratch) {
    switch (resample.kind) {
        case ResampleKind::area:
            return area_band(resample, band, scratch);
        case ResampleKind::bilinear:
            return bilinear_band(resample, band, scratch);
        case ResampleKind::joint:
            return doubles(resample, band) ? joint_double_band(resample, band, scratch)
                                           : joint_band(resample, band, scratch);
        default:
            return;  // flips and transposes are in kernels/cpu/flip_pass.h
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {
namespace {

HWY_EXPORT(resample_rows_target);

size_t padded(int n) {
    return static_cast<size_t>((n + resample_padding - 1) / resample_padding * resample_padding);
}

}  // namespace

RowRange resample_input_rows(const Resample& resample, int out_height, int y, int rows) {
    const double scale = grid_scale(resample.in_height, out_height);
    if (resample.kind != ResampleKind::area) {
        return {bilinear_pair(y, scale, resample.in_height).low,
                bilinear_pair(y + rows - 1, scale, resample.in_height).high + 1};
    }
    const Cover end = area_cover(y + rows - 1, scale, resample.in_height);
    const int last = static_cast<int>(std::ceil(end.begin + end.length));
    return {area_cover(y, scale, resample.in_height).first(), std::min(last, resample.in_height)};
}

size_t resample_scratch(const Resample& resample, int out_width) {
    switch (resample.kind) {
        case ResampleKind::area:
            return padded(resample.in_width) + 2 * padded(out_width);
        case ResampleKind::bilinear:
            return 5 * padded(out_width);
        case ResampleKind::joint:
            return 12 * padded(out_width);
        default:
            return 0;
    }
}

void resample_band(const Resample& resample, const ResampleBand& band, float* scratch,
                   const InstructionSet& set) {
    TONELIFT_DISPATCH(set, resample_rows_target)(resample, band, scratch);
}

}  // namespace tonelift
#endif  // HWY_ONCE
