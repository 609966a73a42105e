// SPDX-License-Identifier: BSD-2-Clause
#include <tiffio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/color/describe.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/file_bytes.h"
#include "tools/pictures/cmyk.h"
#include "tools/pictures/exif.h"
#include "tools/pictures/icc.h"
#include "tools/pictures/ifd.h"
#include "tools/pictures/kinds.h"
#ifdef TONELIFT_RAW
#include "tools/pictures/raw.h"
#endif
#include "tools/pictures/samples.h"
#include "tools/pictures/statements.h"
#include "tools/pictures/tiff_samples.h"

namespace tonelift {
namespace {

using TiffFile = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

TiffFile open_file(const std::string& name, const char* mode) {
    keep_tiff_errors();
    return {TIFFOpen(name.c_str(), mode), TIFFClose};
}

// Reads layouts that libtiff must convert, such as palettes, YCbCr and single bits. The result is
// RGBA with 8 bits per sample.
Still read_converted(const std::string& name, TIFF* tiff, const TiffLayout& layout,
                     Statements* stated) {
    char why[1024] =
        "RGB and gray are, in unsigned integers of 8, 16 and 32 bits and floats of 16, 32 and 64, "
        "and CMYK and L*a*b* in unsigned integers of 8 and 16";
    const bool plain = layout.kind == SAMPLEFORMAT_UINT || layout.kind == SAMPLEFORMAT_VOID;
    if (layout.bits > 8 || !plain || TIFFRGBAImageOK(tiff, why) == 0)
        throw Error(Failure::unsupported,
                    std::string("a TIFF of this layout is not supported: ") + why);
    Still still(still_video("rgba", layout.width, layout.height));
    // Requests the file's own orientation, so that libtiff does not rotate the picture.
    if (TIFFReadRGBAImageOriented(tiff, layout.width, layout.height,
                                  reinterpret_cast<uint32_t*>(still.frame.row(0, 0)),
                                  stated->orientation, 1) == 0)
        fail_to_read_tiff(name);
    // libtiff multiplies straight colors by alpha.
    still.video.alpha_mode = TONELIFT_ALPHA_MODE_PREMULTIPLIED;
    return layout.premultiplied ? std::move(still) : straight(std::move(still));
}

bool is_float(const TiffLayout& layout) { return layout.kind == SAMPLEFORMAT_IEEEFP; }

// Reads the ICC profile and the chromaticities (TIFF 6.0, section 20). The profile has precedence
// (ICC.1:2022, annex B.3).
void read_color(TIFF* tiff, const TiffLayout& layout, Statements* stated) {
    uint32_t size = 0;
    const uint8_t* profile = nullptr;
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &profile) != 0)
        stated->profile.assign(profile, profile + size);
    stated->gray = layout.gray();
    stated->primaries = h273::primaries_bt709;
    stated->transfer = is_float(layout) ? h273::transfer_linear : h273::transfer_srgb;
    const float *white = nullptr, *colors = nullptr;
    if (TIFFGetField(tiff, TIFFTAG_WHITEPOINT, &white) == 0 ||
        TIFFGetField(tiff, TIFFTAG_PRIMARYCHROMATICITIES, &colors) == 0)
        return;
    stated->chromaticities = {{colors[0], colors[1]},
                              {colors[2], colors[3]},
                              {colors[4], colors[5]},
                              {white[0], white[1]}};
}

Statements statements(TIFF* tiff, const TiffLayout& layout) {
    Statements stated;
    read_color(tiff, layout, &stated);
    uint16_t orientation = ORIENTATION_TOPLEFT;
    TIFFGetField(tiff, TIFFTAG_ORIENTATION, &orientation);
    if (orientation >= 1 && orientation <= 8) stated.orientation = orientation;
    stated.premultiplied = layout.premultiplied;
    float across = 0, down = 0;
    uint16_t unit = RESUNIT_INCH;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
    if (TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &across) != 0 &&
        TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &down) != 0)
        stated.take_density(static_cast<double>(across), static_cast<double>(down),
                            unit == RESUNIT_INCH         ? 1
                            : unit == RESUNIT_CENTIMETER ? centimeters_per_inch
                                                         : 0);
    return stated;
}

