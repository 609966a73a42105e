// SPDX-License-Identifier: BSD-2-Clause
//
// Converts normalized values to samples on the CPU.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "kernels/code_range.h"
#include "kernels/pack/chroma_taps.h"
#include "kernels/pack/pack.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pack/pack_cpu.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/pairs-inl.h"
// clang-format on

// The part up to #endif is compiled only once, although foreach_target includes this file once per
// target.
#ifndef TONELIFT_PACK_CPU_SHARED
#define TONELIFT_PACK_CPU_SHARED
namespace tonelift {
namespace {

constexpr int max_lanes = 16;

struct Channel {
    const float* numbers;
    CodeRange range;
    const float* noise;
};

struct PlaneRow {
    std::byte* to;
    int pixels;
    int shift;
    Channel channel[4];
    float split_noise[2][dither_period];  // the noise of both channels of split_luma()
};

struct Scratch {
    static size_t line_floats(const Picture& picture) {
        return static_cast<size_t>(picture.width) + 4 * max_lanes;
    }
    static size_t floats(const Picture& picture) {
        const Format& format = *picture.format;
        return (format.sample == Sample::U10X3 ? 4
                : format.interleaves_chroma()  ? 3
                                               : 2) *
               line_floats(picture);
    }

    Scratch(const Picture& picture, float* memory)
        : chroma{memory, memory + line_floats(picture)},
          luma{memory + 2 * line_floats(picture),
               memory + 2 * line_floats(picture) + line_floats(picture) / 2},
          samples(reinterpret_cast<uint16_t*>(memory + 3 * line_floats(picture))) {}
    float* chroma[2];
    float* luma[2];
    uint16_t* samples;
};

}  // namespace
}  // namespace tonelift
#endif

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, max_lanes>;
using Numbers = hn::VFromD<Tag>;

HWY_INLINE int lanes() { return static_cast<int>(hn::Lanes(Tag())); }

HWY_INLINE Numbers load(const float* from, int count) {
    if (HWY_LIKELY(count == lanes())) return hn::LoadU(Tag(), from);
    HWY_ALIGN float rest[max_lanes] = {};
    std::memcpy(rest, from, count * sizeof(float));
    return hn::Load(Tag(), rest);
}

// -------------------------------------------------------------------------------------------------
// Conversion of numbers to samples.

// Rounds a code to the nearest integer, or to the even integer if two integers are equally near.
// After the addition of 2^23, the low 16 bits of the float are this integer.
HWY_INLINE auto nearest_code(Numbers code) {
    const hn::RebindToUnsigned<Tag> words;
    return hn::BitCast(words, hn::Add(code, hn::Set(Tag(), 8388608.0f)));  // 2^23
}

// Converts the numbers of a channel to samples.
class Quantizer {
  public:
    explicit Quantizer(const Channel& channel)
        : numbers_(channel.numbers),
          noise_(channel.noise),
          zero_(hn::Set(Tag(), channel.range.zero)),
          scale_(hn::Set(Tag(), channel.range.scale)),
          lowest_(hn::Set(Tag(), channel.range.lowest)),
          highest_(hn::Set(Tag(), channel.range.highest)) {}

    // Converts `count` numbers from number i on.
    template <class T>
    HWY_INLINE hn::VFromD<hn::Rebind<T, Tag>> samples(int i, int count, int shift) const {
        auto rounded = nearest_code(hn::Min(hn::Max(code(i, count), lowest_), highest_));
        if constexpr (sizeof(T) > 1) rounded = hn::ShiftLeftSame(rounded, shift);
        return hn::TruncateTo(hn::Rebind<T, Tag>(), rounded);
    }

#if HWY_TARGET == HWY_AVX2
    static constexpr int packed_numbers = 32;

    // Converts packed_numbers numbers from number i on to bytes. This takes fewer instructions than
    // samples().
    HWY_INLINE void write_packed(int i, uint8_t* to) const {
        const __m256i bytes =
            packed(integers(i), integers(i + 8), integers(i + 16), integers(i + 24));
        const __m256i lowest = _mm256_cvtps_epi32(lowest_.raw);
        const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        const __m256i least = packed(lowest, lowest, lowest, lowest);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                            _mm256_permutevar8x32_epi32(_mm256_max_epu8(bytes, least), order));
    }
#endif

  private:
    HWY_INLINE Numbers code(int i, int count) const {
        const Numbers noise = hn::LoadU(Tag(), noise_ + i % dither_period);
        return hn::Add(exact_code(load(numbers_ + i, count)), noise);
    }

