// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/still.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/color/describe.h"
#include "core/common/text.h"
#include "kernels/error.h"
#include "tools/file_bytes.h"

namespace tonelift {
namespace {

const tonelift_video& checked(const tonelift_video& video) {
    check_picture(video, "input");
    return video;
}

struct OtherKind {
    const char* name;
    size_t at;
    std::string_view mark;
    const char* advice;
};
constexpr const char* raw_advice =
    "a build with libraw-dev reads it, and darktable or RawTherapee make a TIFF of it";
constexpr const char* film_advice = "ffmpeg -vf tonelift maps it";
constexpr OtherKind other_kinds[] = {
    {"HEIC", 4, "ftyphei", "a build with libheif-dev reads it, and heif-convert makes a PNG of it"},
    {"HEIC", 4, "ftyphev", "a build with libheif-dev reads it, and heif-convert makes a PNG of it"},
    {"HEIF", 4, "ftypmif1",
     "a build with libheif-dev reads it, and heif-convert makes a PNG of it"},
    {"raw file of a camera", 8, "CR\x02", raw_advice},
    {"raw file of a camera", 4, "ftypcrx", raw_advice},
    {"raw file of a camera", 0, "FUJIFILMCCD-RAW", raw_advice},
    {"WebP", 8, "WEBP", "dwebp makes a PNG of it"},
    {"JPEG XR", 0, "II\xBC", "JxrDecApp makes a TIFF of it"},
    {"JPEG 2000", 4, "jP  ", "opj_decompress makes a PNG of it"},
    {"GIF", 0, "GIF8", "ImageMagick's convert makes a PNG of it"},
    {"BMP", 0, "BM", "ImageMagick's convert makes a PNG of it"},
    {"PSD", 0, "8BPS", "ImageMagick's convert makes a PNG of it"},
    {"JPEG 2000", 0, "\xFF\x4F\xFF\x51", "opj_decompress makes a PNG of it"},
    {"PGM", 0, "P5\n", "ImageMagick's convert makes a PNG of it"},
    {"PPM", 0, "P6\n", "ImageMagick's convert makes a PNG of it"},
    {"PAM", 0, "P7\n", "ImageMagick's convert makes a PNG of it"},
    {"PFM", 0, "PF\n", "ffmpeg makes an EXR of it"},
    {"PFM", 0, "Pf\n", "ffmpeg makes an EXR of it"},
    {"DPX", 0, "SDPX", "ffmpeg makes a TIFF of it"},
    {"DPX", 0, "XPDS", "ffmpeg makes a TIFF of it"},
    {"PDF", 0, "%PDF", "pdftoppm makes PNGs of it"},
    {"film", 4, "ftypiso", film_advice},
    {"film", 4, "ftypmp4", film_advice},
    {"film", 4, "ftypqt ", film_advice},
    {"film", 0, "\x1A\x45\xDF\xA3", film_advice},
};

const OtherKind* other_kind(std::string_view begin) {
    const auto kind =
        std::find_if(std::begin(other_kinds), std::end(other_kinds), [&](const OtherKind& of) {
            return begin.size() >= of.at && begin.substr(of.at).starts_with(of.mark);
        });
    return kind == std::end(other_kinds) ? nullptr : kind;
}

}  // namespace

Still::Still(const tonelift_video& description) : video(checked(description)), frame(video) {
    frame.allocate();
}

tonelift_video still_video(const char* format, int64_t width, int64_t height) {
    tonelift_video video;
    tonelift_video_default(&video);
    video.format = tonelift_format_from_name(format);
    video.width = static_cast<int>(std::clamp<int64_t>(width, 0, INT32_MAX));
    video.height = static_cast<int>(std::clamp<int64_t>(height, 0, INT32_MAX));
    video.range = h273::range_full;
    return video;
}

std::string readable_stills() {
    std::string names;
    for (const StillKind& kind : still_kinds())
        names += (names.empty() ? "" : ", ") + std::string(kind.name);
    return names.empty() ? "none, since it was built without the option stills" : names;
}

std::string unread_kind(std::string_view begin) {
    const OtherKind* const kind = other_kind(begin);
    return kind == nullptr ? "" : std::string(kind->name) + " is not read; " + kind->advice;
}

std::string unreadable_still(std::string_view begin) {
    const std::string text = "pictures of these kinds are read: " + readable_stills();
    const OtherKind* const kind = other_kind(begin);
    return kind == nullptr
               ? text
               : std::string("it is a ") + kind->name + "; " + text + "; " + kind->advice;
}

std::string beginning_of(const std::string& file) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(file, none)) return "";
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error(Failure::io, quote(file) + " cannot be opened: " + std::strerror(errno));
    std::array<char, 64> bytes{};
    stream.read(bytes.data(), bytes.size());
    return {bytes.data(), static_cast<size_t>(stream.gcount())};
}

Still read_still(const StillKind& kind, const std::string& file) {
    try {
        return kind.read(file);
    } catch (const Error& error) {
        throw with_name(file, error);
    }
}

const StillKind* kind_of_content(const std::string& file) {
    const std::string begin = beginning_of(file);
    for (const StillKind& kind : still_kinds()) {
        if (kind.recognizes(begin)) return &kind;
    }
    return nullptr;
}

const StillKind* kind_of_name(std::string_view file) {
    std::string name(file);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    for (const StillKind& kind : still_kinds()) {
        for (const std::string_view ending : kind.endings) {
            if (name.ends_with(ending)) return &kind;
        }
    }
    return nullptr;
}

}  // namespace tonelift
