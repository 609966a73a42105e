// SPDX-License-Identifier: BSD-2-Clause
//
// Loads the samples of a component as vectors of codes, for all pixel formats. Included once per
// SIMD target.
#if defined(TONELIFT_UNPACK_SAMPLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_UNPACK_SAMPLES_INL_H_
#undef TONELIFT_UNPACK_SAMPLES_INL_H_
#else
#define TONELIFT_UNPACK_SAMPLES_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "kernels/code_range.h"
#include "kernels/numbers-inl.h"
#include "kernels/pairs-inl.h"
#include "kernels/prefetch.h"
#include "kernels/unpack/source.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace samples {

namespace hn = hwy::HWY_NAMESPACE;

using numbers::lanes;
using numbers::Numbers;
using numbers::Tag;
using Words = hn::Rebind<uint32_t, Tag>;
#if HWY_TARGET == HWY_SCALAR
using HalfWords = hn::Rebind<uint16_t, Tag>;
#else
using HalfWords = hn::Repartition<uint16_t, Tag>;  // twice as many as floats
#endif

// Whether a pixel fits in a 32-bit word. If so, its samples are loaded as words and shifted.
template <class T, int step>
constexpr bool fits_word = step != 3 && step * sizeof(T) <= 4;

template <class T, int step>
HWY_INLINE Numbers load_from_words(const std::byte* at, int offset, int shift) {
    const Words words;
    const hn::RebindToSigned<Words> integers;
    using Pixel = hwy::UnsignedFromSize<step * sizeof(T)>;
    const hn::Rebind<Pixel, Tag> pixels;
    const auto* from = reinterpret_cast<const Pixel*>(at);
    hn::VFromD<Words> word;
    if constexpr (sizeof(Pixel) == 4) {
        word = hn::LoadU(pixels, from);
    } else {
        word = hn::BitCast(words, hn::PromoteTo(integers, hn::LoadU(pixels, from)));
    }
    if constexpr (step > 1) {
        const int bits = 8 * static_cast<int>(sizeof(T));
        word = hn::ShiftRightSame(word, bits * offset + shift);
        word = hn::And(word, hn::Set(words, (1u << (bits - shift)) - 1));
    } else if constexpr (sizeof(T) > 1) {
        if (shift != 0) word = hn::ShiftRightSame(word, shift);
    }
    return hn::ConvertTo(Tag(), hn::BitCast(integers, word));
}

// Whether two adjacent samples are read as one unaligned word. Scalar code cannot do this.
template <class T, int step>
constexpr bool has_pairs = step == 1 && sizeof(T) <= 2 && HWY_TARGET != HWY_SCALAR;

template <class T>
HWY_INLINE hn::VFromD<Words> load_pairs(const std::byte* at) {
    using Pair = hwy::UnsignedFromSize<2 * sizeof(T)>;
    const hn::Rebind<Pair, Tag> pairs;
    const auto pair = hn::LoadU(pairs, reinterpret_cast<const Pair*>(at));
    if constexpr (sizeof(Pair) == sizeof(uint32_t))
        return pair;
    else
        return hn::PromoteTo(Words(), pair);
}

template <class T, int step>
HWY_INLINE Numbers load_from_samples(const std::byte* at, int offset, int shift) {
    const hn::Rebind<T, Tag> samples;
    const hn::RebindToSigned<Words> integers;
    const auto* from = reinterpret_cast<const T*>(at);
    hn::VFromD<decltype(samples)> a, b, c;
    auto d = hn::Zero(samples);
    if constexpr (step == 3) {
        hn::LoadInterleaved3(samples, from, a, b, c);
    } else {
        hn::LoadInterleaved4(samples, from, a, b, c, d);
    }
    const auto kept = offset == 0 ? a : offset == 1 ? b : offset == 2 ? c : d;
    return hn::ConvertTo(Tag(), hn::ShiftRightSame(hn::PromoteTo(integers, kept), shift));
}

using NumberPairs = Pairs<Numbers>;

HWY_INLINE Numbers sum_of(const NumberPairs& pairs) { return hn::Add(pairs.even, pairs.odd); }

