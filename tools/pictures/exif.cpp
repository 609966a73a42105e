// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/exif.h"

#include <libexif/exif-data.h>

#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace tonelift {

Exif read_exif(std::span<const uint8_t> bytes) {
    constexpr std::string_view name("Exif\0\0",
                                    6);  // libexif reads the content of a marker of JPEG
    std::vector<uint8_t> marker(name.begin(), name.end());
    marker.insert(marker.end(), bytes.begin(), bytes.end());
    const std::unique_ptr<ExifData, decltype(&exif_data_unref)> data(
        exif_data_new_from_data(marker.data(), static_cast<unsigned>(marker.size())),
        exif_data_unref);
    Exif exif;
    if (data == nullptr) return exif;
    ExifEntry* const turn = exif_data_get_entry(data.get(), EXIF_TAG_ORIENTATION);
    if (turn != nullptr && turn->format == EXIF_FORMAT_SHORT && turn->components == 1)
        exif.orientation = exif_get_short(turn->data, exif_data_get_byte_order(data.get()));
    const ExifEntry* const rule =
        exif_content_get_entry(data->ifd[EXIF_IFD_INTEROPERABILITY],
                               static_cast<ExifTag>(EXIF_TAG_INTEROPERABILITY_INDEX));
    exif.adobe_rgb = rule != nullptr && rule->size >= 3 && std::memcmp(rule->data, "R03", 3) == 0;
    return exif;
}

}  // namespace tonelift
