// SPDX-License-Identifier: BSD-2-Clause
//
// Describes what is unpacked: a component of a frame, and a part of this component.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

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
};

// The pixels x to x + n - 1 of rows y to y + rows - 1, and the floats to which they are written.
// Pixels are means of factor x factor pixels of the input, where `factor` is 1, 2 or 4.
struct UnpackPart {
    int x;
    int y;
    int n;
    int rows;
    float* out;
    ptrdiff_t pitch;  // distance between rows of `out`, in floats
    int factor;

    float* row(int index) const { return out + index * pitch; }
};

}  // namespace tonelift
