// SPDX-License-Identifier: BSD-2-Clause
//
// Resamples on the CPU. Area: rows are added up first, then columns. Bilinear and joint: each input
// row is spread to the output's width once and stays for all the output rows between it and the
// next.
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

inline int Padded(int n) {
    return (n + resample_padding - 1) / resample_padding * resample_padding;
}

// out[x] = value(x) for whole vectors; the last one is cut.
template <class Value>
HWY_INLINE void FillRow(float* out, int n, const Value& value) {
    int x = 0;
    for (; x + lanes <= n; x += lanes) hn::StoreU(value(x), D(), out + x);
    if (x >= n) return;
    HWY_ALIGN float last[lanes];
    hn::Store(value(x), D(), last);
    std::memcpy(out + x, last, static_cast<size_t>(n - x) * sizeof(float));
}

HWY_INLINE V Gather(const float* row, const int32_t* index) {
    return hn::GatherIndex(D(), row, hn::LoadU(DI(), index));
}

// ---------------------------------------------------------------------------------------------
// area

// What an output row covers, added up into `sum`, already divided by what a pixel covers in all.
void AddRows(const Resample& resample, const ResampleBand& band, int y, double scale, float* sum) {
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
            FillRow(sum, resample.in_width / lanes * lanes,
                    [&](int x) HWY_ATTR { return hn::Mul(w, load(x)); });
        } else {
            FillRow(sum, resample.in_width / lanes * lanes, [&](int x) HWY_ATTR {
                return hn::MulAdd(w, load(x), hn::LoadU(D(), sum + x));
            });
        }
        for (int x = resample.in_width / lanes * lanes; x < resample.in_width; ++x) {
            sum[x] = static_cast<float>(weight * scale) * from[x] + (row == first ? 0.0f : sum[x]);
        }
    }
}

// Sums of two neighbors, in place.
inline void HalveRow(float* row, int out_width) {
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
    float* offset;  // of what is covered, from the first pixel's start
    float length;
    int taps;
};

