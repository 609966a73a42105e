// SPDX-License-Identifier: BSD-2-Clause
#include <ImfChannelList.h>
#include <ImfChromaticitiesAttribute.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfMultiPartInputFile.h>
#include <ImfOutputFile.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "core/common/text.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/file_bytes.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/samples.h"
#include "tools/pictures/statements.h"

namespace tonelift {
namespace {

float* plane_of(Still& still, size_t component, int y) {
    const int plane = find_format(still.video.format)->components[component].plane;
    return reinterpret_cast<float*>(still.frame.row(static_cast<size_t>(plane), y));
}

Imf::Slice slice(Still& still, size_t component, const Imath::Box2i& window) {
    const auto pitch = sizeof(float) * static_cast<size_t>(still.video.width);
    return Imf::Slice::Make(Imf::FLOAT, plane_of(still, component, 0), window, sizeof(float), pitch,
                            1, 1, component == 3 ? 1.0 : 0.0);
}

// Names of EXR channels. In a file, the name of a layer or view can precede these names.
const char* const color_names[] = {"R", "G", "B", "A"};

// Reads R, G and B, or Y, and alpha. In RGB formats, Y becomes R, G and B.
Still read_channels(Imf::InputFile& file, Still still, const Imath::Box2i& window) {
    const bool gray = file.header().channels().findChannel("R") == nullptr;
    const Format& format = *find_format(still.video.format);
    Imf::FrameBuffer buffer;
    for (size_t i = 0; i < 4; ++i) {
        if (format.components[i].plane < 0 || (gray && (i == 1 || i == 2))) continue;
        buffer.insert(gray && i == 0 ? "Y" : color_names[i], slice(still, i, window));
    }
    file.setFrameBuffer(buffer);
    file.readPixels(window.min.y, window.max.y);
    for (int y = 0; gray && format.family == Family::RGB && y < still.video.height; ++y)
        for (const size_t color : {1U, 2U})
            std::copy_n(plane_of(still, 0, y), still.video.width, plane_of(still, color, y));
    return still;
}

Still read_luminance_chroma(const std::string& name, Still still, const Imath::Box2i& window) {
    Imf::RgbaInputFile file(name.c_str());
    const bool alpha = find_format(still.video.format)->has_alpha();
    const auto width = static_cast<size_t>(still.video.width);
    std::vector<Imf::Rgba> row(width);
    for (int y = 0; y < still.video.height; ++y) {
        file.setFrameBuffer(
            row.data() - window.min.x - static_cast<ptrdiff_t>(width) * (window.min.y + y), 1,
            width);
        file.readPixels(window.min.y + y);
        for (size_t x = 0; x < width; ++x) {
            plane_of(still, 0, y)[x] = row[x].r;
            plane_of(still, 1, y)[x] = row[x].g;
            plane_of(still, 2, y)[x] = row[x].b;
            if (alpha) plane_of(still, 3, y)[x] = row[x].a;
        }
    }
    return still;
}

constants::Chromaticity chromaticity(const Imath::V2f& at) { return {at.x, at.y}; }

Window window_of(const Imath::Box2i& box) {
    return {box.min.x, box.min.y, int64_t{box.max.x} - box.min.x + 1,
            int64_t{box.max.y} - box.min.y + 1};
}

// Returns the statements of the file about its color and geometry. The display window is the
// visible picture; only pixels of the data window are stored.
Statements statements(const Imf::Header& header) {
    Statements stated;
    stated.transfer = h273::transfer_linear;
    stated.primaries = h273::primaries_bt709;
    stated.premultiplied = true;
    if (Imf::hasChromaticities(header)) {
        const Imf::Chromaticities& of = Imf::chromaticities(header);
        stated.chromaticities = {chromaticity(of.red), chromaticity(of.green),
                                 chromaticity(of.blue), chromaticity(of.white)};
    }
    if (Imf::hasWhiteLuminance(header))
        stated.exposure = Imf::whiteLuminance(header) / reference_white_nits;
    stated.shown = window_of(header.displayWindow());
    stated.shown->x -= header.dataWindow().min.x;
    stated.shown->y -= header.dataWindow().min.y;
    stated.pixel_aspect = header.pixelAspectRatio();
    if (Imf::hasXDensity(header)) stated.density = Imf::xDensity(header);
    return stated;
}

void note_channels(const Imf::ChannelList& channels, bool rgb, bool chroma, Still* still) {
    const std::set<std::string> read = rgb      ? std::set<std::string>{"R", "G", "B", "A"}
                                       : chroma ? std::set<std::string>{"Y", "RY", "BY", "A"}
                                                : std::set<std::string>{"Y", "A"};
    constexpr size_t most_names = 6;
    std::string names;
    size_t count = 0;
    for (auto channel = channels.begin(); channel != channels.end(); ++channel)
        if (!read.contains(channel.name()) && ++count <= most_names)
            names += (names.empty() ? "" : ", ") + quote(channel.name());
    if (count > most_names) names += " and " + std::to_string(count - most_names) + " more";
    if (count > 0)
        still->notes.push_back("channels beside colors and alpha are left out: " + names);
}

bool is_zero(Still& still, size_t component) {
    for (int y = 0; y < still.video.height; ++y) {
        const float* row = plane_of(still, component, y);
        if (std::any_of(row, row + still.video.width, [](float value) { return value != 0; }))
            return false;
    }
    return true;
}

// Sets alpha to 1 if alpha is 0 in all pixels and any color is not 0. Some cameras and programs
// write alpha 0 for opaque pictures.
void make_opaque(Still* still) {
    if (!is_zero(*still, 3) || (is_zero(*still, 0) && is_zero(*still, 1) && is_zero(*still, 2)))
        return;
    for (int y = 0; y < still->video.height; ++y)
        std::fill_n(plane_of(*still, 3, y), still->video.width, 1.0f);
    still->notes.push_back("its alpha is 0 everywhere; the picture is assumed to be opaque");
}

// Throws Error (unsupported) for a suspiciously large display window. The picture needs as much
// memory as its display window, which a small file can declare to be huge.
void check_display(const Imf::Header& header) {
    constexpr int64_t usual_pixels = int64_t{64} << 20, most_share = 16;
    const Window shown = window_of(header.displayWindow()), data = window_of(header.dataWindow());
    check_picture(still_video("gbrapf32le", shown.width, shown.height), "input");
    const int64_t pixels = shown.width * shown.height;
    if (pixels > usual_pixels && pixels / most_share > data.width * data.height)
        throw Error(Failure::unsupported,
                    "the display window of " + std::to_string(shown.width) + "x" +
                        std::to_string(shown.height) + " has more than " +
                        std::to_string(most_share) + " times the pixels of its data, " +
                        std::to_string(data.width) + "x" + std::to_string(data.height));
}

Still read_file(const std::string& name) {
    Imf::InputFile file(name.c_str());
    const Imf::Header& header = file.header();
    const Imf::ChannelList& channels = header.channels();
    const Imath::Box2i window = header.dataWindow();
    const bool rgb = channels.findChannel("R") != nullptr;
    const bool chroma = channels.findChannel("RY") != nullptr;
    const bool alpha = channels.findChannel("A") != nullptr;
    if (!rgb && channels.findChannel("Y") == nullptr)
        throw Error(Failure::unsupported,
                    "an EXR without the channels R, G and B, or Y, is not supported");
    check_display(header);
    Still still(still_video(alpha           ? "gbrapf32le"
                            : rgb || chroma ? "gbrpf32le"
                                            : "grayf32le",
                            window_of(window).width, window_of(window).height));
    still = rgb || !chroma ? read_channels(file, std::move(still), window)
                           : read_luminance_chroma(name, std::move(still), window);
    note_channels(channels, rgb, chroma, &still);
    if (alpha) make_opaque(&still);
    if (Imf::MultiPartInputFile(name.c_str()).parts() > 1) still.notes.push_back(first_of_several);
    return honored(std::move(still), statements(header));
}

Still read_exr(const std::string& name) {
    try {
        return read_file(name);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        fail_to_read(name, "EXR", error.what());
    }
}

// Converts a row of pixels to 16-bit floats, and multiplies straight colors by alpha. Colors with
// alpha 0 are light without coverage if they are premultiplied, and invisible if they are straight.
void pack_row(const Still& still, int y, std::vector<float>* floats, Imath::half* out) {
    const bool multiplies =
        find_format(still.video.format)->has_alpha() && !is_premultiplied(still.video);
    const size_t channels = floats->size() / static_cast<size_t>(still.video.width);
    join_row(still, y, floats->data());
    for (size_t i = 0; i < floats->size(); ++i) {
        const bool color = multiplies && i % channels != channels - 1;
        const float opaque = color ? (*floats)[i - i % channels + channels - 1] : 1;
        out[i] = Imath::half((*floats)[i] * opaque);
    }
}

// Collects the bytes of an EXR file in memory. OpenEXR completes a file in a destructor, which
// could not report a full disk.
class MemoryFile : public Imf::OStream {
  public:
    explicit MemoryFile(const std::string& name) : OStream(name.c_str()) {}

