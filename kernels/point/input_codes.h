// SPDX-License-Identifier: BSD-2-Clause
//
// How machine code reads a component of the input by itself: the codes of the frame, which nobody
// has unpacked, with the results of kernels/unpack to the last bit. The weights of chroma are
// quarters, so that all is exact but the last product.
#pragma once

#include "kernels/chroma_tap.h"
#include "kernels/code_range.h"

namespace tonelift {

struct InputCodes {
    int step;    // samples of 16 bits from one code to the next
    int offset;  // of the component in a step of two
    int shift;
    CodeRange range;
    bool narrow;    // chroma of half the width
    int first;      // narrow: 0, or -1 where the first pixel needs the sample before its own, too
    float to_left;  // narrow: the way from its sample of an even pixel, and of an odd one
    float to_right;
};

// Strips of narrow chroma have three entries: two rows of codes, and a block with the weight of the
// second. Behind the samples of a strip this many more are read.
constexpr int narrow_entries = 3;
constexpr int codes_behind = 8;

// Whether there is machine code for a component.
inline bool has_codes_to_read(const Picture& picture, int component) {
    const Component& place = picture.format->components[component];
    return picture.format->sample == Sample::U16 && place.plane >= 0 && place.step <= 2;
}

inline InputCodes input_codes(const Picture& picture, int component) {
    const Format& format = *picture.format;
    const Component& place = format.components[component];
    const bool narrow = format.chroma_w > 0 && (component == 1 || component == 2);
    const float x = chroma_offset(picture.chroma_location).x;
    return {place.step, place.offset,   format.shift, code_range(picture, component),
            narrow,     x > 0 ? -1 : 0, x / 2,        (1 - x) / 2};
}

}  // namespace tonelift