// The covered columns of a row of sums, for any ratio.
void AddColumns(const AreaColumns& columns, const float* sum, int in_width, int out_width,
                float* out) {
    const V length = hn::Set(D(), columns.length);
    const auto last = hn::Set(DI(), in_width - 1);
    FillRow(out, out_width, [&](int x) HWY_ATTR {
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

void AreaBand(const Resample& resample, const ResampleBand& band, float* scratch) {
    const double across = static_cast<double>(resample.in_width) / band.out_width;
    const double down = static_cast<double>(resample.in_height) / band.out_height;
    float* sum = scratch;
    AreaColumns columns{reinterpret_cast<int32_t*>(sum + Padded(resample.in_width)), nullptr,
                        static_cast<float>(across), static_cast<int>(std::ceil(across)) + 1};
    columns.offset = reinterpret_cast<float*>(columns.first + Padded(band.out_width));
    for (int x = 0; x < Padded(band.out_width); ++x) {
        const Cover cover = area_cover(std::min(x, band.out_width - 1), across, resample.in_width);
        columns.first[x] = cover.first();
        columns.offset[x] = static_cast<float>(cover.begin - cover.first());
    }
    int halvings = 0;
    while ((band.out_width << halvings) < resample.in_width && halvings < 16) ++halvings;
    const bool power_of_two = (band.out_width << halvings) == resample.in_width;
    for (int y = 0; y < band.rows; ++y) {
        float* out = band.out + y * band.out_pitch;
        AddRows(resample, band, y, 1.0 / (across * down), sum);
        if (power_of_two) {
            for (int i = halvings - 1; i >= 0; --i) HalveRow(sum, band.out_width << i);
            std::memcpy(out, sum, static_cast<size_t>(band.out_width) * sizeof(float));
        } else {
            AddColumns(columns, sum, resample.in_width, band.out_width, out);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// bilinear and joint

// The pair of columns of every output column.
struct PairColumns {
    int32_t* low;
    int32_t* high;
    float* part;
};

PairColumns MakePairs(const Resample& resample, const ResampleBand& band, float* scratch) {
    const int width = Padded(band.out_width);
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

// Two input rows spread to the output's width, kept until others are asked for.
template <int planes>
class SpreadRows {
  public:
    SpreadRows(float* scratch, int width) : width_(width) {
        for (int i = 0; i < 2; ++i) rows_[i] = scratch + static_cast<ptrdiff_t>(i) * planes * width;
    }

    // Plane k of the row is at the result + k * width.
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

void BilinearBand(const Resample& resample, const ResampleBand& band, float* scratch) {
    const PairColumns pairs = MakePairs(resample, band, scratch);
    const int width = Padded(band.out_width);
    SpreadRows<1> rows(scratch + 3 * width, width);
    const auto spread = [&](int row, float* to) HWY_ATTR {
        const float* from = band.value + (row - band.input.first) * band.pitch;
        FillRow(to, width, [&](int x) HWY_ATTR {
            const V low = Gather(from, pairs.low + x);
            const V high = Gather(from, pairs.high + x);
            return hn::MulAdd(hn::LoadU(D(), pairs.part + x), hn::Sub(high, low), low);
        });
    };
    const double scale = grid_scale(resample.in_height, band.out_height);
    for (int y = 0; y < band.rows; ++y) {
        const Pair pair = bilinear_pair(band.y + y, scale, resample.in_height);
        const float* low = rows.get(pair.low, pair.high, spread);
        const float* high = rows.get(pair.high, pair.low, spread);
        const V part = hn::Set(D(), static_cast<float>(pair.part));
        FillRow(band.out + y * band.out_pitch, band.out_width, [&](int x) HWY_ATTR {
            const V a = hn::LoadU(D(), low + x);
            return hn::MulAdd(part, hn::Sub(hn::LoadU(D(), high + x), a), a);
        });
    }
}

// What two neighbors of a row add to the sums of a joint pixel, all less the first neighbor of the
// upper row: differences keep their digits where the guide hardly varies.
struct JointSums {
    V value;
    V guide;
    V square;   // of the guide
    V product;  // of the guide and the value
};

struct JointCorner {
    V value;
    V guide;
};

// spread: values at low and high, guides at low and high.
HWY_INLINE JointCorner CornerOf(const float* spread, int width, int x, bool high) {
    const float* at = spread + (high ? width : 0) + x;
    return {hn::LoadU(D(), at), hn::LoadU(D(), at + 2 * width)};
}

HWY_INLINE JointSums JointRow(const float* spread, int width, int x, V part, JointCorner origin) {
    const JointCorner low = CornerOf(spread, width, x, false);
    const JointCorner high = CornerOf(spread, width, x, true);
    const V a = hn::Sub(low.guide, origin.guide), b = hn::Sub(high.guide, origin.guide);
    const V v = hn::Sub(low.value, origin.value), w = hn::Sub(high.value, origin.value);
    const auto mix = [&](V from, V to)
                         HWY_ATTR { return hn::MulAdd(part, hn::Sub(to, from), from); };
    return {mix(v, w), mix(a, b), mix(hn::Mul(a, a), hn::Mul(b, b)),
            mix(hn::Mul(a, v), hn::Mul(b, w))};
}

HWY_INLINE V JointPixel(const JointSums& sums, JointCorner origin, V fine, V epsilon) {
    const V variance = hn::Max(hn::NegMulAdd(sums.guide, sums.guide, sums.square), hn::Zero(D()));
    const V covariance = hn::NegMulAdd(sums.guide, sums.value, sums.product);
    const V slope = hn::Div(covariance, hn::Add(variance, epsilon));
    const V off = hn::Sub(hn::Sub(fine, origin.guide), sums.guide);
    return hn::Add(origin.value, hn::MulAdd(slope, off, sums.value));
}

void JointBand(const Resample& resample, const ResampleBand& band, float* scratch) {
    const D d;
    const PairColumns pairs = MakePairs(resample, band, scratch);
    const int width = Padded(band.out_width);
    float* fine = scratch + 3 * width;
    SpreadRows<4> rows(fine + width, width);
    const auto spread = [&](int row, float* to) HWY_ATTR {
        const ptrdiff_t at = (row - band.input.first) * band.pitch;
        for (int plane = 0; plane < 4; ++plane) {
            const float* from = (plane < 2 ? band.value : band.guide) + at;
            const int32_t* index = plane % 2 == 0 ? pairs.low : pairs.high;
            FillRow(to + plane * width, width,
                    [&](int x) HWY_ATTR { return Gather(from, index + x); });
        }
    };
    std::fill(fine, fine + width, 0.0f);
    const V epsilon = hn::Set(d, resample.epsilon);
    const double scale = grid_scale(resample.in_height, band.out_height);
    for (int y = 0; y < band.rows; ++y) {
        const Pair pair = bilinear_pair(band.y + y, scale, resample.in_height);
        const float* low = rows.get(pair.low, pair.high, spread);
        const float* high = rows.get(pair.high, pair.low, spread);
        const V down = hn::Set(d, static_cast<float>(pair.part));
        std::memcpy(fine, band.fine_guide + y * band.out_pitch,
                    static_cast<size_t>(band.out_width) * sizeof(float));
        FillRow(band.out + y * band.out_pitch, band.out_width, [&](int x) HWY_ATTR {
            const V across = hn::LoadU(d, pairs.part + x);
            const JointCorner origin = CornerOf(low, width, x, false);
            const JointSums a = JointRow(low, width, x, across, origin);
            const JointSums b = JointRow(high, width, x, across, origin);
            const auto mix = [&](V from, V to)
                                 HWY_ATTR { return hn::MulAdd(down, hn::Sub(to, from), from); };
            const JointSums sums = {mix(a.value, b.value), mix(a.guide, b.guide),
                                    mix(a.square, b.square), mix(a.product, b.product)};
            return JointPixel(sums, origin, hn::LoadU(d, fine + x), epsilon);
        });
    }
}

void ResampleRows(const Resample& resample, const ResampleBand& band, float* scratch) {
    switch (resample.kind) {
        case ResampleKind::area:
            return AreaBand(resample, band, scratch);
        case ResampleKind::bilinear:
            return BilinearBand(resample, band, scratch);
        case ResampleKind::joint:
            return JointBand(resample, band, scratch);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {
namespace {

HWY_EXPORT(ResampleRows);

size_t padded(int n) {
    return static_cast<size_t>((n + resample_padding - 1) / resample_padding * resample_padding);
}

}  // namespace

size_t resample_scratch(const Resample& resample, int out_width) {
    switch (resample.kind) {
        case ResampleKind::area:
            return padded(resample.in_width) + 2 * padded(out_width);
        case ResampleKind::bilinear:
            return 5 * padded(out_width);
        case ResampleKind::joint:
            return 12 * padded(out_width);
    }
    return 0;
}

void resample_band(const Resample& resample, const ResampleBand& band, float* scratch) {
    HWY_DYNAMIC_DISPATCH(ResampleRows)(resample, band, scratch);
}

}  // namespace tonelift
#endif  // HWY_ONCE
