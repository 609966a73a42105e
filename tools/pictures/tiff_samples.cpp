// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/tiff_samples.h"

#include <Imath/half.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "core/color/describe.h"
#include "kernels/format.h"
#include "tools/file_bytes.h"

namespace tonelift {
namespace {

constexpr uint16_t most_channels = 8;
constexpr uint32_t longest_side = 16384;

thread_local std::string last_error;
thread_local std::vector<std::string> ignored;

// Optional tags. Samples can be read without them, but they affect the picture.
constexpr const char* dispensable[] = {"Orientation",   "WhitePoint",  "PrimaryChromaticities",
                                       "ICC Profile",   "XResolution", "YResolution",
                                       "ResolutionUnit"};

bool is_dispensable(const std::string& said) {
    return std::any_of(std::begin(dispensable), std::end(dispensable), [&](const char* tag) {
        return said.find('"' + std::string(tag) + '"') != std::string::npos;
    });
}

std::string said_by(const char* format, va_list values) {
    char text[512];
    std::vsnprintf(text, sizeof text, format, values);
    return text;
}

// Stores an error of libtiff. If an optional tag has an invalid value, libtiff ignores the tag, so
// the error is only added to the list of ignored tags.
void keep_error(const char*, const char* format, va_list values) {
    const std::string text = said_by(format, values);
    const size_t value = text.find("Bad value");
    if (value != std::string::npos && is_dispensable(text))
        ignored.push_back(text.substr(value));
    else
        last_error = text;
}

// Stores a warning of libtiff. A field beyond the end of the file counts as an error.
void keep_cut(const char*, const char* format, va_list values) {
    const std::string text = said_by(format, values);
    if (text.find("IO error") != std::string::npos)
        last_error = text;
    else if (is_dispensable(text) && (text.find("tag ignored") != std::string::npos ||
                                      text.find("incorrect count") != std::string::npos))
        ignored.push_back(text);
}

class Samples {
  public:
    Samples(TIFF* tiff, const TiffLayout& layout, const std::string& name)
        : tiff_(tiff),
          layout_(layout),
          name_(name),
          bytes_(layout.bits / 8),
          data_(size_t{layout.width} * layout.height * layout.channels * bytes_) {
        const uint16_t planes =
            layout.planes == PLANARCONFIG_SEPARATE ? layout.channels : uint16_t{1};
        for (uint16_t plane = 0; plane < planes; ++plane) {
            if (TIFFIsTiled(tiff) != 0)
                read_tiles(plane);
            else
                read_rows(plane);
        }
    }

    // Returns a sample. libtiff delivers samples in the byte order of the host.
    template <typename T>
    T at(uint32_t x, uint32_t y, uint16_t channel) const {
        T value;
        std::memcpy(&value, data_.data() + offset(x, y, channel), sizeof value);
        return value;
    }

  private:
    size_t offset(uint32_t x, uint32_t y, uint16_t channel) const {
        return ((size_t{y} * layout_.width + x) * layout_.channels + channel) * bytes_;
    }
    bool split() const { return layout_.planes == PLANARCONFIG_SEPARATE; }

    void put(const uint8_t* row, uint32_t count, uint32_t x, uint32_t y, uint16_t plane) {
        if (!split()) {
            std::memcpy(data_.data() + offset(x, y, 0), row, count * layout_.channels * bytes_);
            return;
        }
        for (uint32_t i = 0; i < count; ++i)
            std::memcpy(data_.data() + offset(x + i, y, plane), row + i * bytes_, bytes_);
    }

    void read_rows(uint16_t plane) {
        std::vector<uint8_t> row(static_cast<size_t>(TIFFScanlineSize(tiff_)));
        if (row.size() < size_t{layout_.width} * bytes_ * (split() ? 1 : layout_.channels))
            fail_to_read_tiff(name_);
        for (uint32_t y = 0; y < layout_.height; ++y) {
            if (TIFFReadScanline(tiff_, row.data(), y, plane) < 0) fail_to_read_tiff(name_);
            put(row.data(), layout_.width, 0, y, plane);
        }
    }

