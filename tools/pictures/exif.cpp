// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/exif.h"

#include <libexif/exif-data.h>

#include <memory>
#include <string_view>
#include <vector>

namespace tonelift {

int exif_orientation(std::span<const uint8_t> exif) {
    constexpr std::string_view name("Exif\0\0",
                                    6);  // libexif reads the content of a marker of JPEG
    std::vector<uint8_t> bytes(name.begin(), name.end());
    bytes.insert(bytes.end(), exif.begin(), exif.end());
    const std::unique_ptr<ExifData, decltype(&exif_data_unref)> data(
        exif_data_new_from_data(bytes.data(), static_cast<unsigned>(bytes.size())),
        exif_data_unref);
    ExifEntry* const entry =
        data == nullptr ? nullptr : exif_data_get_entry(data.get(), EXIF_TAG_ORIENTATION);
    if (entry == nullptr || entry->format != EXIF_FORMAT_SHORT || entry->components != 1) return 1;
    const int orientation = exif_get_short(entry->data, exif_data_get_byte_order(data.get()));
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

}  // namespace tonelift