// Adds a message if most floats are far above white, because such floats are probably 16-bit
// integers.
void note_far_light(Still* still) {
    constexpr float brightest = 10000 / 203.0f;  // peak of PQ, relative to reference white
    const size_t count = still->frame.size() / sizeof(float);
    const auto* const samples = reinterpret_cast<const float*>(still->frame.row(0, 0));
    const auto far = std::count_if(samples, samples + count, [](float v) { return v > brightest; });
    if (2 * static_cast<size_t>(far) > count)
        still->notes.push_back("most of its floats are above " +
                               std::to_string(static_cast<int>(brightest)) +
                               "; 1 is assumed to be white of 203 cd/m2");
}

// Returns whether the TIFF is a camera's raw file. Many raw files are TIFF files whose first
// picture is a small preview.
bool is_raw(TIFF* file) {
    uint32_t kind = 0;
    const void* version = nullptr;
    TIFFGetField(file, TIFFTAG_SUBFILETYPE, &kind);
    return (kind & FILETYPE_REDUCEDIMAGE) != 0 ||
           TIFFGetField(file, TIFFTAG_DNGVERSION, &version) != 0;
}

#ifndef TONELIFT_RAW
Still read_raw(const std::string&) {
    throw Error(
        Failure::unsupported,
        "the file is a camera's raw file, as DNG, whose first picture is a preview; a build with "
        "libraw-dev reads it, and darktable or RawTherapee make a TIFF or an EXR of it");
}
#endif

// Adds a message about each color tag that is ignored (TIFF 6.0).
void note_unused(const IfdBytes& file, Still* still) {
    const size_t table = file.first();
    const bool ycbcr = file.integer(table, TIFFTAG_PHOTOMETRIC) == PHOTOMETRIC_YCBCR;
    const bool profile = file.find(table, TIFFTAG_ICCPROFILE).has_value();
    const auto note = [&](uint16_t tag, bool honored, const char* name) {
        if (!honored && file.find(table, tag))
            still->notes.push_back("its " + std::string(name) + " was ignored");
    };
    note(TIFFTAG_GRAYRESPONSECURVE, false, "GrayResponseCurve");
    note(TIFFTAG_TRANSFERFUNCTION, profile, "TransferFunction");
    note(TIFFTAG_REFERENCEBLACKWHITE, ycbcr, "ReferenceBlackWhite");
    note(TIFFTAG_DOTRANGE, file.integer(table, TIFFTAG_DOTRANGE) == 0U, "DotRange");
}

// Copies Exif, XMP and IPTC. The IPTC field can have the type byte or 32-bit integer. For both
// types, its bytes are copied unchanged.
void take_notes(const std::string& name, Still* still) {
    const std::vector<uint8_t> bytes = read_bytes(name);
    const IfdBytes file(bytes);
    if (!file.valid())
        still->notes.push_back(std::string(not_copied) + "the metadata of a BigTIFF");
    note_unused(file, still);
    still->metadata.exif = exif_of_tiff(bytes);
    if (const std::optional<IfdField> xmp = file.find(file.first(), TIFFTAG_XMLPACKET)) {
        const std::span<const uint8_t> packet = file.bytes(*xmp);
        still->metadata.xmp.assign(packet.begin(), packet.end());
    }
    if (const std::optional<IfdField> iptc = file.find(file.first(), TIFFTAG_RICHTIFFIPTC)) {
        const std::span<const uint8_t> records = file.bytes(*iptc);
        still->metadata.iptc.assign(records.begin(), records.end());
    }
}

Still from_cmyk(const std::string& name, TIFF* file, const TiffLayout& layout, Statements* stated) {
    Still still =
        from_ink(read_ink_samples(file, layout, name), layout.width, layout.height, stated);
    note_left_out(layout, 4, &still);
    return still;
}

// Converts L*a*b* to RGB. The ICC profile is dropped, because L*a*b* is defined without a profile.
Still from_lab(const std::string& name, TIFF* file, const TiffLayout& layout, Statements* stated) {
    Still still =
        ColorProfile::from_lab(read_lab_samples(file, layout, name), layout.width, layout.height);
    note_left_out(layout, 3, &still);
    stated->profile.clear();
    stated->chromaticities = {};
    stated->primaries = still.video.primaries;
    stated->transfer = still.video.transfer;
    return still;
}

