// SPDX-License-Identifier: BSD-2-Clause
//
// Describes where the samples of a picture are in its planes, for each pixel format of formats.def.
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
    int plane;  // -1 without such a component
    int step;
    int offset;
};

struct MemoryLayout {
    tonelift_format format;
    std::string_view family;  // YUV, GRAY or RGB
    Element element;
    int depth;
    int chroma_w;
    int chroma_h;
    int block_bytes;  // bytes of a block of a texture, else 0
    bool is_v210;
    Component components[4];

    int planes() const;
    int channels() const;
    // Returns the distance between two neighboring pixels in elements. The plane must have full
    // size.
    int step(int plane) const;
    PlaneSize plane_size(int plane, int width, int height) const;
    // Returns 0 if several widths are possible.
    int width_of(int columns) const;
};

const MemoryLayout& layout_of(tonelift_format format);

// Returns TONELIFT_FORMAT_NONE if no format fits the shape.
tonelift_format format_of_array(Element element, int channels, bool channels_last);

}  // namespace tonelift::python