    void write(const char* from, int count) override {
        const auto size = static_cast<size_t>(count);
        if (bytes_.size() < at_ + size) bytes_.resize(at_ + size);
        std::memcpy(bytes_.data() + at_, from, size);
        at_ += size;
    }
    uint64_t tellp() override { return at_; }
    void seekp(uint64_t at) override { at_ = at; }

    const std::vector<uint8_t>& bytes() const { return bytes_; }

  private:
    std::vector<uint8_t> bytes_;
    size_t at_ = 0;
};

void write_exr(const Still& still, MemoryFile* to) {
    const Format& format = *find_format(still.video.format);
    const size_t channels = (format.family == Family::GRAY ? 1 : 3) + (format.has_alpha() ? 1 : 0);
    const auto width = static_cast<size_t>(still.video.width);
    Imf::Header header(still.video.width, still.video.height,
                       static_cast<float>(still.pixel_aspect));
    if (still.density > 0) Imf::addXDensity(header, static_cast<float>(still.density));
    const constants::Primaries& of = chromaticities(still.video.primaries);
    const auto point = [](const constants::Chromaticity& at) {
        return Imath::V2f(static_cast<float>(at.x), static_cast<float>(at.y));
    };
    Imf::addChromaticities(header,
                           {point(of.red), point(of.green), point(of.blue), point(of.white)});
    std::vector<Imath::half> pixels(channels * width * static_cast<size_t>(still.video.height));
    std::vector<float> row(channels * width);
    for (int y = 0; y < still.video.height; ++y)
        pack_row(still, y, &row, pixels.data() + channels * width * static_cast<size_t>(y));
    Imf::FrameBuffer buffer;
    for (size_t i = 0; i < channels; ++i) {
        const char* const channel = channels == 1 ? "Y" : color_names[i];
        header.channels().insert(channel, Imf::Channel(Imf::HALF));
        buffer.insert(channel, Imf::Slice(Imf::HALF, reinterpret_cast<char*>(pixels.data() + i),
                                          channels * sizeof(Imath::half),
                                          channels * width * sizeof(Imath::half)));
    }
    Imf::OutputFile file(*to, header);
    file.setFrameBuffer(buffer);
    file.writePixels(still.video.height);
}

void write_exr(const std::string& name, const Still& still, const StillOptions&) {
    MemoryFile file(name);
    try {
        write_exr(still, &file);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        fail_to_write(name, "EXR", error.what());
    }
    write_bytes(name, file.bytes());
}

}  // namespace

StillKind exr_kind() {
    return {"EXR",
            {".exr"},
            [](std::string_view begin) { return begin.starts_with("\x76\x2f\x31\x01"); },
            read_exr,
            write_exr,
            {"gbrpf32le", "gbrapf32le", "grayf32le"},
            false,
            true,
            true,
            {},
            false,
            true};
}

}  // namespace tonelift
