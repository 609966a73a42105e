// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of machine code that reads integer samples of the input picture directly. The samples
// are not converted to rows of floats first.
#pragma once

#include "kernels/code_range.h"

namespace tonelift {

// How machine code interpolates chroma whose plane has half the width of the picture.
enum class Interpolation : uint8_t {
    floats,
    words,  // products of 16-bit words
    pairs,  // both halves of 32-bit words at once: 16 times a code must fit into 16 bits
};

struct InputCodes {
    int step;    // distance between two samples of the component, in samples
    int offset;  // position of the first sample of the component, in samples
    int shift;   // number of unused lower bits of a sample
    CodeRange range;
    bool narrow;  // the plane has half the width of the picture
    // The value of Format::fills_words(). If false, samples are read as signed words, which is
    // faster. A sample above 32767, which is then invalid, becomes a negative number.
    bool fills_words;
    // The chroma of pixel k, if k is even, lies between the samples k / 2 + first and k / 2. The
    // chroma of pixel k + 1 lies between the samples k / 2 and k / 2 + 1.
    int first;       // -1 or 0
    float to_left;   // weight of the sample k / 2 + first
    float to_right;  // weight of the sample k / 2 + 1
    Interpolation interpolation;
};

constexpr int narrow_entries = 3;
// Denominator of the weights of rows and columns in the interpolation of chroma: each weight is a
// multiple of 1/4.
constexpr int quarters = 4;
constexpr int most_bits_of_pairs = 12;
constexpr int codes_behind = 8;

inline bool has_codes_to_read(const Picture& picture, int component) {
    const Component& place = picture.format->components[component];
    return picture.format->sample == Sample::U16 && place.plane >= 0 && place.step <= 2;
}

inline InputCodes input_codes(const Picture& picture, int component) {
    const Format& format = *picture.format;
    const Component& place = format.components[component];
    const bool narrow = format.chroma_w > 0 && (component == 1 || component == 2);
    const float x = chroma_offset(picture.chroma_location).x;
    const bool pairs = place.step == 2 && format.depth <= most_bits_of_pairs;
    const bool words = place.step == 1 && format.shift == 0;
    return {place.step,
            place.offset,
            format.shift,
            code_range(picture, component),
            narrow,
            format.fills_words(),
            x > 0 ? -1 : 0,
            x / 2,
            (1 - x) / 2,
            pairs   ? Interpolation::pairs
            : words ? Interpolation::words
                    : Interpolation::floats};
}

// Positions and weights of the two samples of a row between which the chroma of a pixel lies.
// Weights are in quarters.
struct ColumnTaps {
    uint32_t near, far;
    uint32_t rest, part;
};

inline ColumnTaps column_taps(const InputCodes& how, uint32_t pixel) {
    const auto first = static_cast<uint32_t>(how.first);
    const bool right = pixel % 2 == 1;
    const uint32_t near = pixel / 2 - first;
    const auto part = static_cast<uint32_t>(quarters * (right ? how.to_right : how.to_left));
    return {near, right ? near + 1 : near + first, quarters - part, part};
}

}  // namespace tonelift