Still read_file(const std::string& name, TIFF* file) {
    check_places(file, name);
    const TiffLayout layout(file);
    Statements stated = statements(file, layout);
    Still still = [&] {
        if (layout.lab()) return from_lab(name, file, layout, &stated);
        switch (layout.colors()) {
            case 0:
                return read_converted(name, file, layout, &stated);
            case 4:
                return from_cmyk(name, file, layout, &stated);
            default:
                return read_samples(file, layout, name);
        }
    }();
    if (is_float(layout)) note_far_light(&still);
    return honored(std::move(still), stated);
}

Still read_tiff(const std::string& name) {
    const TiffFile file = open_file(name, "r");
    if (file == nullptr) fail_to_read_tiff(name);
    if (is_raw(file.get())) return read_raw(name);
    Still still = read_file(name, file.get());
    if (!last_tiff_error().empty()) fail_to_read_tiff(name);
    take_notes(name, &still);
    if (TIFFLastDirectory(file.get()) == 0) still.notes.push_back(first_of_several);
    for (const std::string& tag : ignored_tiff_tags())
        still.notes.push_back("a tag was ignored: " + tag);
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
    if (still.pixel_aspect != 1 || still.density > 0) {
        const double across = still.density > 0 ? still.density : 1;
        TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, still.density > 0 ? RESUNIT_INCH : RESUNIT_NONE);
        TIFFSetField(tiff, TIFFTAG_XRESOLUTION, across);
        TIFFSetField(tiff, TIFFTAG_YRESOLUTION, across * still.pixel_aspect);
    }
    const uint16_t straight = EXTRASAMPLE_UNASSALPHA;
    if (format.has_alpha()) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &straight);
    const std::vector<uint8_t> profile = profile_of(still.video);
    TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<uint32_t>(profile.size()), profile.data());
}

// Throws Error (io) with the system's error text for errno, because libtiff does not report why a
// write failed.
[[noreturn]] void fail_to_write_tiff(const std::string& name) {
    fail_to_write(name, "TIFF", errno != 0 ? std::strerror(errno) : last_tiff_error());
}

void write_samples(const std::string& name, const Still& still, const char* mode) {
    const TiffFile file = open_file(name, mode);
    if (file == nullptr) fail_to_write(name, "TIFF", last_tiff_error());
    say_layout(file.get(), still);
    std::vector<uint8_t> row(still.frame.pitch(0));  // a copy, because libtiff modifies it
    for (int y = 0; y < still.video.height; ++y) {
        std::memcpy(row.data(), still.frame.row(0, y), row.size());
        errno = 0;
        if (TIFFWriteScanline(file.get(), row.data(), static_cast<uint32_t>(y)) < 0)
            fail_to_write_tiff(name);
    }
    errno = 0;
    if (TIFFFlush(file.get()) == 0) fail_to_write_tiff(name);
}

// Writes the file in the byte order of the Exif, so that the values of the Exif can be copied
// unchanged.
void write_tiff(const std::string& name, const Still& still, const StillOptions&) {
    const StillMetadata& notes = still.metadata;
    const IfdBytes exif(notes.exif);
    write_samples(name, still, exif.valid() && exif.big_endian() ? "wb" : "wl");
    if (notes.empty()) return;
    std::vector<uint8_t> file = read_bytes(name);
    add_to_tiff(notes.exif, {reinterpret_cast<const uint8_t*>(notes.xmp.data()), notes.xmp.size()},
                notes.iptc, &file);
    write_bytes(name, file);
}

}  // namespace

StillKind tiff_kind() {
    return {"TIFF",
            {".tif", ".tiff"},
            [](std::string_view begin) {
                using namespace std::string_view_literals;
                if (begin.size() > 10 && begin.substr(8, 2) == "CR")
                    return false;  // a Canon camera's raw file
                return begin.starts_with("II*\0"sv) || begin.starts_with("MM\0*"sv) ||
                       begin.starts_with("II+\0"sv) || begin.starts_with("MM\0+"sv);
            },
            read_tiff,
            write_tiff,
            {"rgb24", "rgba", "gray", "rgb48le", "rgba64le", "gray16le"},
            false,
            false,
            true,
            {any_size, any_size, any_size},
            false};
}

}  // namespace tonelift
