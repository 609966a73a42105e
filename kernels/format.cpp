// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/format.h"

#include <algorithm>
#include <cstring>

namespace tonelift {
namespace {

constexpr std::array<Component, 4> components(int p0, int s0, int o0, int p1, int s1, int o1,
                                              int p2, int s2, int o2, int p3, int s3, int o3) {
    return {{{p0, s0, o0}, {p1, s1, o1}, {p2, s2, o2}, {p3, s3, o3}}};
}

constexpr Format table[] = {
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, list)                                                        \
    {number, ffmpeg, gstreamer, Family::family, Sample::sample,                                \
     depth,  shift,  chroma_w,  chroma_h,       components list},
#define TONELIFT_TEXTURE(id, number, name, family, blocks, list) \
    {number, name, "", Family::family,  Sample::U8,         8,   \
     0,      0,    0,  components list, BlockFormat::blocks},
#include <tonelift/formats.def>
};

bool is_chroma(const Format& format, int component) {
    return format.family == Family::YUV && (component == 1 || component == 2);
}

int subsample(int size, int log2) { return (size + (1 << log2) - 1) >> log2; }

}  // namespace

int Format::planes() const {
    int last = 0;
    for (const Component& component : components) last = std::max(last, component.plane);
    return last + 1;
}

int Format::component_width(int component, int width) const {
    return is_chroma(*this, component) ? subsample(width, chroma_w) : width;
}

bool Format::halves_rows(int plane) const {
    return family == Family::YUV && chroma_h > 0 &&
           (components[1].plane == plane || components[2].plane == plane);
}

int Format::plane_height(int plane, int height) const {
    if (is_texture()) return blocks_of(height);
    return halves_rows(plane) ? subsample(height, 1) : height;
}

int Format::row_bytes(int plane, int width) const {
    if (is_texture()) return blocks_of(width) * block_bytes(blocks);
    int samples = 0;
    for (int i = 0; i < 4; ++i) {
        const Component& component = components[static_cast<size_t>(i)];
        if (component.plane == plane)
            samples = std::max(samples, component_width(i, width) * component.step);
    }
    if (sample == Sample::U10X3)
        samples = (samples + group_samples - 1) / group_samples * (group_samples / word_samples);
    return samples * sample_bytes();
}

std::span<const Format> formats() { return table; }

const Format* find_format(int id) {
    for (const Format& format : table) {
        if (format.id == id) return &format;
    }
    return nullptr;
}

const Format* find_format(const char* name) {
    if (name == nullptr || *name == '\0') return nullptr;
    for (const Format& format : table) {
        // In FFmpeg, a format name without a byte order (le, be) means the byte order of the CPU.
        const bool native = std::strncmp(format.ffmpeg, name, std::strlen(name)) == 0 &&
                            std::strcmp(format.ffmpeg + std::strlen(name), "le") == 0;
        if (native || std::strcmp(format.ffmpeg, name) == 0 ||
            std::strcmp(format.gstreamer, name) == 0)
            return &format;
    }
    return nullptr;
}

ChromaOffset chroma_offset(int chroma_location) {
    switch (chroma_location) {
        case 2:
            return {0.5f, 0.5f};
        case 3:
            return {0.0f, 0.0f};
        case 4:
            return {0.5f, 0.0f};
        case 5:
            return {0.0f, 1.0f};
        case 6:
            return {0.5f, 1.0f};
        default:
            return {0.0f, 0.5f};
    }
}

}  // namespace tonelift
