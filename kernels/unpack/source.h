// SPDX-License-Identifier: BSD-2-Clause
//
// Describes what is unpacked: a component of a frame, and a part of this component.
#pragma once

#include <algorithm>

#include "kernels/chroma_tap.h"
#include "kernels/pass.h"

namespace tonelift {

// Two rows of samples, and the weight of the lower one in their mean.
struct RowPair {
    int above;
    int below;
    float weight;
};

struct UnpackSource {
    const Picture& picture;
    const FramePlanes& frame;
    int component;
    // Reading a part of a row prefetches the same part of the row that is `rows_ahead` rows below,
    // or the next part of the same row if `rows_ahead` is 0.
    int rows_ahead;

    const Component& layout() const { return picture.format->components[component]; }
    ptrdiff_t pitch() const { return frame.pitch[layout().plane]; }
    const std::byte* row(int y) const { return frame.data[layout().plane] + y * pitch(); }

    bool is_chroma() const {
        return picture.format->subsampled() && (component == 1 || component == 2);
    }
    // Whether the component has half the width of the picture.
    bool is_narrow() const { return is_chroma() && picture.format->chroma_w > 0; }

    RowPair chroma_rows(const ChromaTap& tap) const {
        const int last = picture.format->plane_height(layout().plane, picture.height) - 1;
        return {std::clamp(tap.first, 0, last), std::clamp(tap.first + 1, 0, last), tap.weight};
    }

    // Returns the rows whose mean is row y of half the height of the picture.
    RowPair halved_rows(int y) const {
        if (!is_chroma() || picture.format->chroma_h == 0) return {2 * y, 2 * y + 1, 0.5f};
        return chroma_rows(halved_chroma_tap(y, chroma_offset(picture.chroma_location).y));
    }

    // Returns the tap of column 0 of half the width of the picture.
    ChromaTap halved_column() const {
        return halved_chroma_tap(0, chroma_offset(picture.chroma_location).x);
    }
};

// Writes the value of a component that the format does not have: 1 for alpha, 0 for others.
inline void fill_missing(int component, int n, float* out) {
    std::fill_n(out, n, component == 3 ? 1.0f : 0.0f);
}

// The pixels x to x + n - 1 of rows y to y + rows - 1, and the floats to which they are written.
struct UnpackPart {
    int x;
    int y;
    int n;
    int rows;
    float* out;
    ptrdiff_t pitch;  // distance between rows of `out`, in floats

    float* row(int index) const { return out + index * pitch; }
};

}  // namespace tonelift
