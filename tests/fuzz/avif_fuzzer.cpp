// SPDX-License-Identifier: BSD-2-Clause
// Reads AVIF files from memory. The first byte of the input selects how the file is made from the
// other bytes.
#include <cmath>
#include <memory>
#include <string_view>

#include "core/color/describe.h"
#include "kernels/error.h"
#include "tests/fuzz/require.h"
#include "tools/pictures/avif.h"
#include "tools/pictures/avif_gain_map.h"
#include "tools/pictures/gain_map.h"

namespace {

using namespace tonelift;

Still gradient(const char* format, int width, int height) {
    Still still(still_video(format, width, height));
    for (size_t i = 0; i < still.frame.bytes().size(); ++i)
        still.frame.bytes()[i] = static_cast<char>(9 * i);
    return still;
}

const std::vector<uint8_t>& valid_file() {
    static const std::vector<uint8_t> file = [] {
        Still base = gradient("yuv444p", 16, 8);
        base.video.primaries = base.video.matrix = h273::primaries_bt709;
        base.video.transfer = h273::transfer_srgb;
        GainMapMetadata metadata;
        for (GainMapMetadata::Channel& channel : metadata.channels) channel.max = 2.5;
        metadata.alternate_headroom = 2.5;
        if (avif_has_gain_maps())
            base.gain_map = std::make_shared<GainMap>(GainMap{metadata, gradient("rgb24", 8, 4)});
        return avif_of(base, "valid.avif", {50, 50, 9});
    }();
    return file;
}

std::vector<uint8_t> file_of(std::span<const uint8_t> input) {
    if (input.empty()) return valid_file();
    const std::span<const uint8_t> rest = input.subspan(1);
    if (input[0] == 'f') return {rest.begin(), rest.end()};
    std::vector<uint8_t> file = valid_file();
    const auto place = [&](size_t at) {
        return (size_t{rest[at]} << 8 | rest[at + 1]) % file.size();
    };
    if (input[0] == 'c') {
        if (rest.size() >= 2) file.resize(place(0));
        return file;
    }
    for (size_t at = 0; at + 3 <= rest.size(); at += 3) file[place(at)] = rest[at + 2];
    return file;
}

// Returns whether the box ispe states a large picture. libavif scales pictures to this size, so a
// few bytes can request huge pictures.
bool is_large(std::span<const uint8_t> file) {
    constexpr size_t most_pixels = 1 << 20;
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    const auto number = [&](size_t at) {
        size_t value = 0;
        for (size_t i = at; i < at + 4; ++i) value = value << 8 | file[i];
        return value;
    };
    for (size_t at = text.find("ispe"); at != text.npos; at = text.find("ispe", at + 4)) {
        if (at + 16 > file.size()) return false;
        if (number(at + 8) * number(at + 12) > most_pixels) return true;
    }
    return false;
}

void check_rendition(Still still) {
    require(still.gain_map->metadata.fault().empty());
    const int width = still.video.width, height = still.video.height;
    const bool applied = !still.gain_map->metadata.base_is_hdr();
    const Still hdr = with_gain_map(std::move(still));
    require(hdr.video.width == width && hdr.video.height == height);
    if (!applied) return;
    for (size_t plane = 0; plane < 3; ++plane)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                require(std::isfinite(reinterpret_cast<const float*>(hdr.frame.row(plane, y))[x]));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::vector<uint8_t> file = file_of({data, size});
    if (is_large(file)) return 0;
    try {
        Still still = read_avif(file, "fuzzed.avif");
        require(still.video.width >= 1 && still.video.height >= 1);
        if (still.gain_map != nullptr) check_rendition(std::move(still));
    } catch (const Error& error) {
        require(*error.what() != '\0');
    }
    return 0;
}
