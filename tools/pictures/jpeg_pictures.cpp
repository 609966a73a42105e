// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/jpeg_pictures.h"

#include <algorithm>

#include "tools/pictures/ifd.h"
#include "tools/pictures/jpeg_library.h"
#include "tools/pictures/xmp.h"

namespace tonelift {
namespace {

// Tags of the table of pictures (CIPA DC-007, 5.2.3).
constexpr uint16_t version_tag = 0xB000, count_tag = 0xB001, pictures_tag = 0xB002;
constexpr size_t picture_entry_size = 16;
constexpr uint32_t primary_picture = 0x030000;

bool begins_with(std::span<const uint8_t> bytes, std::string_view text) {
    return bytes.size() >= text.size() &&
           std::equal(text.begin(), text.end(), bytes.begin(),
                      [](char a, uint8_t b) { return static_cast<uint8_t>(a) == b; });
}

bool is_jpeg(std::span<const uint8_t> bytes) { return begins_with(bytes, "\xFF\xD8\xFF"); }

size_t place_of_table(std::span<const uint8_t> file) {
    for (size_t at = 2; at + 4 <= file.size() && file[at] == 0xFF;) {
        const size_t size = file[at + 2] * 256U + file[at + 3];
        if (file[at + 1] == 0xDA || size < 2 || size > file.size() - at - 2) return 0;
        const std::span<const uint8_t> content = file.subspan(at + 4, size - 2);
        if (file[at + 1] == jpeg_marker::pictures &&
            begins_with(content, jpeg_marker::pictures_name))
            return at + 4 + jpeg_marker::pictures_name.size();
        at += 2 + size;
    }
    return 0;
}

void add(const OtherJpeg& picture, std::vector<OtherJpeg>* to) {
    const bool known = std::any_of(to->begin(), to->end(), [&](const OtherJpeg& other) {
        return other.bytes.data() == picture.bytes.data();
    });
    if (is_jpeg(picture.bytes) && !known) to->push_back(picture);
}

}  // namespace

std::vector<OtherJpeg> other_jpegs(std::span<const uint8_t> file, size_t first_size) {
    constexpr size_t most = 16;
    std::vector<OtherJpeg> found;
    const size_t begin = place_of_table(file);
    const IfdBytes table(file.subspan(begin));
    const auto pictures = begin > 0 ? table.find(table.first(), pictures_tag) : std::nullopt;
    for (size_t i = 1; pictures && i < std::min(pictures->size / picture_entry_size, most); ++i) {
        const size_t entry = pictures->place + i * picture_entry_size;
        const size_t size = table.u32(entry + 4), place = table.u32(entry + 8);
        if (place == 0 || place >= file.size() - begin) continue;
        const std::span<const uint8_t> rest = file.subspan(begin + place);
        add({rest.subspan(0, std::min(size, rest.size())), true}, &found);
    }
    // Editors that move markers leave wrong offsets in the table. The bytes after the first picture
    // are therefore also searched for the start of another JPEG.
    const auto from = file.begin() + static_cast<ptrdiff_t>(std::min(first_size, file.size()));
    constexpr uint8_t start[] = {0xFF, 0xD8, 0xFF};
    const auto next = std::search(from, file.end(), std::begin(start), std::end(start));
    add({file.subspan(static_cast<size_t>(next - file.begin())), false}, &found);
    return found;
}

bool has_more_views(std::span<const uint8_t> file) {
    constexpr uint32_t type_mask = 0xFFFFFF, kind_shift = 16, several_views = 2;
    const size_t begin = place_of_table(file);
    const IfdBytes table(file.subspan(begin));
    const auto pictures = begin > 0 ? table.find(table.first(), pictures_tag) : std::nullopt;
    for (size_t i = 0; pictures && i < pictures->size / picture_entry_size; ++i)
        if ((table.u32(pictures->place + i * picture_entry_size) & type_mask) >> kind_shift ==
            several_views)
            return true;
    return false;
}

std::vector<uint8_t> table_of_jpegs(size_t first_size, size_t second_size, size_t place) {
    IfdWriter table(true);
    constexpr uint8_t version[] = {'0', '1', '0', '0'};
    table.add(version_tag, 7, 4, version);
    table.add(count_tag, 2);
    std::vector<uint8_t> entries;
    for (const uint32_t number :
         {primary_picture, static_cast<uint32_t>(first_size), 0U, 0U, 0U,
          static_cast<uint32_t>(second_size), static_cast<uint32_t>(first_size - place), 0U})
        table.put(number, 4, &entries);
    table.add(pictures_tag, 7, static_cast<uint32_t>(entries.size()), entries);
    std::vector<uint8_t> content = {'M', 'P', 'F', 0, 'M', 'M', 0, 42, 0, 0, 0, 8};
    const std::vector<uint8_t> fields = table.table(8);
    content.insert(content.end(), fields.begin(), fields.end());
    return content;
}

std::vector<uint8_t> joined_jpegs(std::vector<uint8_t> first, std::span<const uint8_t> second) {
    const size_t place = place_of_table(first);
    const std::vector<uint8_t> content = table_of_jpegs(first.size(), second.size(), place);
    std::copy(content.begin(), content.end(),
              first.begin() + static_cast<ptrdiff_t>(place - jpeg_marker::pictures_name.size()));
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::string xmp_with_gain_map(const std::string& xmp, size_t bytes) {
    const std::string item =
        "<rdf:li rdf:parseType=\"Resource\"><Container:Item "
        "Item:Semantic=\"";
    const std::string description =
        "<rdf:Description xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
        "rdf:about=\"\" xmlns:hdrgm=\"" +
        std::string(xmp_space::gain_map) + "\" xmlns:Container=\"" +
        std::string(xmp_space::container) + "\" xmlns:Item=\"" +
        std::string(xmp_space::container_item) +
        "\" hdrgm:Version=\"1.0\"><Container:Directory><rdf:Seq>" + item +
        "Primary\" Item:Mime=\"image/jpeg\"/></rdf:li>" + item +
        "GainMap\" Item:Mime=\"image/jpeg\" Item:Length=\"" + std::to_string(bytes) +
        "\"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description>";
    return xmp_with(xmp, description);
}

}  // namespace tonelift
