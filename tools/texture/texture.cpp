// SPDX-License-Identifier: BSD-2-Clause
#include "tools/texture/texture.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/color/describe.h"
#include "core/common/options.h"
#include "core/common/text.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "kernels/texture/decode.h"
#include "tools/mapper.h"
#include "tools/pictures/still.h"
#include "tools/texture/texture_file.h"
#include "tools/whole_file.h"

namespace tonelift {
namespace {

[[noreturn]] void throw_unknown(const char* what, const std::string& name,
                                const std::vector<std::string>& known) {
    throw Error(Failure::argument, std::string("there is no ") + what + " " + quote(name) + "; " +
                                       suggestion_and_names(name, known));
}

std::string name_of(BlockFormat blocks) {
    const auto found = std::find_if(formats().begin(), formats().end(),
                                    [&](const Format& format) { return format.blocks == blocks; });
    return found->ffmpeg;
}

// Returns an RGBA picture with gray in all channels, for pictures without alpha. BC4 blocks store
// only one channel, and compress_row() always stores the alpha channel in them.
Still gray_as_rgba(const Still& gray) {
    tonelift_video video = gray.video;
    video.format = tonelift_format_from_name("rgba");
    Still rgba(video);
    for (int y = 0; y < video.height; ++y) {
        const uint8_t* const from = gray.frame.row(0, y);
        uint8_t* const to = rgba.frame.row(0, y);
        for (int x = 0; x < video.width; ++x) std::fill_n(to + 4 * x, 4, from[x]);
    }
    return rgba;
}

void refuse_idle(std::span<const RequestedOption> options) {
    constexpr std::pair<const char*, const char*> idle[] = {
        {"format", "give --format instead"},
        {"texture_quality", "give --quality instead"},
        {"range", "its range is always full"}};
    for (const RequestedOption& option : options) {
        const Option* const known = find_option(option.name);
        for (const auto& [name, hint] : idle) {
            if (known != nullptr && known->name == name)
                throw Error(Failure::argument, "--with " + option.name + "=" + option.value +
                                                   " has no effect on a texture; " + hint);
        }
    }
}

// Reads the picture as RGBA with 8 bits per sample. By default, HDR is mapped to SDR, and the
// result is sRGB.
Still read_rgba(const TextureRequest& request) {
    refuse_idle(request.options);
    std::error_code none;
    if (!std::filesystem::exists(request.input, none))
        throw Error(Failure::io, quote(request.input) + " cannot be opened: there is no such file");
    const StillKind* const kind = kind_of_content(request.input);
    if (kind == nullptr)
        throw Error(Failure::unsupported, quote(request.input) +
                                              " is not a picture that this build reads: " +
                                              unreadable_still(beginning_of(request.input)));
    Still in = read_still(*kind, request.input);
    if (in.gain_map != nullptr)
        in.notes.push_back("its gain map is left out: a texture is made of the base picture");
    for (const std::string& note : in.notes)
        std::fprintf(stderr, "tonelift: %s: %s\n", quote(request.input).c_str(), note.c_str());
    std::vector<RequestedOption> requested = {{"preset", "faithful"},
                                              {"transfer", "srgb"},
                                              {"primaries", "bt709"},
                                              {"alpha_mode", "straight"}};
    requested.insert(requested.end(), request.options.begin(), request.options.end());
    tonelift_options options = options_for(requested);
    const bool gray =
        request.format == BlockFormat::bc4 && !find_format(in.video.format)->has_alpha();
    options.format = gray ? "gray" : "rgba";
    options.range = h273::range_full;
    Mapper mapper(options, in.video);
    mapper.start();
    Still out(mapper.out());
    const tonelift_frame from = in.frame.planes();
    tonelift_frame to = out.frame.planes();
    mapper.map({&from, 1}, {&to, 1});
    mapper.finish();
    return gray ? gray_as_rgba(out) : std::move(out);
}

// Returns whether the file can declare BC1 without alpha. DDS has no format number for BC1 without
// alpha, so readers of DDS can show black pixels as transparent.
bool is_opaque(const TextureRequest& request) { return texture_ending(request.output) != ".dds"; }

std::vector<std::byte> compress(const TextureRequest& request, const RgbaPicture& picture) {
    const int row = blocks_of(picture.width) * block_bytes(request.format);
    const int rows = blocks_of(picture.height);
    std::vector<std::byte> blocks(static_cast<size_t>(row) * static_cast<size_t>(rows));
    const InstructionSet set(options_for(request.options).cpu);
    for (int y = 0; y < rows; ++y)
        compress_row(request.format, request.quality, picture, y,
                     blocks.data() + static_cast<ptrdiff_t>(y) * row, set, is_opaque(request));
    return blocks;
}

double block_error(const RgbaPicture& picture, const RgbaBlock& made, int bx, int by, size_t first,
                   size_t end) {
    double sum = 0;
    for (int i = 0; i < block_side * block_side; ++i) {
        const int x = block_side * bx + i % block_side, y = block_side * by + i / block_side;
        if (x >= picture.width || y >= picture.height) continue;
        const uint8_t* const pixel = picture.data + y * picture.pitch + 4 * x;
        for (size_t k = first; k < end; ++k)
            sum += std::pow(made[static_cast<size_t>(i)][k] - pixel[k], 2);
    }
    return sum;
}

// Returns the PSNR of the texture in dB. The PSNR of BC4 is that of its only channel, and the PSNR
// of other formats is that of R, G and B together. Equal pictures give infinity.
double psnr_of(const Texture& texture, const RgbaPicture& picture) {
    const bool one = texture.format == BlockFormat::bc4;
    const size_t first = one ? 3 : 0, end = one ? 4 : 3;
    const std::byte* block = texture.blocks.data();
    double sum = 0;
    for (int by = 0; by < blocks_of(picture.height); ++by) {
        for (int bx = 0; bx < blocks_of(picture.width); ++bx) {
            sum += block_error(picture, decode_block(texture.format, block), bx, by, first, end);
            block += block_bytes(texture.format);
        }
    }
    const double samples = double(end - first) * picture.width * picture.height;
    return 10 * std::log10(255.0 * 255.0 * samples / sum);
}

}  // namespace

BlockFormat block_format_called(const std::string& name) {
    std::vector<std::string> textures;
    for (const Format& known : formats()) {
        if (!known.is_texture()) continue;
        if (same_name(known.ffmpeg, name)) return known.blocks;
        textures.push_back(known.ffmpeg);
    }
    throw_unknown("texture format", name, textures);
}

BlockQuality block_quality_called(const std::string& name) {
    std::vector<std::string> qualities;
    for (const OptionValue& value : find_option("texture_quality")->values) {
        if (same_name(value.name, name)) return static_cast<BlockQuality>(value.number);
        qualities.push_back(value.name);
    }
    throw_unknown("texture quality", name, qualities);
}

void make_texture(const TextureRequest& request) {
    const std::string ending = texture_ending(request.output);
    refuse_one_file(request.input, request.output);
    Still still = read_rgba(request);
    const RgbaPicture picture = {still.frame.row(0, 0),
                                 static_cast<ptrdiff_t>(still.frame.pitch(0)), still.video.width,
                                 still.video.height};
    const Texture texture = {request.format,       picture.width,
                             picture.height,       still.video.primaries,
                             still.video.transfer, compress(request, picture)};
    write_whole(request.output,
                [&](const std::string& part) { write_texture(part, ending, texture); });
    std::printf("%s: %s, %dx%d, %zu bytes", request.output.c_str(), name_of(request.format).c_str(),
                picture.width, picture.height, texture.blocks.size());
    if (request.psnr) std::printf(", %.2f dB", psnr_of(texture, picture));
    std::printf("\n");
}

}  // namespace tonelift
