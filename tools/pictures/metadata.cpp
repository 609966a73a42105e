// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/metadata.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tonelift {
namespace {

// An image resource block has the mark 8BIM, a number, a name, a size and its content (Photoshop
// File Formats).
constexpr std::string_view resource_mark = "8BIM";
constexpr size_t iptc_number = 0x0404;

size_t big_endian(const std::vector<uint8_t>& bytes, size_t place, size_t size) {
    size_t number = 0;
    for (size_t i = 0; i < size; ++i) number = number << 8 | bytes[place + i];
    return number;
}

}  // namespace

std::string leave_out(const StillNotes& taken, StillMetadata* notes) {
    std::vector<std::string> names;
    const auto look = [&](size_t most, auto* content, const std::string& name) {
        if (content->size() <= most) return;
        content->clear();
        names.push_back(name +
                        (most > 0 ? " of more than " + std::to_string(most) + " bytes" : ""));
    };
    look(taken.exif, &notes->exif, "Exif");
    look(taken.xmp, &notes->xmp, "XMP");
    look(taken.iptc, &notes->iptc, "IPTC");
    std::string text;
    for (size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

std::vector<uint8_t> iptc_in_resources(const std::vector<uint8_t>& resources) {
    constexpr size_t head = 4 + 2;
    for (size_t at = 0; at + head < resources.size();) {
        if (!std::equal(resource_mark.begin(), resource_mark.end(),
                        resources.begin() + static_cast<ptrdiff_t>(at)))
            return {};
        const size_t number = big_endian(resources, at + 4, 2);
        const size_t name = 1 + size_t{resources[at + head]};
        const size_t sized = at + head + name + name % 2;
        if (sized + 4 > resources.size()) return {};
        const size_t size = big_endian(resources, sized, 4), content = sized + 4;
        if (size > resources.size() - content) return {};
        if (number == iptc_number) {
            const auto begin = resources.begin() + static_cast<ptrdiff_t>(content);
            return {begin, begin + static_cast<ptrdiff_t>(size)};
        }
        at = content + size + size % 2;
    }
    return {};
}

std::vector<uint8_t> resources_with_iptc(const std::vector<uint8_t>& iptc) {
    std::vector<uint8_t> made = {'8', 'B', 'I', 'M', iptc_number >> 8, iptc_number & 0xFF, 0, 0};
    made.reserve(iptc.size() + 16);
    for (int shift = 24; shift >= 0; shift -= 8)
        made.push_back(static_cast<uint8_t>(iptc.size() >> shift));
    made.insert(made.end(), iptc.begin(), iptc.end());
    if (iptc.size() % 2 != 0) made.push_back(0);
    return made;
}

}  // namespace tonelift
