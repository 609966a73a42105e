// SPDX-License-Identifier: BSD-2-Clause
#include "memory_layout.h"

#include <algorithm>
#include <stdexcept>

namespace tonelift::python {
namespace {

constexpr Element U8 = Element::u8, U16 = Element::u16, F32 = Element::f32, U10X3 = Element::u32;
constexpr int bc1 = 8, bc3 = 16, bc3_ycocg = 16, bc4 = 8;

constexpr MemoryLayout picture(tonelift_format format, std::string_view family, Element element,
                               int depth, int chroma_w, int chroma_h, int p0, int s0, int o0,
                               int p1, int s1, int o1, int p2, int s2, int o2, int p3, int s3,
                               int o3) {
    return {format,
            family,
            element,
            depth,
            chroma_w,
            chroma_h,
            0,
            element == Element::u32,
            {{p0, s0, o0}, {p1, s1, o1}, {p2, s2, o2}, {p3, s3, o3}}};
}

constexpr MemoryLayout texture(tonelift_format format, std::string_view family, int block_bytes) {
    return {format,      family, Element::u8,
            8,           0,      0,
            block_bytes, false,  {{0, 1, 0}, {-1, 1, 0}, {-1, 1, 0}, {-1, 1, 0}}};
}

#define TONELIFT_LIST_(...) __VA_ARGS__
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, components)                                                  \
    picture(TONELIFT_FORMAT_##id, #family, sample, depth, chroma_w, chroma_h,                  \
            TONELIFT_LIST_ components),
#define TONELIFT_TEXTURE(id, number, name, family, blocks, components) \
    texture(TONELIFT_FORMAT_##id, #family, blocks),
constexpr MemoryLayout layouts[] = {
#include <tonelift/formats.def>
};
#undef TONELIFT_LIST_

int divided(int number, int by) { return (number + by - 1) / by; }

}  // namespace

int bytes_of(Element element) {
    constexpr int bytes[] = {1, 2, 4, 4};
    return bytes[static_cast<size_t>(element)];
}

const char* name_of(Element element) {
    constexpr const char* names[] = {"uint8", "uint16", "uint32", "float32"};
    return names[static_cast<size_t>(element)];
}

int MemoryLayout::planes() const {
    int planes = 0;
    for (const Component& component : components) planes = std::max(planes, component.plane + 1);
    return planes;
}

int MemoryLayout::channels() const {
    return static_cast<int>(std::count_if(std::begin(components), std::end(components),
                                          [](const Component& c) { return c.plane >= 0; }));
}

int MemoryLayout::step(int plane) const {
    for (const Component& component : components) {
        if (component.plane == plane) return component.step;
    }
    return 1;
}

PlaneSize MemoryLayout::plane_size(int plane, int width, int height) const {
    if (block_bytes > 0) return {divided(height, 4), divided(width, 4) * block_bytes};
    if (is_v210) return {height, divided(width, 6) * 4};
    PlaneSize size{0, 0};
    for (int i = 0; i < 4; ++i) {
        if (components[i].plane != plane) continue;
        const bool chroma = family == "YUV" && (i == 1 || i == 2);
        const int columns = divided(width, chroma ? 1 << chroma_w : 1) * components[i].step;
        size.columns = std::max(size.columns, columns);
        size.rows = std::max(size.rows, divided(height, chroma ? 1 << chroma_h : 1));
    }
    return size;
}

int MemoryLayout::width_of(int columns) const {
    return is_v210 || block_bytes > 0 ? 0 : columns / step(0);
}

const MemoryLayout& layout_of(tonelift_format format) {
    for (const MemoryLayout& layout : layouts) {
        if (layout.format == format) return layout;
    }
    throw std::invalid_argument("the pixel format " + std::to_string(format) +
                                " has no layout in memory");
}

tonelift_format format_of_array(Element element, int channels, bool channels_last) {
    const std::string_view family = channels == 1 ? "GRAY" : "RGB";
    for (const MemoryLayout& layout : layouts) {
        const bool fits = layout.family == family && layout.element == element &&
                          layout.block_bytes == 0 && layout.channels() == channels &&
                          layout.depth == 8 * bytes_of(element) &&
                          layout.planes() == (channels_last ? 1 : channels) &&
                          layout.step(0) == (channels_last ? channels : 1);
        if (fits) return layout.format;
    }
    return TONELIFT_FORMAT_NONE;
}

}  // namespace tonelift::python
