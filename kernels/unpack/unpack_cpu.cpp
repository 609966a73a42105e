// SPDX-License-Identifier: BSD-2-Clause
//
// Converts samples of the input to normalized values on the CPU.
#include "kernels/unpack/unpack.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernels/chroma_tap.h"
#include "kernels/code_range.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unpack/unpack_cpu.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr int max_lanes = 16;
using Tag = hn::CappedTag<float, max_lanes>;
using Numbers = hn::VFromD<Tag>;
using Words = hn::Rebind<uint32_t, Tag>;

HWY_INLINE int lanes() { return static_cast<int>(hn::Lanes(Tag())); }

template <class T, int step>
constexpr bool is_word = step != 3 && step * sizeof(T) <= 4;

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
        word = hn::ShiftRightSame(word, shift);
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

template <class T, int step>
HWY_INLINE Numbers load_codes(const std::byte* at, int offset, int shift) {
    if constexpr (sizeof(T) == 4) {
        return hn::LoadU(Tag(), reinterpret_cast<const float*>(at));
    } else if constexpr (is_word<T, step>) {
        return load_from_words<T, step>(at, offset, shift);
    } else {
        return load_from_samples<T, step>(at, offset, shift);
    }
}

// The pixels from x to x + n - 1 of a row. If n is less than the number of lanes of a vector, the
// pixels are first copied to a larger array, because reads beyond the last pixel are not allowed.
template <class T, int step>
class ComponentSamples {
  public:
    HWY_INLINE ComponentSamples(const Picture& picture, const FramePlanes& frame, int component,
                                int x, int y, int n)
        : offset_(picture.format->components[component].offset), shift_(picture.format->shift) {
        const int plane = picture.format->components[component].plane;
        at_ = frame.data[plane] + y * frame.pitch[plane] + static_cast<ptrdiff_t>(x) * bytes;
        const std::byte* const end = at_ + static_cast<ptrdiff_t>(n) * bytes;
        for (ptrdiff_t i = 0; i < n * bytes; i += 64) hwy::Prefetch(end + i);
        if (HWY_LIKELY(n >= lanes())) return;
        std::memset(copy_, 0, sizeof copy_);
        std::memcpy(copy_, at_, static_cast<size_t>(n) * bytes);
        at_ = copy_;
    }
    ComponentSamples(const ComponentSamples&) = delete;

    HWY_INLINE Numbers codes(int i) const {
        return load_codes<T, step>(at_ + static_cast<ptrdiff_t>(i) * bytes, offset_, shift_);
    }

    HWY_INLINE hn::VFromD<Words> sums_of_pairs(int i) const requires(has_pairs<T, step>) {
        constexpr int bits = 8 * sizeof(T);
        const auto pair = load_pairs<T>(at_ + static_cast<ptrdiff_t>(i) * bytes);
        const auto even = hn::And(pair, hn::Set(Words(), (1u << bits) - 1));
        return hn::Add(hn::ShiftRightSame(even, shift_), hn::ShiftRightSame(pair, bits + shift_));
    }

  private:
    static constexpr int bytes = step * static_cast<int>(sizeof(T));
    const std::byte* at_;
    int offset_;
    int shift_;
    HWY_ALIGN std::byte copy_[max_lanes * bytes];
};

struct Word {};

template <int step>
class ComponentSamples<Word, step> {
  public:
    HWY_INLINE ComponentSamples(const Picture& picture, const FramePlanes& frame, int component,
                                int x, int y, int n)
        : first_(x * step + picture.format->components[component].offset),
          last_(first_ + (n - 1) * step) {
        const int plane = picture.format->components[component].plane;
        row_ = reinterpret_cast<const uint32_t*>(frame.data[plane] + y * frame.pitch[plane]);
    }

    HWY_INLINE Numbers codes(int i) const {
        const Words words;
        const hn::RebindToSigned<Words> integers;
        const auto steps = hn::Mul(hn::Iota(integers, 0), hn::Set(integers, step));
        const auto sample =
            hn::Min(hn::Add(steps, hn::Set(integers, first_ + i * step)), hn::Set(integers, last_));
        const auto place = word_of(sample);
        const auto within = hn::Sub(sample, hn::Mul(place, hn::Set(integers, word_samples)));
        const auto bit = hn::Mul(within, hn::Set(integers, 10));
        const auto word = hn::GatherIndex(words, row_, place);
        const auto code =
            hn::And(hn::Shr(word, hn::BitCast(words, bit)), hn::Set(words, (1u << 10) - 1));
        return hn::ConvertTo(Tag(), hn::BitCast(integers, code));
    }

