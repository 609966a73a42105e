// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of machine code that reads integer samples of the input picture directly. The samples
// are not converted to rows of floats first.
#pragma once

#include "kernels/code_range.h"

namespace tonelift {

struct InputCodes {
    int step;
    int offset;
    int shift;
    CodeRange range;
    bool narrow;
    int first;
    float to_left;
    float to_right;
    bool pairs;  // true if Cb and Cr alternate and 16 times a code fits into 16 bits
};

constexpr int narrow_entries = 3;
// Denominator of the weights of rows and columns in the interpolation of chroma: each weight is a
// multiple of 1/4.
constexpr int quarters = 4;
// Maximum bit depth of pairs: 16 times a code of 12 bits fits into 16 bits.
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
    const bool pairs = narrow && place.step == 2 && format.depth <= most_bits_of_pairs;
    return {place.step, place.offset,   format.shift, code_range(picture, component),
            narrow,     x > 0 ? -1 : 0, x / 2,        (1 - x) / 2,
            pairs};
}

}  // namespace tonelift