template <class T, int step>
HWY_INLINE Numbers load_codes(const std::byte* at, int offset, int shift) {
    if constexpr (sizeof(T) == 4) {
        return hn::LoadU(Tag(), reinterpret_cast<const float*>(at));
    } else if constexpr (fits_word<T, step>) {
        return load_from_words<T, step>(at, offset, shift);
    } else {
        return load_from_samples<T, step>(at, offset, shift);
    }
}

// The pixels from x to x + n - 1 of a row. If `vectors` vectors have more lanes, the pixels are
// first copied to a larger array, because reads beyond the last pixel are not allowed.
template <class T, int step, int vectors = 1>
class ComponentSamples {
  public:
    HWY_INLINE ComponentSamples(const UnpackSource& source, int x, int y, int n)
        : at_(source.row(y) + static_cast<ptrdiff_t>(x) * bytes),
          offset_(source.layout().offset),
          shift_(source.picture.format->shift) {
        const ptrdiff_t size = static_cast<ptrdiff_t>(n) * bytes;
        next_ = at_ + (source.rows_ahead == 0 ? size : source.rows_ahead * source.pitch());
        if (HWY_LIKELY(n >= vectors * lanes())) return;
        std::memset(copy_, 0, sizeof copy_);
        std::memcpy(copy_, at_, static_cast<size_t>(n) * bytes);
        at_ = copy_;
    }
    ComponentSamples(const ComponentSamples&) = delete;

    HWY_INLINE Numbers codes(int i) const { return load_codes<T, step>(place(i), offset_, shift_); }

    // Loads the codes of two vectors from sample i on, even samples apart from odd samples.
    HWY_INLINE NumberPairs pairs(int i) const {
        if constexpr (has_pairs<T, step>) {
            const PairWords words = pair_words(i);
            const hn::RebindToSigned<Words> integers;
            return {hn::ConvertTo(Tag(), hn::BitCast(integers, words.even)),
                    hn::ConvertTo(Tag(), hn::BitCast(integers, words.odd))};
        } else {
            return pairs_of(Tag(), codes(i), codes(i + lanes()));
        }
    }

    // Loads the codes of two vectors as half words, which have 16 bits.
    HWY_INLINE hn::VFromD<HalfWords> half_words(int i) const requires(has_pairs<T, step>) {
        if constexpr (sizeof(T) == 1) {
            const hn::Rebind<uint8_t, HalfWords> codes;
            return hn::PromoteTo(HalfWords(),
                                 hn::LoadU(codes, reinterpret_cast<const uint8_t*>(place(i))));
        } else {
            const auto codes = hn::LoadU(HalfWords(), reinterpret_cast<const uint16_t*>(place(i)));
            return shift_ == 0 ? codes : hn::ShiftRightSame(codes, shift_);
        }
    }

    HWY_INLINE Numbers sums_of_pairs(int i) const {
        if constexpr (has_pairs<T, step>) {
            const PairWords words = pair_words(i);
            const auto sum = hn::Add(words.even, words.odd);
            return hn::ConvertTo(Tag(), hn::BitCast(hn::RebindToSigned<Words>(), sum));
        } else {
            return sum_of(pairs(i));
        }
    }

  private:
    static constexpr int bytes = step * static_cast<int>(sizeof(T));

    struct PairWords {
        hn::VFromD<Words> even;
        hn::VFromD<Words> odd;
    };

    HWY_INLINE const std::byte* place(int i) const {
        const ptrdiff_t distance = static_cast<ptrdiff_t>(i) * bytes;
        prefetch(next_ + distance);
        return at_ + distance;
    }

    HWY_INLINE PairWords pair_words(int i) const {
        constexpr int bits = 8 * sizeof(T);
        const auto pair = load_pairs<T>(place(i));
        const auto even = hn::And(pair, hn::Set(Words(), (1u << bits) - 1));
        return {hn::ShiftRightSame(even, shift_), hn::ShiftRightSame(pair, bits + shift_)};
    }

