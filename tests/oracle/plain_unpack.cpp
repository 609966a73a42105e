// SPDX-License-Identifier: BSD-2-Clause
// Reads the codes of input formats in double precision.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/chroma_tap.h"
#include "kernels/code_range.h"
#include "tests/oracle/plain.h"

namespace tonelift {
namespace {

template <class T>
double read(const std::byte* at, int shift) {
    T sample;
    std::memcpy(&sample, at, sizeof(T));
    if constexpr (sizeof(T) < 4) return sample >> shift;
    return static_cast<double>(sample);
}

double read_in_word(const std::byte* row, int sample) {
    uint32_t word;
    std::memcpy(&word, row + ptrdiff_t{4} * (sample / 3), sizeof word);
    return word >> 10 * (sample % 3) & 0x3ff;
}

double code_at(const Picture& picture, const FramePlanes& frame, int component, int x, int y) {
    const Format& format = *picture.format;
    const Component& place = format.components[component];
    x = std::clamp(x, 0, format.component_width(component, picture.width) - 1);
    y = std::clamp(y, 0, format.plane_height(place.plane, picture.height) - 1);
    const std::byte* row = frame.data[place.plane] + y * frame.pitch[place.plane];
    const int sample = x * place.step + place.offset;
    if (format.sample == Sample::U10X3) return read_in_word(row, sample);
    const std::byte* at = row + static_cast<ptrdiff_t>(sample) * format.sample_bytes();
    switch (format.sample) {
        case Sample::U8:
            return read<uint8_t>(at, format.shift);
        case Sample::U16:
            return read<uint16_t>(at, format.shift);
        default:
            return read<float>(at, 0);
    }
}

double blend_at(const Picture& picture, const FramePlanes& frame, int component,
                const ChromaTap& column, const ChromaTap& row) {
    double blend = 0;
    for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 2; ++i) {
            const double weight =
                (i ? column.weight : 1 - column.weight) * (j ? row.weight : 1 - row.weight);
            if (weight == 0) continue;
            blend += weight * code_at(picture, frame, component, column.first + i, row.first + j);
        }
    }
    return blend;
}

ChromaTap middle_of_two(int first_pixel, bool half_as_many, float offset) {
    if (!half_as_many) return {first_pixel, 0.5f};
    const double at = (first_pixel + 0.5 - offset) / 2;
    return {static_cast<int>(std::floor(at)), static_cast<float>(at - std::floor(at))};
}

double number_of(const Picture& picture, int component, double code) {
    const CodeRange range = code_range(picture, component);
    return (code - range.zero) / range.scale;
}

double unpack_halved_plain(const Picture& picture, const FramePlanes& frame, int component, int x,
                           int y) {
    const Format& format = *picture.format;
    if (format.components[component].plane < 0) return component == 3 ? 1 : 0;
    const bool chroma = format.subsampled() && (component == 1 || component == 2);
    const ChromaOffset offset = chroma_offset(picture.chroma_location);
    const ChromaTap column = middle_of_two(2 * x, chroma && format.chroma_w > 0, offset.x);
    const ChromaTap row = middle_of_two(2 * y, chroma && format.chroma_h > 0, offset.y);
    return number_of(picture, component, blend_at(picture, frame, component, column, row));
}

}  // namespace

double unpack_sample_plain(const Picture& picture, const FramePlanes& frame, int component, int x,
                           int y) {
    const Format& format = *picture.format;
    if (format.components[component].plane < 0) return component == 3 ? 1 : 0;
    const bool chroma = format.subsampled() && (component == 1 || component == 2);
    const ChromaOffset offset = chroma_offset(picture.chroma_location);
    const bool narrow = chroma && format.chroma_w > 0, low = chroma && format.chroma_h > 0;
    const ChromaTap column = narrow ? chroma_tap(x, offset.x) : ChromaTap{x, 0};
    const ChromaTap row = low ? chroma_tap(y, offset.y) : ChromaTap{y, 0};
    return number_of(picture, component, blend_at(picture, frame, component, column, row));
}

double unpack_reduced_plain(const Picture& picture, const FramePlanes& frame, int component,
                            int factor, int x, int y) {
    if (factor == 1) return unpack_sample_plain(picture, frame, component, x, y);
    if (factor == 2) return unpack_halved_plain(picture, frame, component, x, y);
    double sum = 0;
    for (int i = 0; i < 4; ++i)
        sum += unpack_halved_plain(picture, frame, component, 2 * x + i % 2, 2 * y + i / 2);
    return sum / 4;
}

}  // namespace tonelift
