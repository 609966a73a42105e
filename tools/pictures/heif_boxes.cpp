// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/heif_boxes.h"

#include <algorithm>

namespace tonelift {
namespace {

using Bytes = std::span<const uint8_t>;

constexpr size_t head = 8;  // size of the header of a box, in bytes: 4 for its size, 4 for its type

uint32_t number_at(Bytes bytes, size_t place, size_t size) {
    uint32_t number = 0;
    for (size_t i = 0; i < size; ++i) number = number << 8 | bytes[place + i];
    return number;
}

bool is_type(Bytes bytes, size_t box, std::string_view type) {
    return std::equal(type.begin(), type.end(), bytes.begin() + static_cast<ptrdiff_t>(box) + 4,
                      [](char a, uint8_t b) { return static_cast<uint8_t>(a) == b; });
}

// Returns the first box of a type at the top level of the file. A box that extends beyond the end
// of the file is truncated.
Bytes top_box(Bytes file, std::string_view type) {
    for (size_t at = 0; at + head <= file.size();) {
        const size_t size = number_at(file, at, 4);
        if (is_type(file, at, type)) return file.subspan(at, std::min(size, file.size() - at));
        if (size < head || size > file.size() - at) break;
        at += size;
    }
    return {};
}

Bytes property(Bytes file, std::string_view type, size_t size) {
    const Bytes meta = top_box(file, "meta");
    for (size_t at = head; at + head + size <= meta.size(); ++at)
        if (number_at(meta, at, 4) == head + size && is_type(meta, at, type))
            return meta.subspan(at + head, size);
    return {};
}

}  // namespace

bool has_heif_brand(Bytes file, std::string_view brand) {
    const Bytes brands = top_box(file, "ftyp");
    for (size_t at = 4; at + 8 <= brands.size(); at += 4)
        if (is_type(brands, at, brand)) return true;
    return false;
}

void take_heif_light(Bytes file, tonelift_video* video) {
    constexpr double unit = 10000;  // mdcv stores luminance in units of 1/10000 cd/m2
    if (const Bytes light = property(file, "clli", 4); !light.empty()) {
        video->max_cll = number_at(light, 0, 2);
        video->max_fall = number_at(light, 2, 2);
    }
    if (const Bytes display = property(file, "mdcv", 24); !display.empty()) {
        video->mastering_max = number_at(display, 16, 4) / unit;
        video->mastering_min = number_at(display, 20, 4) / unit;
    }
}

bool has_quarter_turn(Bytes file) {
    const Bytes angle = property(file, "irot", 1);
    return !angle.empty() && angle[0] % 2 != 0;
}

}  // namespace tonelift