    const std::byte* at_;
    const std::byte* next_;
    int offset_;
    int shift_;
    HWY_ALIGN std::byte copy_[vectors * max_lanes * bytes];
};

// Stands for the type of the samples of v210, which share 32-bit words.
struct SharedWord {};

template <int step, int vectors>
class ComponentSamples<SharedWord, step, vectors> {
  public:
    HWY_INLINE ComponentSamples(const UnpackSource& source, int x, int y, int n)
        : row_(reinterpret_cast<const uint32_t*>(source.row(y))),
          first_(x * step + source.layout().offset),
          last_(first_ + (n - 1) * step) {}

    HWY_INLINE Numbers codes(int i) const {
        const Words words;
        const hn::RebindToSigned<Words> integers;
        const auto steps = hn::Mul(hn::Iota(integers, 0), hn::Set(integers, step));
        const auto sample =
            hn::Min(hn::Add(steps, hn::Set(integers, first_ + i * step)), hn::Set(integers, last_));
        const auto place = word_of(sample);
        const auto within = hn::Sub(sample, hn::Mul(place, hn::Set(integers, word_samples)));
        const auto bit = hn::Mul(within, hn::Set(integers, bits));
        const auto word = hn::GatherIndex(words, row_, place);
        const auto code =
            hn::And(hn::Shr(word, hn::BitCast(words, bit)), hn::Set(words, (1u << bits) - 1));
        return hn::ConvertTo(Tag(), hn::BitCast(integers, code));
    }

    HWY_INLINE NumberPairs pairs(int i) const {
        return pairs_of(Tag(), codes(i), codes(i + lanes()));
    }
    HWY_INLINE Numbers sums_of_pairs(int i) const { return sum_of(pairs(i)); }

  private:
    static constexpr int bits = 10;

    // Returns the index of the word that contains a sample: sample / 3, rounded down. The result is
    // exact for all samples of a row of the widest picture.
    template <class V>
    static HWY_INLINE V word_of(V sample) {
        const Tag tag;
        const Numbers third = hn::Set(tag, 1.0f / word_samples);
        const Numbers half = hn::Set(tag, 0.5f);
        return hn::ConvertTo(hn::RebindToSigned<Words>(),
                             hn::Mul(hn::Add(hn::ConvertTo(tag, sample), half), third));
    }

    const uint32_t* row_;
    int first_;
    int last_;
};

template <class T, class Use>
void with_step(int step, Use use) {
    switch (step) {
        case 1:
            return use.template operator()<T, 1>();
        case 2:
            return use.template operator()<T, 2>();
        case 3:
            return use.template operator()<T, 3>();
        default:
            return use.template operator()<T, 4>();
    }
}

// Calls use<T, step>(), where T and `step` are the parameters of ComponentSamples.
template <class Use>
void with_samples(const UnpackSource& source, Use use) {
    switch (source.picture.format->sample) {
        case Sample::U8:
            return with_step<uint8_t>(source.layout().step, use);
        case Sample::U16:
            return with_step<uint16_t>(source.layout().step, use);
        case Sample::F32:
            return use.template operator()<float, 1>();
        case Sample::U10X3:
            return source.component == 0 ? use.template operator()<SharedWord, 2>()
                                         : use.template operator()<SharedWord, 4>();
    }
}

template <class Use>
HWY_INLINE void for_vectors(int n, Use use) {
    const int last = std::max(n - lanes(), 0);
    for (int i = 0; i < last; i += lanes()) use(i);
    use(last);
}

// Converts codes to normalized values. The subtraction comes before the multiplication and is
// exact, so the results are equal on every instruction set.
class Scaler {
  public:
    explicit Scaler(const CodeRange& range)
        : zero_(hn::Set(Tag(), range.zero)), scale_(hn::Set(Tag(), 1.0f / range.scale)) {}
    HWY_INLINE Numbers operator()(Numbers codes) const {
        return hn::Mul(hn::Sub(codes, zero_), scale_);
    }

  private:
    Numbers zero_;
    Numbers scale_;
};

}  // namespace samples
}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