#if HWY_TARGET == HWY_AVX2
    HWY_INLINE __m256i integers(int i) const {
        return _mm256_cvtps_epi32(hn::Min(code(i, lanes()), highest_).raw);
    }

    // Negative integers become 0.
    HWY_INLINE static __m256i packed(__m256i a, __m256i b, __m256i c, __m256i d) {
        return _mm256_packus_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
    }
#endif

    HWY_INLINE Numbers exact_code(Numbers numbers) const {
        return hn::MulAdd(hn::IfThenElseZero(hn::Eq(numbers, numbers), numbers), scale_, zero_);
    }

    const float* numbers_;
    const float* noise_;
    Numbers zero_;
    Numbers scale_;
    Numbers lowest_;
    Numbers highest_;
};

template <class T, int step, class V>
HWY_INLINE void interleave(const V* samples, T* to) {
    const hn::Rebind<T, Tag> tag;
    if constexpr (step == 1) hn::StoreU(samples[0], tag, to);
    if constexpr (step == 2) hn::StoreInterleaved2(samples[0], samples[1], tag, to);
    if constexpr (step == 3) hn::StoreInterleaved3(samples[0], samples[1], samples[2], tag, to);
    if constexpr (step == 4)
        hn::StoreInterleaved4(samples[0], samples[1], samples[2], samples[3], tag, to);
}

template <class T, int step>
class Quantizers {
  public:
    explicit Quantizers(const PlaneRow& row)
        : shift_(row.shift),
          of_{Quantizer(row.channel[0]), Quantizer(row.channel[step > 1 ? 1 : 0]),
              Quantizer(row.channel[step > 2 ? 2 : 0]), Quantizer(row.channel[step > 3 ? 3 : 0])} {}

    HWY_INLINE void write(int i, int count, T* to) const {
        hn::VFromD<hn::Rebind<T, Tag>> samples[step];
        for (int s = 0; s < step; ++s) samples[s] = of_[s].template samples<T>(i, count, shift_);
        interleave<T, step>(samples, to);
    }

#if HWY_TARGET == HWY_AVX2
    HWY_INLINE void write_packed(int i, T* to) const { of_[0].write_packed(i, to); }
#endif

  private:
    int shift_;
    Quantizer of_[4];
};

template <class T, int step>
void write_codes(const PlaneRow& row) {
    const Quantizers<T, step> quantizers(row);
    T* const to = reinterpret_cast<T*>(row.to);
    const int rest = row.pixels % lanes();
    const int whole = row.pixels - rest;
    int i = 0;
#if HWY_TARGET == HWY_AVX2
    if constexpr (sizeof(T) * step == 1) {
        constexpr int count = Quantizer::packed_numbers;
        for (; i + count <= whole; i += count) quantizers.write_packed(i, to + i);
    }
#endif
    for (; i < whole; i += lanes()) quantizers.write(i, lanes(), to + i * step);
    if (rest == 0) return;
    HWY_ALIGN T last[max_lanes * step];
    quantizers.write(whole, rest, last);
    std::memcpy(to + whole * step, last, rest * step * sizeof(T));
}

void write_floats(const PlaneRow& row) {
    const float* from = row.channel[0].numbers;
    auto* to = reinterpret_cast<float*>(row.to);
    for (int i = 0; i < row.pixels; ++i) to[i] = from[i] == from[i] ? from[i] : 0;
}

template <class T>
void write_steps(const PlaneRow& row, int step) {
    switch (step) {
        case 1:
            return write_codes<T, 1>(row);
        case 2:
            return write_codes<T, 2>(row);
        case 3:
            return write_codes<T, 3>(row);
        default:
            return write_codes<T, 4>(row);
    }
}

void write_words(const PlaneRow& row, uint16_t* samples) {
    PlaneRow apart = row;
    apart.to = reinterpret_cast<std::byte*>(samples);
    write_codes<uint16_t, 4>(apart);
    const int count = 4 * row.pixels;
    const int groups = (count + group_samples - 1) / group_samples;
    std::fill(samples + count, samples + groups * group_samples, uint16_t{0});
    const hn::CappedTag<uint32_t, group_samples / word_samples> words;
    const hn::Rebind<uint16_t, decltype(words)> halves;
    const auto step = static_cast<int>(hn::Lanes(words));
    auto* to = reinterpret_cast<uint32_t*>(row.to);
    for (int i = 0; i < groups * group_samples; i += step * word_samples, to += step) {
        hn::VFromD<decltype(halves)> low, middle, high;
        hn::LoadInterleaved3(halves, samples + i, low, middle, high);
        const auto lower =
            hn::Or(hn::PromoteTo(words, low), hn::ShiftLeft<10>(hn::PromoteTo(words, middle)));
        hn::StoreU(hn::Or(lower, hn::ShiftLeft<20>(hn::PromoteTo(words, high))), words, to);
    }
}