  private:
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

template <class T, int step>
void unpack_full(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                 int n, float* out) {
    const ComponentSamples<T, step> row(picture, frame, component, x, y, n);
    const Scaler scaled(code_range(picture, component));
    for_vectors(n, [&](int i) HWY_ATTR {
        if constexpr (std::is_same_v<T, float>) {
            hn::StoreU(row.codes(i), Tag(), out + i);
        } else {
            hn::StoreU(scaled(row.codes(i)), Tag(), out + i);
        }
    });
}

// -------------------------------------------------------------------------------------------------
// Functions for chroma at half the width.

constexpr int line_pixels = 512;

struct ChromaLine {
    HWY_ALIGN float codes[line_pixels / 2 + 2 + 2 * max_lanes];
};

struct RowPair {
    int above;
    int below;
    float weight;
};

HWY_INLINE Numbers between(Numbers a, Numbers b, float weight) {
    const Numbers part = hn::Set(Tag(), weight);
    return weight == 0.5f ? hn::Mul(part, hn::Add(a, b)) : hn::MulAdd(part, hn::Sub(b, a), a);
}

template <class T, int step>
void blend_rows(const Picture& picture, const FramePlanes& frame, int component, int x, int n,
                const RowPair& rows, float* codes) {
    const ComponentSamples<T, step> above(picture, frame, component, x, rows.above, n);
    if (rows.weight == 0) {
        for_vectors(n, [&](int i) HWY_ATTR { hn::StoreU(above.codes(i), Tag(), codes + i); });
        return;
    }
    const ComponentSamples<T, step> below(picture, frame, component, x, rows.below, n);
    for_vectors(n, [&](int i) HWY_ATTR {
        hn::StoreU(between(above.codes(i), below.codes(i), rows.weight), Tag(), codes + i);
    });
}

RowPair chroma_rows(const Picture& picture, int component, const ChromaTap& tap) {
    const int plane = picture.format->components[component].plane;
    const int last = picture.format->plane_height(plane, picture.height) - 1;
    return {std::clamp(tap.first, 0, last), std::clamp(tap.first + 1, 0, last), tap.weight};
}

template <class T, int step>
void load_line(const Picture& picture, const FramePlanes& frame, int component, const RowPair& rows,
               int first, int count, ChromaLine& line) {
    const int last_column = picture.format->component_width(component, picture.width) - 1;
    const int from = std::max(first - 1, 0);
    const int to = std::min(first + count, last_column);
    float* codes = line.codes + (from - (first - 1));
    blend_rows<T, step>(picture, frame, component, from, to - from + 1, rows, codes);
    if (from > first - 1) line.codes[0] = line.codes[1];
    for (int k = to + 1; k <= first + count; ++k)
        line.codes[k - first + 1] = line.codes[to - first + 1];
}

void interpolate_line(const ChromaLine& line, const CodeRange& range, float offset, int n,
                      float* out) {
    const Tag tag;
    const Scaler scaled(range);
    const Numbers to_left = hn::Set(tag, offset / 2);
    const Numbers to_right = hn::Set(tag, (1 - offset) / 2);
    const auto store = [&](int k, float* to) HWY_ATTR {
        const Numbers left = hn::LoadU(tag, line.codes + k);
        const Numbers middle = hn::LoadU(tag, line.codes + k + 1);
        const Numbers right = hn::LoadU(tag, line.codes + k + 2);
        const Numbers even = hn::MulAdd(to_left, hn::Sub(left, middle), middle);
        const Numbers odd = hn::MulAdd(to_right, hn::Sub(right, middle), middle);
        hn::StoreInterleaved2(scaled(even), scaled(odd), tag, to);
    };
    int k = 0;
    for (; 2 * (k + lanes()) <= n; k += lanes()) store(k, out + 2 * k);
    if (2 * k >= n) return;
    HWY_ALIGN float rest[2 * max_lanes];
    store(k, rest);
    std::memcpy(out + 2 * k, rest, (n - 2 * k) * sizeof(float));
}

template <class T, int step>
void unpack_narrow(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                   int n, float* out) {
    const CodeRange range = code_range(picture, component);
    const ChromaOffset at = chroma_offset(picture.chroma_location);
    const float offset = at.x;
    const RowPair rows = picture.format->chroma_h
                             ? chroma_rows(picture, component, chroma_tap(y, at.y))
                             : RowPair{y, y, 0};
    ChromaLine line;
    if (x & 1) {
        float pair[2];
        load_line<T, step>(picture, frame, component, rows, x / 2, 1, line);
        interpolate_line(line, range, offset, 2, pair);
        *out++ = pair[1];
        ++x;
        --n;
    }
    for (int done = 0; done < n; done += line_pixels) {
        const int now = std::min(n - done, line_pixels);
        load_line<T, step>(picture, frame, component, rows, (x + done) / 2, (now + 1) / 2, line);
        interpolate_line(line, range, offset, now, out + done);
    }
}

bool is_chroma(const Picture& picture, int component) {
    return picture.format->subsampled() && (component == 1 || component == 2);
}

RowPair halved_rows(const Picture& picture, int component, int y) {
    const Format& format = *picture.format;
    if (!is_chroma(picture, component) || format.chroma_h == 0) return {2 * y, 2 * y + 1, 0.5f};
    const float offset = chroma_offset(picture.chroma_location).y;
    return chroma_rows(picture, component, halved_chroma_tap(y, offset));
}

template <class T>
void halve_pairs(const Picture& picture, const FramePlanes& frame, int component, int x,
                 const RowPair& rows, int n, float* out) {
    const Scaler scaled(code_range(picture, component));
    const ComponentSamples<T, 1> above(picture, frame, component, 2 * x, rows.above, 2 * n);
    const ComponentSamples<T, 1> below(picture, frame, component, 2 * x, rows.below, 2 * n);
    const hn::RebindToSigned<Words> integers;
    for_vectors(n, [&](int i) HWY_ATTR {
        const auto sum = hn::Add(above.sums_of_pairs(2 * i), below.sums_of_pairs(2 * i));
        const Numbers four = hn::ConvertTo(Tag(), hn::BitCast(integers, sum));
        hn::StoreU(scaled(hn::Mul(hn::Set(Tag(), 0.25f), four)), Tag(), out + i);
    });
}

template <class T, int step>
void halve_full(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                int n, float* out) {
    const RowPair rows = halved_rows(picture, component, y);
    if constexpr (has_pairs<T, step>) {
        if (n >= lanes() && rows.weight == 0.5f)
            return halve_pairs<T>(picture, frame, component, x, rows, n, out);
    }
    const Tag tag;
    const Scaler scaled(code_range(picture, component));
    HWY_ALIGN float codes[line_pixels + 2 * max_lanes];
    for (int done = 0; done < n; done += line_pixels / 2) {
        const int now = std::min(n - done, line_pixels / 2);
        blend_rows<T, step>(picture, frame, component, 2 * (x + done), 2 * now, rows, codes);
        for (int k = 0; k < now; k += lanes()) {
            Numbers even, odd;
            hn::LoadInterleaved2(tag, codes + 2 * k, even, odd);
            hn::StoreU(scaled(between(even, odd, 0.5f)), tag, out + done + k);
        }
    }
}

template <class T, int step>
void halve_narrow(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                  int n, float* out) {
    const Tag tag;
    const Scaler scaled(code_range(picture, component));
    const RowPair rows = halved_rows(picture, component, y);
    const ChromaTap tap = halved_chroma_tap(0, chroma_offset(picture.chroma_location).x);
    ChromaLine line;
    const float* const first = line.codes + 1 + tap.first;
    for (int done = 0; done < n; done += line_pixels / 2) {
        const int now = std::min(n - done, line_pixels / 2);
        load_line<T, step>(picture, frame, component, rows, x + done, now, line);
        for (int k = 0; k < now; k += lanes()) {
            const Numbers left = hn::LoadU(tag, first + k), right = hn::LoadU(tag, first + k + 1);
            hn::StoreU(scaled(between(left, right, tap.weight)), tag, out + done + k);
        }
    }
}

// -------------------------------------------------------------------------------------------------

template <class T, int step>
void unpack_component(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                      int n, float* out, bool halved) {
    const bool narrow = is_chroma(picture, component) && picture.format->chroma_w > 0;
    const auto run = halved ? (narrow ? halve_narrow<T, step> : halve_full<T, step>)
                            : (narrow ? unpack_narrow<T, step> : unpack_full<T, step>);
    run(picture, frame, component, x, y, n, out);
}

template <class T>
void unpack_samples(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                    int n, float* out, bool halved) {
    switch (picture.format->components[component].step) {
        case 1:
            return unpack_component<T, 1>(picture, frame, component, x, y, n, out, halved);
        case 2:
            return unpack_component<T, 2>(picture, frame, component, x, y, n, out, halved);
        case 3:
            return unpack_component<T, 3>(picture, frame, component, x, y, n, out, halved);
        default:
            return unpack_component<T, 4>(picture, frame, component, x, y, n, out, halved);
    }
}

void unpack_target(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                   int n, float* out, bool halved) {
    switch (picture.format->sample) {
        case Sample::U8:
            return unpack_samples<uint8_t>(picture, frame, component, x, y, n, out, halved);
        case Sample::U16:
            return unpack_samples<uint16_t>(picture, frame, component, x, y, n, out, halved);
        case Sample::F32:
            return unpack_component<float, 1>(picture, frame, component, x, y, n, out, halved);
        case Sample::U10X3:
            return component == 0
                       ? unpack_component<Word, 2>(picture, frame, component, x, y, n, out, halved)
                       : unpack_component<Word, 4>(picture, frame, component, x, y, n, out, halved);
    }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {

HWY_EXPORT(unpack_target);

namespace {

void unpack_any(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                int n, float* out, bool halved, const InstructionSet& set) {
    if (n <= 0) return;
    if (picture.format->components[component].plane < 0) {
        std::fill_n(out, n, component == 3 ? 1.0f : 0.0f);
        return;
    }
    TONELIFT_DISPATCH(set, unpack_target)(picture, frame, component, x, y, n, out, halved);
}

}  // namespace

void unpack(const Picture& picture, const FramePlanes& frame, int component, int x, int y, int n,
            float* out, const InstructionSet& set) {
    unpack_any(picture, frame, component, x, y, n, out, false, set);
}

void unpack_halved(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                   int n, float* out, const InstructionSet& set) {
    unpack_any(picture, frame, component, x, y, n, out, true, set);
}

}  // namespace tonelift
#endif
