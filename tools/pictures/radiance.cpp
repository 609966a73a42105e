// SPDX-License-Identifier: BSD-2-Clause
//
// Radiance pictures, .hdr: floats with one exponent for three colors. They are only read.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_HDR
#define STBI_MAX_DIMENSIONS 16384
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cstring>
#include <memory>

#include "core/color/describe.h"
#include "tools/pictures/file_bytes.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/samples.h"

namespace tonelift {
namespace {

// A file for stb, which takes bytes beyond its end for zeros and would wait forever for a run that
// is not empty. Ends of lines, which it gets there, end a header as well as rows.
struct Source {
    std::vector<uint8_t> bytes;
    size_t at = 0;
    bool cut_off = false;

    static int read(void* self, char* to, int size) {
        auto* const source = static_cast<Source*>(self);
        const size_t count = std::min(static_cast<size_t>(size), source->bytes.size() - source->at);
        std::memcpy(to, source->bytes.data() + source->at, count);
        source->at += count;
        // A buffer may be longer than the rest of the file, single bytes are wanted.
        constexpr int buffer = sizeof(stbi__context::buffer_start);
        if (count == 0 || (size < buffer && count < static_cast<size_t>(size)))
            source->cut_off = true;
        if (count > 0) return static_cast<int>(count);
        std::memset(to, '\n', static_cast<size_t>(size));
        return size;
    }
    static void skip(void* self, int count) {
        auto* const source = static_cast<Source*>(self);
        source->at = std::min(source->bytes.size(), source->at + static_cast<size_t>(count));
    }
    static int ended(void* self) {
        const auto* const source = static_cast<const Source*>(self);
        return source->at == source->bytes.size() ? 1 : 0;
    }
};

Still read(const std::string& name) {
    Source source{read_bytes(name)};
    constexpr stbi_io_callbacks calls{Source::read, Source::skip, Source::ended};
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<float, decltype(&stbi_image_free)> pixels(
        stbi_loadf_from_callbacks(&calls, &source, &width, &height, &channels, 3), stbi_image_free);
    if (source.cut_off) fail_to_read(name, "Radiance", "it is cut off");
    if (pixels == nullptr) fail_to_read(name, "Radiance", stbi_failure_reason());
    Still still(still_video("gbrpf32le", width, height));
    for (int y = 0; y < height; ++y)
        split_row(pixels.get() + size_t{3} * static_cast<size_t>(width) * static_cast<size_t>(y), y,
                  &still);
    still.video.primaries = h273::primaries_bt709;
    still.video.transfer = h273::transfer_linear;
    return still;
}

}  // namespace

StillKind radiance_kind() {
    return {"Radiance",
            {},
            [](std::string_view begin) {
                return begin.starts_with("#?RADIANCE") || begin.starts_with("#?RGBE");
            },
            read,
            nullptr,
            {},
            false,
            true};
}

}  // namespace tonelift