    void read_tiles(uint16_t plane) {
        uint32_t width = 0, height = 0;
        TIFFGetField(tiff_, TIFFTAG_TILEWIDTH, &width);
        TIFFGetField(tiff_, TIFFTAG_TILELENGTH, &height);
        if (width == 0 || height == 0 || width > longest_side || height > longest_side)
            fail_to_read_tiff(name_);
        std::vector<uint8_t> tile(static_cast<size_t>(TIFFTileSize(tiff_)));
        const size_t pitch = size_t{width} * bytes_ * (split() ? 1 : layout_.channels);
        if (tile.size() < pitch * height) fail_to_read_tiff(name_);
        for (uint32_t y = 0; y < layout_.height; y += height) {
            for (uint32_t x = 0; x < layout_.width; x += width) {
                if (TIFFReadTile(tiff_, tile.data(), x, y, 0, plane) < 0) fail_to_read_tiff(name_);
                for (uint32_t row = 0; row < std::min(height, layout_.height - y); ++row)
                    put(tile.data() + row * pitch, std::min(width, layout_.width - x), x, y + row,
                        plane);
            }
        }
    }

    TIFF* tiff_;
    const TiffLayout& layout_;
    const std::string& name_;
    size_t bytes_;
    std::vector<uint8_t> data_;
};

// Returns a sample as T. Integers of 8 and 16 bits stay unchanged. Integers of 32 bits are
// truncated to their upper 16 bits.
template <typename T>
T sample_of(const Samples& samples, const TiffLayout& layout, uint32_t x, uint32_t y,
            uint16_t channel) {
    if constexpr (std::is_same_v<T, float>) {
        if (layout.bits == 16) return samples.at<Imath::half>(x, y, channel);
        if (layout.bits == 64) return static_cast<float>(samples.at<double>(x, y, channel));
        return samples.at<float>(x, y, channel);
    } else {
        if (layout.bits == 8) return samples.at<uint8_t>(x, y, channel);
        if (layout.bits == 32) return static_cast<T>(samples.at<uint32_t>(x, y, channel) >> 16);
        return static_cast<T>(samples.at<uint16_t>(x, y, channel));
    }
}

template <typename T>
void fill(const Samples& samples, const TiffLayout& layout, Still* still) {
    const Format& format = *find_format(still->video.format);
    const bool inverted = layout.photometric == PHOTOMETRIC_MINISWHITE;
    const double white = std::is_same_v<T, float> ? 1 : static_cast<double>(T(-1));
    for (size_t i = 0; i < 4; ++i) {
        const Component& to = format.components[i];
        if (to.plane < 0) continue;
        const uint16_t from = i == 3 ? *layout.alpha : layout.gray() ? 0 : static_cast<uint16_t>(i);
        for (uint32_t y = 0; y < layout.height; ++y) {
            auto* const row = reinterpret_cast<T*>(
                still->frame.row(static_cast<size_t>(to.plane), static_cast<int>(y)));
            for (uint32_t x = 0; x < layout.width; ++x) {
                const T value = sample_of<T>(samples, layout, x, y, from);
                row[static_cast<int>(x) * to.step + to.offset] =
                    inverted && i < 3 ? static_cast<T>(white - value) : value;
            }
        }
    }
}

// Converts a CIELab sample (TIFF 6.0, section 23) or an ICCLab sample to the 16-bit encoding of
// ICC.1:2022.
uint16_t icc_code(const TiffLayout& layout, uint16_t code, bool chroma) {
    constexpr double step = 257, half = 128, old_step = 256;
    const bool bytes = layout.bits == 8, shifted = layout.photometric == PHOTOMETRIC_ICCLAB;
    double value = bytes ? code : code / (chroma || shifted ? old_step : step);
    if (chroma && !shifted && value >= half) value -= 2 * half;
    if (chroma && !shifted) value += half;
    return static_cast<uint16_t>(std::lround(std::min(value * step, 65535.0)));
}

}  // namespace

TiffLayout::TiffLayout(TIFF* tiff) {
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &channels);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &kind);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_INKSET, &inks);
    const auto first = static_cast<uint16_t>(photometric == PHOTOMETRIC_RGB ? 3 : 1);
    uint16_t count = 0, *extra = nullptr;
    TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &extra);
    for (uint16_t i = 0; i < count && !alpha && first + i < channels; ++i) {
        if (extra[i] != EXTRASAMPLE_ASSOCALPHA && extra[i] != EXTRASAMPLE_UNASSALPHA) continue;
        alpha = static_cast<uint16_t>(first + i);
        premultiplied = extra[i] == EXTRASAMPLE_ASSOCALPHA;
    }
    // Many programs write RGB with a fourth channel without a declaration. It is assumed to be
    // alpha.
    if (count == 0 && photometric == PHOTOMETRIC_RGB && channels == 4) alpha = uint16_t{3};
}

bool TiffLayout::gray() const {
    return photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE;
}

bool TiffLayout::lab() const {
    return (photometric == PHOTOMETRIC_CIELAB || photometric == PHOTOMETRIC_ICCLAB) &&
           channels >= 3 && channels <= most_channels && kind == SAMPLEFORMAT_UINT &&
           (bits == 8 || bits == 16);
}