void write_row(const PlaneRow& row, Sample sample, int step, const Scratch& scratch) {
    switch (sample) {
        case Sample::U8:
            return write_steps<uint8_t>(row, step);
        case Sample::U16:
            return write_steps<uint16_t>(row, step);
        case Sample::F32:
            return write_floats(row);
        case Sample::U10X3:
            return write_words(row, scratch.samples);
    }
}

// -------------------------------------------------------------------------------------------------
// Chroma subsampling.

// Blends up to three values by the weights of ChromaTaps. row(r) returns the values of row r.
template <int taps, class Row>
HWY_INLINE Numbers blend_rows(Row row) {
    const Numbers half = hn::Set(Tag(), 0.5f);
    const Numbers quarter = hn::Set(Tag(), 0.25f);
    if constexpr (taps == 1) return row(0);
    const Numbers ends = hn::Add(row(0), row(taps - 1));
    if constexpr (taps == 2) return hn::Mul(half, ends);
    return hn::MulAdd(half, row(1), hn::Mul(quarter, ends));
}

// Moves each lane of a vector up by one. The last lane becomes lane 0.
class Rotation {
  public:
    Rotation() : indices_(hn::SetTableIndices(Tag(), order().data())) {}
    HWY_INLINE Numbers operator()(Numbers v) const { return hn::TableLookupLanes(v, indices_); }

  private:
    static std::array<int32_t, max_lanes> order() {
        std::array<int32_t, max_lanes> lane;
        for (int i = 0; i < max_lanes; ++i) lane[i] = (i + lanes() - 1) % lanes();
        return lane;
    }
    decltype(hn::SetTableIndices(Tag(), static_cast<const int32_t*>(nullptr))) indices_;
};

// Blends rows and halves their width, from left to right.
template <int taps, bool centered>
class RowHalver {
  public:
    explicit RowHalver(const float* const* rows)
        : last_(blend_rows<taps>([&](int r) HWY_ATTR { return hn::Set(Tag(), rows[r][0]); })) {}

    // Halves the next two vectors of each row, from value i on.
    HWY_INLINE Numbers operator()(const float* const* rows, int i) {
        const auto blended = [&](int x) HWY_ATTR {
            return blend_rows<taps>([&](int r) HWY_ATTR { return hn::LoadU(Tag(), rows[r] + x); });
        };
        const Numbers half = hn::Set(Tag(), 0.5f);
        const Numbers quarter = hn::Set(Tag(), 0.25f);
        const auto [even, odd] = pairs_of(Tag(), blended(i), blended(i + lanes()));
        if constexpr (centered) return hn::Mul(half, hn::Add(even, odd));
        return hn::MulAdd(half, even, hn::Mul(quarter, hn::Add(values_before(odd), odd)));
    }

  private:
    // Shifts a vector by one lane. The last lane of the previous vector becomes lane 0.
    HWY_INLINE Numbers values_before(Numbers odd) {
        const Numbers rotated = rotate_(odd);
        const Numbers before = hn::IfThenElse(hn::FirstN(Tag(), 1), last_, rotated);
        last_ = rotated;
        return before;
    }

    Rotation rotate_;
    Numbers last_;
};

// The values of rows from value i on. The last value of each row is repeated.
struct RowEnds {
    RowEnds(const float* const* rows, int taps, int i, int width) {
        for (int r = 0; r < taps; ++r) {
            float* const rest = std::copy(rows[r] + i, rows[r] + width, memory[r]);
            std::fill(rest, std::end(memory[r]), rows[r][width - 1]);
        }
    }
    float memory[3][2 * max_lanes];
    const float* const starts[3] = {memory[0], memory[1], memory[2]};
};

template <int taps, bool centered>
void halve_rows(const float* const* rows, int width, float* out) {
    RowHalver<taps, centered> halve(rows);
    const int step = 2 * lanes();
    int i = 0;
    for (; i + step <= width; i += step) hn::StoreU(halve(rows, i), Tag(), out + i / 2);
    if (i == width) return;
    const RowEnds ends(rows, taps, i, width);
    hn::StoreU(halve(ends.starts, 0), Tag(), out + i / 2);
}

template <int taps>
void halve_rows(const float* const* rows, bool centered, int width, float* out) {
    if (centered) return halve_rows<taps, true>(rows, width, out);
    return halve_rows<taps, false>(rows, width, out);
}

