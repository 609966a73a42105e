// SPDX-License-Identifier: BSD-2-Clause
//
// Converts normalized values to samples on the CPU.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "kernels/code_range.h"
#include "kernels/pack/pack.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pack/pack_cpu.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/numbers-inl.h"
#include "kernels/pack/bytes-inl.h"
#include "kernels/pack/shrink_chroma-inl.h"
// clang-format on

// The part up to #endif is compiled only once, although foreach_target includes this file once per
// target.
#ifndef TONELIFT_PACK_CPU_SHARED
#define TONELIFT_PACK_CPU_SHARED
namespace tonelift {
namespace {

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

using numbers::lanes;
using numbers::Numbers;
using numbers::Tag;

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
          highest_(hn::Set(Tag(), channel.range.highest)) {
#if TONELIFT_PACKS_BYTES
        lowest_bytes_ = bytes_of(lowest_);
        highest_bytes_ = bytes_of(highest_);
#endif
    }

    // Converts `count` numbers from number i on.
    template <class T>
    HWY_INLINE hn::VFromD<hn::Rebind<T, Tag>> samples(int i, int count, int shift) const {
        auto rounded = nearest_code(hn::Min(hn::Max(code(i, count), lowest_), highest_));
        if constexpr (sizeof(T) > 1) rounded = hn::ShiftLeftSame(rounded, shift);
        return hn::TruncateTo(hn::Rebind<T, Tag>(), rounded);
    }

#if TONELIFT_PACKS_BYTES
    HWY_INLINE static int packed_numbers() { return 4 * lanes(); }

    // Converts packed_numbers() numbers from number i on to bytes. This takes fewer instructions
    // than samples().
    HWY_INLINE void write_packed(int i, uint8_t* to) const {
        const auto integers = [&](int k) HWY_ATTR {
            const int at = i + k * lanes();
            return bytes::nearest(code_of(hn::LoadU(Tag(), numbers_ + at), at).raw);
        };
        const auto a = integers(0), b = integers(1), c = integers(2), d = integers(3);
        if (HWY_UNLIKELY(bytes::any_negative(a, b, c, d))) return write_checked(i, to);
        store_limited(bytes::packed(a, b, c, d), to);
    }
#endif

  private:
    HWY_INLINE Numbers code_of(Numbers numbers, int i) const {
        const Numbers noise = hn::LoadU(Tag(), noise_ + i % dither_period);
        return hn::Add(hn::MulAdd(numbers, scale_, zero_), noise);
    }

    // Reads `count` numbers. NaN counts as 0.
    HWY_INLINE Numbers code(int i, int count) const {
        const Numbers numbers = load(numbers_ + i, count);
        return code_of(hn::IfThenElseZero(hn::Eq(numbers, numbers), numbers), i);
    }

#if TONELIFT_PACKS_BYTES
    // Converts numbers of which some are NaN, infinite or below black.
    HWY_NOINLINE void write_checked(int i, uint8_t* to) const {
        const auto integers = [&](int k) HWY_ATTR {
            return bytes::nearest(hn::Min(code(i + k * lanes(), lanes()), highest_).raw);
        };
        store_limited(bytes::packed(integers(0), integers(1), integers(2), integers(3)), to);
    }

    HWY_INLINE static bytes::Integers bytes_of(Numbers number) {
        const bytes::Integers integer = bytes::nearest(number.raw);
        return bytes::packed(integer, integer, integer, integer);
    }

    HWY_INLINE void store_limited(bytes::Integers packed, uint8_t* to) const {
        const auto limited = bytes::limited(packed, lowest_bytes_, highest_bytes_);
        bytes::store(bytes::put_in_order(limited), to);
    }
#endif

    const float* numbers_;
    const float* noise_;
    Numbers zero_;
    Numbers scale_;
    Numbers lowest_;
    Numbers highest_;
#if TONELIFT_PACKS_BYTES
    bytes::Integers lowest_bytes_;
    bytes::Integers highest_bytes_;
#endif
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

#if TONELIFT_PACKS_BYTES
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
#if TONELIFT_PACKS_BYTES
    if constexpr (sizeof(T) * step == 1) {
        const int count = Quantizer::packed_numbers();
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
        float* const to = scratch.chroma[component - 1];
        channel.range.scale /= chroma::shrink_chroma(picture, block, component, y, to);
        channel.numbers = to;
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
