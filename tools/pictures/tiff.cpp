// SPDX-License-Identifier: BSD-2-Clause
#include <tiffio.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>

#include "core/color/describe.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/pictures/file_bytes.h"
#include "tools/pictures/icc.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/samples.h"

namespace tonelift {
namespace {

using File = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

// The last error of libtiff in this thread; it has no error of a file.
thread_local std::string last_error;

void keep_error(const char*, const char* format, va_list values) {
    char text[512];
    std::vsnprintf(text, sizeof text, format, values);
    last_error = text;
}

// A field beyond the end of the file is a warning for libtiff, which ignores it; others are
// harmless.
void keep_cut(const char* module, const char* format, va_list values) {
    if (std::strstr(format, "IO error") != nullptr) keep_error(module, format, values);
}

File open_file(const std::string& name, const char* mode) {
    TIFFSetErrorHandler(keep_error);
    TIFFSetWarningHandler(keep_cut);
    last_error.clear();
    return {TIFFOpen(name.c_str(), mode), TIFFClose};
}

[[noreturn]] void fail(const std::string& name) {
    fail_to_read(name, "TIFF", last_error.empty() ? "it is damaged" : last_error);
}

// What a file says of its samples.
struct Layout {
    uint32_t width = 0, height = 0;
    uint16_t bits = 1, channels = 1, kind = SAMPLEFORMAT_UINT, planes = PLANARCONFIG_CONTIG,
             photometric = PHOTOMETRIC_MINISBLACK, orientation = ORIENTATION_TOPLEFT;
    bool tiled = false, multiplied = false;

    explicit Layout(TIFF* tiff) {
        TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
        TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &channels);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &kind);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
        TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
        TIFFGetField(tiff, TIFFTAG_ORIENTATION, &orientation);
        tiled = TIFFIsTiled(tiff) != 0;
        uint16_t count = 0, *extra = nullptr;
        multiplied = TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &extra) != 0 && count > 0 &&
                     extra[0] == EXTRASAMPLE_ASSOCALPHA;
    }

    // The format of rows that are read as they are; nullptr for others.
    const char* format() const {
        const bool rgb = photometric == PHOTOMETRIC_RGB && (channels == 3 || channels == 4);
        const bool gray = photometric == PHOTOMETRIC_MINISBLACK && channels == 1;
        if (tiled || planes != PLANARCONFIG_CONTIG || !(rgb || gray)) return nullptr;
        const auto one_of = [&](const char* one, const char* three, const char* four) {
            return gray ? one : channels == 3 ? three : four;
        };
        if (kind == SAMPLEFORMAT_IEEEFP)
            return bits == 32 ? one_of("grayf32le", "gbrpf32le", "gbrapf32le") : nullptr;
        if (kind != SAMPLEFORMAT_UINT) return nullptr;
        if (bits == 8) return one_of("gray", "rgb24", "rgba");
        return bits == 16 ? one_of("gray16le", "rgb48le", "rgba64le") : nullptr;
    }
};

void read_rows(const std::string& name, TIFF* tiff, Still* still) {
    const bool split = find_format(still->video.format)->sample == Sample::F32;
    std::vector<float> floats(split ? static_cast<size_t>(TIFFScanlineSize(tiff)) / sizeof(float)
                                    : 0);
    for (int y = 0; y < still->video.height; ++y) {
        void* const row = split ? static_cast<void*>(floats.data()) : still->frame.row(0, y);
        if (TIFFReadScanline(tiff, row, static_cast<uint32_t>(y)) < 0) fail(name);
        if (split) split_row(floats.data(), y, still);
    }
}

// Reads palettes, tiles, YCbCr and the like by libtiff's conversion to 8 bits.
Still read_converted(const std::string& name, TIFF* tiff, const Layout& layout) {
    char why[1024] = "";
    if (layout.bits > 8 || TIFFRGBAImageOK(tiff, why) == 0)
        throw Error(Failure::unsupported,
                    "a TIFF of this layout is not handled: " +
                        std::string(layout.bits > 8 ? "more than 8 bits in tiles, in a plane a "
                                                      "color, or of other colors than RGB and gray"
                                                    : why));
    Still still(still_video("rgba", layout.width, layout.height));
    // Rows of R, G, B and A, a byte each, in a little-endian word.
    if (TIFFReadRGBAImageOriented(tiff, layout.width, layout.height,
                                  reinterpret_cast<uint32_t*>(still.frame.row(0, 0)),
                                  ORIENTATION_TOPLEFT, 1) == 0)
        fail(name);
    divide_by_alpha(&still);
    return still;
}

Still with_color(Still still, TIFF* tiff) {
    uint32_t size = 0;
    const uint8_t* profile = nullptr;
    const bool floats = find_format(still.video.format)->sample == Sample::F32;
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &profile) != 0)
        return with_profile(std::move(still), {profile, size});
    still.video.primaries = h273::primaries_bt709;
    still.video.transfer = floats ? h273::transfer_linear : h273::transfer_srgb;
    return still;
}

Still read_file(const std::string& name, TIFF* file) {
    const Layout layout(file);
    const char* const format = layout.format();
    if (format == nullptr) return with_color(read_converted(name, file, layout), file);
    Still still(still_video(format, layout.width, layout.height));
    read_rows(name, file, &still);
    if (layout.multiplied && layout.channels == 4) divide_by_alpha(&still);
    return turned(with_color(std::move(still), file), layout.orientation);
}

Still read(const std::string& name) {
    const File file = open_file(name, "r");
    if (file == nullptr) fail(name);
    Still still = read_file(name, file.get());
    if (!last_error.empty()) fail(name);
    return still;
}

void say_layout(TIFF* tiff, const Still& still) {
    const Format& format = *find_format(still.video.format);
    const bool gray = format.family == Family::GRAY;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, still.video.width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, still.video.height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, format.depth);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, (gray ? 1 : 3) + (format.has_alpha() ? 1 : 0));
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, gray ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
    const uint16_t straight = EXTRASAMPLE_UNASSALPHA;
    if (format.has_alpha()) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &straight);
    const std::vector<uint8_t> profile = profile_of(still.video);
    TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<uint32_t>(profile.size()), profile.data());
}

void write(const std::string& name, const Still& still, const StillOptions&) {
    const File file = open_file(name, "w");
    if (file == nullptr) fail_to_write(name, "TIFF", last_error);
    say_layout(file.get(), still);
    std::vector<uint8_t> row(still.frame.pitch(0));  // libtiff changes the row that it writes
    for (int y = 0; y < still.video.height; ++y) {
        std::memcpy(row.data(), still.frame.row(0, y), row.size());
        if (TIFFWriteScanline(file.get(), row.data(), static_cast<uint32_t>(y)) < 0)
            fail_to_write(name, "TIFF", last_error);
    }
    if (TIFFFlush(file.get()) == 0) fail_to_write(name, "TIFF", last_error);
}

}  // namespace

StillKind tiff_kind() {
    return {"TIFF",
            {".tif", ".tiff"},
            [](std::string_view begin) {
                using namespace std::string_view_literals;
                return begin.starts_with("II*\0"sv) || begin.starts_with("MM\0*"sv) ||
                       begin.starts_with("II+\0"sv) || begin.starts_with("MM\0+"sv);
            },
            read,
            write,
            {"rgb24", "rgba", "gray", "rgb48le", "rgba64le", "gray16le"},
            false,
            false};
}

}  // namespace tonelift