void shrink_chroma(const Picture& picture, const PackBlock& block, int component, int y,
                   float* out) {
    const Format& format = *picture.format;
    const ChromaOffset offset = chroma_offset(picture.chroma_location);
    const ChromaTaps taps = chroma_taps(y, format.chroma_h, offset.y);
    const float* rows[3] = {};
    for (int i = 0; i < taps.count; ++i) {
        const int row = std::clamp(taps.first + i, 0, picture.height - 1);
        rows[i] = block.component[component] + (row - block.y) * block.pitch;
    }
    const bool centered = offset.x == 0.5f;
    switch (taps.count) {
        case 1:
            return halve_rows<1>(rows, centered, picture.width, out);
        case 2:
            return halve_rows<2>(rows, centered, picture.width, out);
        default:
            return halve_rows<3>(rows, centered, picture.width, out);
    }
}

// -------------------------------------------------------------------------------------------------

void fill_unused(const Picture& picture, PlaneRow& row, int step) {
    const float opaque = code_range(picture, 3).highest;
    const Channel& used =
        *std::find_if(row.channel, row.channel + step,
                      [](const Channel& channel) { return channel.numbers != nullptr; });
    for (int s = 0; s < step; ++s) {
        if (row.channel[s].numbers != nullptr) continue;
        row.channel[s].numbers = used.numbers;
        row.channel[s].noise = dither_row(Dither::none, 0, 0);
        row.channel[s].range = {opaque, 1, opaque, opaque};
    }
}

void fill_channel(const Picture& picture, Dither dither, const PackBlock& block, int component,
                  int y, const Scratch& scratch, Channel& channel) {
    const Format& format = *picture.format;
    channel.range = code_range(picture, component);
    channel.noise = dither_row(dither_of(format, dither), component, y);
    if (format.subsampled() && (component == 1 || component == 2)) {
        float* const chroma = scratch.chroma[component - 1];
        shrink_chroma(picture, block, component, y, chroma);
        channel.numbers = chroma;
    } else {
        channel.numbers = block.component[component] + (y - block.y) * block.pitch;
    }
}

Channel every_second(const Channel& luma, int width, int parity, float* line, float* noise) {
    const int samples = (width + 1) / 2;
    for (int i = 0; i < samples; ++i) line[i] = luma.numbers[std::min(2 * i + parity, width - 1)];
    for (int i = 0; i < dither_period; ++i) noise[i] = luma.noise[(2 * i + parity) % dither_period];
    return {line, luma.range, noise};
}

void split_luma(const Picture& picture, const Scratch& scratch, PlaneRow& row) {
    const int first = picture.format->components[0].offset;
    const Channel luma = row.channel[first];
    for (int parity = 0; parity < 2; ++parity)
        row.channel[first + 2 * parity] = every_second(
            luma, picture.width, parity, scratch.luma[parity], row.split_noise[parity]);
}

void pack_row(const Picture& picture, Dither dither, const PackBlock& block,
              const FramePlanes& frame, int plane, int y, const Scratch& scratch) {
    const Format& format = *picture.format;
    PlaneRow row;
    row.to = frame.data[plane] + (y - block.first_row) * frame.pitch[plane];
    row.shift = format.shift;
    for (Channel& channel : row.channel) channel.numbers = nullptr;
    int step = 1;
    for (int c = 0; c < 4; ++c) {
        const Component& place = format.components[c];
        if (place.plane != plane) continue;
        step = place.step;
        row.pixels = format.component_width(c, picture.width);
        fill_channel(picture, dither, block, c, y, scratch, row.channel[place.offset]);
    }
    if (format.interleaves_chroma()) split_luma(picture, scratch, row);
    fill_unused(picture, row, step);
    write_row(row, format.sample, step, scratch);
}

void pack_target(const Picture& picture, Dither dither, const PackBlock& block,
                 const FramePlanes& frame, float* memory) {
    const Format& format = *picture.format;
    const Scratch scratch(picture, memory);
    for (int plane = 0; plane < format.planes(); ++plane) {
        const bool half = format.halves_rows(plane);
        const int first = half ? block.y / 2 : block.y;
        const int end = half ? (block.y + block.rows + 1) / 2 : block.y + block.rows;
        for (int y = first; y < end; ++y)
            pack_row(picture, dither, block, frame, plane, y, scratch);
    }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {

HWY_EXPORT(pack_target);

PackHalo pack_halo(const Picture& picture) {
    if (picture.format->chroma_h == 0) return {0, 0};
    const float offset = chroma_offset(picture.chroma_location).y;
    return {offset == 0 ? 1 : 0, offset == 1 ? 1 : 0};
}

size_t pack_scratch(const Picture& picture) { return Scratch::floats(picture); }

void pack(const Picture& picture, Dither dither, const PackBlock& block, const FramePlanes& frame,
          float* scratch, const InstructionSet& set) {
    TONELIFT_DISPATCH(set, pack_target)(picture, dither, block, frame, scratch);
}

}  // namespace tonelift
#endif