uint16_t TiffLayout::colors() const {
    const bool integers = kind == SAMPLEFORMAT_UINT && (bits == 8 || bits == 16 || bits == 32);
    const bool floats = kind == SAMPLEFORMAT_IEEEFP && (bits == 16 || bits == 32 || bits == 64);
    if (channels > most_channels || !(integers || floats)) return 0;
    if (gray()) return 1;
    if (photometric == PHOTOMETRIC_RGB && channels >= 3) return 3;
    const bool ink = photometric == PHOTOMETRIC_SEPARATED && inks == INKSET_CMYK && channels >= 4;
    return ink && integers && bits <= 16 ? 4 : 0;
}

const char* TiffLayout::format() const {
    const bool one = gray() && !alpha;
    const auto named = [&](const char* single, const char* three, const char* four) {
        return one ? single : alpha ? four : three;
    };
    if (kind == SAMPLEFORMAT_IEEEFP) return named("grayf32le", "gbrpf32le", "gbrapf32le");
    if (bits == 8) return named("gray", "rgb24", "rgba");
    return named("gray16le", "rgb48le", "rgba64le");
}

void note_left_out(const TiffLayout& layout, size_t used, Still* still) {
    if (layout.channels > used)
        still->notes.push_back("channels beside colors and alpha are left out: " +
                               std::to_string(layout.channels - used));
}

Still read_samples(TIFF* tiff, const TiffLayout& layout, const std::string& name) {
    Still still(still_video(layout.format(), layout.width, layout.height));
    const Samples samples(tiff, layout, name);
    switch (find_format(still.video.format)->sample) {
        case Sample::U8:
            fill<uint8_t>(samples, layout, &still);
            break;
        case Sample::U16:
            fill<uint16_t>(samples, layout, &still);
            break;
        default:
            fill<float>(samples, layout, &still);
    }
    note_left_out(layout, layout.colors() + (layout.alpha ? 1U : 0U), &still);
    return still;
}

std::vector<uint8_t> read_ink_samples(TIFF* tiff, const TiffLayout& layout,
                                      const std::string& name) {
    check_picture(still_video("rgb24", layout.width, layout.height), "input");
    const Samples samples(tiff, layout, name);
    std::vector<uint8_t> ink;
    ink.reserve(size_t{4} * layout.width * layout.height);
    for (uint32_t y = 0; y < layout.height; ++y) {
        for (uint32_t x = 0; x < layout.width; ++x) {
            for (uint16_t i = 0; i < 4; ++i) {
                const auto sample = sample_of<uint16_t>(samples, layout, x, y, i);
                ink.push_back(static_cast<uint8_t>(layout.bits == 8 ? sample : sample >> 8));
            }
        }
    }
    return ink;
}

std::vector<uint16_t> read_lab_samples(TIFF* tiff, const TiffLayout& layout,
                                       const std::string& name) {
    check_picture(still_video("rgb48le", layout.width, layout.height), "input");
    const Samples samples(tiff, layout, name);
    std::vector<uint16_t> lab;
    lab.reserve(size_t{3} * layout.width * layout.height);
    for (uint32_t y = 0; y < layout.height; ++y)
        for (uint32_t x = 0; x < layout.width; ++x)
            for (uint16_t i = 0; i < 3; ++i)
                lab.push_back(
                    icc_code(layout, sample_of<uint16_t>(samples, layout, x, y, i), i > 0));
    return lab;
}

void check_places(TIFF* tiff, const std::string& name) {
    constexpr uint64_t header = 8;  // size of the file header in bytes (TIFF 6.0, section 2)
    const bool tiled = TIFFIsTiled(tiff) != 0;
    const uint32_t count = tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    for (uint32_t i = 0; i < count; ++i) {
        if (TIFFGetStrileOffset(tiff, i) >= header && TIFFGetStrileByteCount(tiff, i) > 0) continue;
        fail_to_read(name, "TIFF",
                     std::string("its ") + (tiled ? "tile " : "strip ") + std::to_string(i) +
                         " of " + std::to_string(count) + " has no offset in the file");
    }
}

void keep_tiff_errors() {
    TIFFSetErrorHandler(keep_error);
    TIFFSetWarningHandler(keep_cut);
    last_error.clear();
    ignored.clear();
}

std::string last_tiff_error() { return last_error; }

std::vector<std::string> ignored_tiff_tags() { return ignored; }

void fail_to_read_tiff(const std::string& name) {
    fail_to_read(name, "TIFF", last_error.empty() ? "it is damaged" : last_error);
}

}  // namespace tonelift
