// SPDX-License-Identifier: BSD-2-Clause
//
// Computes means of 2x2 or 4x4 pixels of the input on the CPU. Means of integer codes are exact, so
// that they are equal on every instruction set.
#include <algorithm>

#include "kernels/chroma_tap.h"
#include "kernels/code_range.h"
#include "kernels/unpack/source.h"
#include "kernels/unpack/unpack.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unpack/unpack_reduced.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/unpack/samples-inl.h"
// clang-format on

// The part up to #endif is compiled only once, although foreach_target includes this file once per
// target.
#ifndef TONELIFT_UNPACK_REDUCED_SHARED
#define TONELIFT_UNPACK_REDUCED_SHARED
namespace tonelift {
namespace {

constexpr int most_rows = 4;

// Rows of a component. Their weighted mean is a row of the result.
struct MeanRows {
    int row[most_rows];
    float weight[most_rows];
    int count = 0;

    // The weights are multiples of 1 / weight_unit.
    static constexpr int weight_unit = 8;

    MeanRows(const UnpackSource& source, int factor, int y) {
        const float share = 2.0f / static_cast<float>(factor);
        for (int halved = factor / 2 * y; halved < factor / 2 * (y + 1); ++halved) {
            const RowPair pair = source.halved_rows(halved);
            add(pair.above, share * (1 - pair.weight));
            add(pair.below, share * pair.weight);
        }
    }

  private:
    void add(int at, float share) {
        if (share == 0) return;
        row[count] = at;
        weight[count++] = share;
    }
};

}  // namespace
}  // namespace tonelift
#endif

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using namespace samples;

// The samples of MeanRows, from column x on. Up to `vectors` vectors of a row are read at a time.
template <class T, int step, int vectors>
class SampleRows {
  public:
    SampleRows(const UnpackSource& source, const MeanRows& rows, int x, int n)
        : of_{samples(source, rows, 0, x, n), samples(source, rows, 1, x, n),
              samples(source, rows, 2, x, n), samples(source, rows, 3, x, n)} {}

    HWY_INLINE const auto& operator[](int k) const { return of_[k]; }

  private:
    using Samples = ComponentSamples<T, step, vectors>;

    static Samples samples(const UnpackSource& source, const MeanRows& rows, int k, int x, int n) {
        return Samples(source, x, rows.row[std::min(k, rows.count - 1)], n);
    }

    const Samples of_[most_rows];
};

// The weighted mean of the samples of several rows.
template <class T, int step, int vectors>
class RowMean {
  public:
    RowMean(const UnpackSource& source, const MeanRows& rows, int x, int n)
        : rows_(rows), of_(source, rows, x, n) {}

    HWY_INLINE Numbers codes(int i) const {
        return mean([i](const auto& row) HWY_ATTR { return row.codes(i); });
    }
    HWY_INLINE Numbers sums_of_pairs(int i) const {
        return mean([i](const auto& row) HWY_ATTR { return row.sums_of_pairs(i); });
    }
    HWY_INLINE NumberPairs pairs(int i) const {
        NumberPairs sum{hn::Zero(Tag()), hn::Zero(Tag())};
        for (int k = 0; k < rows_.count; ++k) {
            const Numbers weight = hn::Set(Tag(), rows_.weight[k]);
            const NumberPairs row = of_[k].pairs(i);
            sum.even = hn::MulAdd(row.even, weight, sum.even);
            sum.odd = hn::MulAdd(row.odd, weight, sum.odd);
        }
        return sum;
    }

  private:
    template <class Get>
    HWY_INLINE Numbers mean(Get get) const {
        Numbers sum = hn::Zero(Tag());
        for (int k = 0; k < rows_.count; ++k)
            sum = hn::MulAdd(get(of_[k]), hn::Set(Tag(), rows_.weight[k]), sum);
        return sum;
    }

    const MeanRows rows_;
    const SampleRows<T, step, vectors> of_;
};

