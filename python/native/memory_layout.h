// SPDX-License-Identifier: BSD-2-Clause
//
// Describes, for each pixel format of formats.def, at which positions in the planes the samples
// are.
#pragma once

#include <tonelift/frame.h>

#include <string_view>

namespace tonelift::python {

enum class Element { u8, u16, u32, f32 };

int bytes_of(Element element);
const char* name_of(Element element);

struct PlaneSize {
    int rows;
    int columns;
};

struct Component {
    int plane;  // -1 if the format does not have this component
    int step;
    int offset;
};

struct MemoryLayout {
    tonelift_format format;
    std::string_view family;  // "YUV", "GRAY" or "RGB"
    Element element;
    int depth;
    int chroma_w;
    int chroma_h;
    int block_bytes;  // bytes per block of a texture, or 0 for other formats
    bool is_v210;
    Component components[4];

    int planes() const;
    int channels() const;
    // Returns the distance between two adjacent pixels in a row of a plane, in elements. Chroma
    // planes must not be subsampled.
    int step(int plane) const;
    PlaneSize plane_size(int plane, int width, int height) const;
    // Returns the width of a picture whose first plane has this number of columns. Returns 0 for
    // formats in which several widths need the same number of columns.
    int width_of(int columns) const;
};

const MemoryLayout& layout_of(tonelift_format format);

// Returns the gray or RGB format of an array, or TONELIFT_FORMAT_NONE if no format fits.
tonelift_format format_of_array(Element element, int channels, bool channels_last);

}  // namespace tonelift::python
