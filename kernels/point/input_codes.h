// SPDX-License-Identifier: BSD-2-Clause
//
// How machine code reads the samples of the input directly. The results equal those of
// kernels/unpack to the last bit, because chroma weights are multiples of 1/4 and thus exact.
#pragma once

#include "kernels/chroma_tap.h"
#include "kernels/code_range.h"

namespace tonelift {

struct InputCodes {
    int step;    // 16-bit samples from one code to the next
    int offset;  // position of the component, if step is two
    int shift;
    CodeRange range;
    bool narrow;    // whether chroma has half the width
    int first;      // -1 if the first pixel also needs the chroma sample to the left, else 0
    float to_left;  // weights of the other chroma sample in even and odd pixels
    float to_right;
};

// Chroma of half the width has three entries in the address table: two rows of samples, and the
// weight of the second row. codes_behind is the number of samples that are read beyond the last
// pixel.
constexpr int narrow_entries = 3;
constexpr int codes_behind = 8;

// Other formats are converted to floats first.
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