#if HWY_TARGET == HWY_SCALAR
template <class T, int vectors, int equal_rows>
using RowMeanOfHalfWords = RowMean<T, 1, vectors>;
#else
// Like RowMean, but sums the codes of rows as half words, which is faster. The sums must fit into
// 16 bits. If `equal_rows` is not 0, it is the number of rows, and all rows have the same
// weight.
template <class T, int vectors, int equal_rows>
class RowMeanOfHalfWords {
  public:
    RowMeanOfHalfWords(const UnpackSource& source, const MeanRows& rows, int x, int n)
        : count_(rows.count),
          scale_(hn::Set(Tag(), 1.0f / (equal_rows != 0 ? equal_rows : MeanRows::weight_unit))),
          of_(source, rows, x, n) {
        for (int k = 0; k < count_; ++k)
            weight_[k] = static_cast<uint16_t>(rows.weight[k] * MeanRows::weight_unit);
    }

    HWY_INLINE Numbers sums_of_pairs(int i) const {
        const auto [even, odd] = words(i);
        return number(hn::Add(even, odd));
    }
    HWY_INLINE NumberPairs pairs(int i) const {
        const auto [even, odd] = words(i);
        return {number(even), number(odd)};
    }

  private:
    HWY_INLINE hn::VFromD<HalfWords> sum(int i) const {
        if constexpr (equal_rows != 0) {
            auto sum = of_[0].half_words(i);
            for (int k = 1; k < equal_rows; ++k) sum = hn::Add(sum, of_[k].half_words(i));
            return sum;
        }
        auto sum = hn::Zero(HalfWords());
        for (int k = 0; k < count_; ++k)
            sum = hn::Add(sum, hn::Mul(of_[k].half_words(i), hn::Set(HalfWords(), weight_[k])));
        return sum;
    }

    HWY_INLINE Pairs<hn::VFromD<Words>> words(int i) const {
        const auto both = hn::BitCast(Words(), sum(i));
        return {hn::And(both, hn::Set(Words(), 0xffff)), hn::ShiftRight<16>(both)};
    }

    HWY_INLINE Numbers number(hn::VFromD<Words> word) const {
        const hn::RebindToSigned<Words> integers;
        return hn::Mul(hn::ConvertTo(Tag(), hn::BitCast(integers, word)), scale_);
    }

    int count_;
    Numbers scale_;
    uint16_t weight_[most_rows] = {};
    const SampleRows<T, 1, vectors> of_;
};
#endif

template <class Mean, int factor>
void reduce(const UnpackSource& source, const MeanRows& rows, const UnpackPart& part) {
    const Scaler scaled(code_range(source.picture, source.component));
    const Mean mean(source, rows, factor * part.x, factor * part.n);
    const Numbers share = hn::Set(Tag(), 1.0f / factor);
    for_vectors(part.n, [&](int i) HWY_ATTR {
        Numbers sum = mean.sums_of_pairs(factor * i);
        if constexpr (factor == 4)
            sum = sum_of(pairs_of(Tag(), sum, mean.sums_of_pairs(factor * i + 2 * lanes())));
        hn::StoreU(scaled(hn::Mul(share, sum)), Tag(), part.out + i);
    });
}

// -------------------------------------------------------------------------------------------------
// Functions for chroma at half the width. No chroma sample is to the right of its pixels, so a mean
// begins at the chroma sample of its first pixel.

constexpr int line_pixels = 256;

struct Line {
    HWY_ALIGN float codes[line_pixels + 1 + max_lanes];
};

// Calls use(first, count, known) for parts of a row with at most line_pixels results. `known` is
// `count`, plus 1 if the row has further results.
template <class Use>
void for_lines(const UnpackSource& source, const UnpackPart& part, int factor, Use use) {
    for (int done = 0; done < part.n; done += line_pixels) {
        const int count = std::min(part.n - done, line_pixels);
        const int rest = source.picture.width / factor - (part.x + done);
        use(done, count, std::min(count + 1, rest));
    }
}

template <class T, int step>
void halve_narrow(const UnpackSource& source, const MeanRows& rows, const UnpackPart& part) {
    const Scaler scaled(code_range(source.picture, source.component));
    const Numbers next = hn::Set(Tag(), source.halved_column().weight);
    Line line;
    for_lines(source, part, 2, [&](int first, int count, int known) HWY_ATTR {
        const RowMean<T, step, 1> mean(source, rows, part.x + first, known);
        for_vectors(known,
                    [&](int i) HWY_ATTR { hn::StoreU(mean.codes(i), Tag(), line.codes + i); });
        if (known == count) line.codes[count] = line.codes[count - 1];
        for (int i = 0; i < count; i += lanes()) {
            const Numbers left = hn::LoadU(Tag(), line.codes + i);
            const Numbers right = hn::LoadU(Tag(), line.codes + i + 1);
            const Numbers sum = hn::MulAdd(next, hn::Sub(right, left), left);
            hn::StoreU(scaled(sum), Tag(), part.out + first + i);
        }
    });
}

