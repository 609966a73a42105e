// SPDX-License-Identifier: BSD-2-Clause
// Rewrites the metadata blocks of picture files. The first byte of the input selects the kind of
// block.
#include <string>

#include "tests/fuzz/require.h"
#include "tools/pictures/exif.h"
#include "tools/pictures/gain_map.h"
#include "tools/pictures/ifd.h"
#include "tools/pictures/jpeg_pictures.h"
#include "tools/pictures/metadata.h"
#include "tools/pictures/xmp.h"

namespace {

using namespace tonelift;

void read_exif_notes(std::span<const uint8_t> bytes) {
    const std::vector<uint8_t> made = exif_for(bytes, {640, 480, true});
    require(made.size() <= bytes.size());
    require(made.empty() || read_exif(made).valid);
    require(!read_exif(made).adobe_rgb);
    const std::vector<uint8_t> of_tiff = exif_of_tiff(bytes);
    require(of_tiff.empty() || read_exif(of_tiff).valid);
    std::vector<uint8_t> file = {'I', 'I', 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    if (!bytes.empty() && bytes[0] == 'M') file = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0};
    add_to_tiff(bytes, bytes, {}, &file);
    require(IfdBytes(file).valid());
    if (const auto metadata = gain_map_of_apple(bytes)) require(metadata->apple_headroom >= 1);
}

void read_xmp_packet(std::string_view packet) {
    const std::string made = xmp_for_new_picture(packet);
    require(made.size() <= packet.size());
    require(!xmp_has(made, xmp_space::gain_map) && !xmp_has(made, xmp_space::container));
    require(xmp_has(xmp_with(made, "<t:t xmlns:t='tonelift'/>"), "tonelift"));
    if (const auto metadata = gain_map_of_xmp(packet)) metadata->fault();
}

void read_gain_map(std::span<const uint8_t> bytes) {
    const auto metadata = gain_map_of_iso(bytes);
    if (!metadata || !metadata->fault().empty()) return;
    require(gain_map_of_iso(iso_of_gain_map(*metadata)).has_value());
    require(gain_map_of_xmp(xmp_of_gain_map(*metadata)).has_value());
}

void read_jpegs(std::span<const uint8_t> bytes) {
    for (const auto& [picture, listed] : other_jpegs(bytes, bytes.size() / 2))
        require(picture.data() >= bytes.data() &&
                picture.data() + picture.size() <= bytes.data() + bytes.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::span<const uint8_t> bytes(data + 1, size - 1);
    switch (data[0]) {
        case 'e':
            read_exif_notes(bytes);
            break;
        case 'x':
            read_xmp_packet({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
            break;
        case 'g':
            read_gain_map(bytes);
            break;
        case 'p':
            require(iptc_in_resources({bytes.begin(), bytes.end()}).size() <= bytes.size());
            break;
        default:
            read_jpegs(bytes);
    }
    return 0;
}