// A result is the weighted mean of an even column, the odd column next to it, and the next even
// column.
template <class Mean>
void quarter_narrow(const UnpackSource& source, const MeanRows& rows, const UnpackPart& part) {
    const Scaler scaled(code_range(source.picture, source.component));
    const Numbers half = hn::Set(Tag(), 0.5f);
    const Numbers next = hn::Set(Tag(), 0.5f * source.halved_column().weight);
    Line even, odd;
    for_lines(source, part, 4, [&](int first, int count, int known) HWY_ATTR {
        const Mean mean(source, rows, 2 * (part.x + first), 2 * known);
        for_vectors(known, [&](int i) HWY_ATTR {
            const NumberPairs pairs = mean.pairs(2 * i);
            hn::StoreU(pairs.even, Tag(), even.codes + i);
            hn::StoreU(pairs.odd, Tag(), odd.codes + i);
        });
        if (known == count) even.codes[count] = odd.codes[count - 1];
        for (int i = 0; i < count; i += lanes()) {
            const Numbers own = hn::LoadU(Tag(), even.codes + i);
            const Numbers both = hn::Add(own, hn::LoadU(Tag(), odd.codes + i));
            const Numbers change = hn::Sub(hn::LoadU(Tag(), even.codes + i + 1), own);
            const Numbers sum = hn::MulAdd(half, both, hn::Mul(next, change));
            hn::StoreU(scaled(sum), Tag(), part.out + first + i);
        }
    });
}

// -------------------------------------------------------------------------------------------------

// Returns whether weighted sums of the rows fit into 16 bits.
bool has_short_sums(const Format& format) {
    return format.depth <= 16 && MeanRows::weight_unit << format.depth <= 1 << 16;
}

template <class T, int step, int factor>
void reduce_by(const UnpackSource& source, const MeanRows& rows, const UnpackPart& part) {
    if constexpr (has_pairs<T, step>) {
        const bool equal_rows = !source.is_chroma() || source.picture.format->chroma_h == 0;
        if (has_short_sums(*source.picture.format) && equal_rows)
            return reduce<RowMeanOfHalfWords<T, factor, factor>, factor>(source, rows, part);
    }
    reduce<RowMean<T, step, factor>, factor>(source, rows, part);
}

template <class T, int step>
void quarter_narrow_codes(const UnpackSource& source, const MeanRows& rows,
                          const UnpackPart& part) {
    if constexpr (has_pairs<T, step>) {
        if (has_short_sums(*source.picture.format))
            return quarter_narrow<RowMeanOfHalfWords<T, 2, 0>>(source, rows, part);
    }
    quarter_narrow<RowMean<T, step, 2>>(source, rows, part);
}

void reduce_target(const UnpackSource& source, int factor, const UnpackPart& part) {
    const MeanRows rows(source, factor, part.y);
    with_samples(source, [&]<class T, int step>() {
        if (source.is_narrow())
            (factor == 4 ? quarter_narrow_codes<T, step> : halve_narrow<T, step>)(source, rows,
                                                                                  part);
        else
            (factor == 4 ? reduce_by<T, step, 4> : reduce_by<T, step, 2>)(source, rows, part);
    });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {

HWY_EXPORT(reduce_target);

void unpack_reduced(const Picture& picture, const FramePlanes& frame, int component, int factor,
                    int x, int y, int n, float* out, const InstructionSet& set) {
    if (n <= 0) return;
    UnpackSource source = {picture, frame, component, factor};
    if (source.is_chroma() && picture.format->chroma_h > 0) source.rows_ahead /= 2;
    if (source.layout().plane < 0) return fill_missing(component, n, out);
    TONELIFT_DISPATCH(set, reduce_target)(source, factor, {x, y, n, 1, out, 0});
}

}  // namespace tonelift
#endif
