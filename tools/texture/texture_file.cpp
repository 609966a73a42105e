// SPDX-License-Identifier: BSD-2-Clause
//
// Writes texture files according to Microsoft's "Programming Guide for DDS", the KTX File Format
// Specification 2.0, and the descriptors of the Khronos Data Format Specification 1.3.
#include "tools/texture/texture_file.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "core/color/describe.h"
#include "core/common/text.h"
#include "kernels/error.h"
#include "tools/file_bytes.h"

namespace tonelift {
namespace {

class Bytes {
  public:
    template <typename T>
    void add(T value) {
        append(&value, sizeof value);
    }
    void append(const void* from, size_t count) {
        bytes_.append(static_cast<const char*>(from), count);
    }
    void zeros(size_t count) { bytes_.append(count, '\0'); }
    std::span<const uint8_t> all() const {
        return {reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()};
    }

  private:
    std::string bytes_;
};

struct Names {
    const char* four_cc;  // identifier in DDS files
    uint32_t vulkan;      // number of the Vulkan format (UNORM), for KTX 2 files
    bool has_srgb;        // whether the next Vulkan number is the sRGB version
    uint8_t model;        // color model in the data format descriptor
};

Names names_of(BlockFormat format) {
    switch (format) {
        case BlockFormat::bc1:
            return {"DXT1", 131, true, 128};
        case BlockFormat::bc3:
            return {"DXT5", 137, true, 130};
        case BlockFormat::bc3_ycocg:
            return {"DXT5", 137, false, 130};
        case BlockFormat::bc4:
        case BlockFormat::none:
            break;
    }
    return {"ATI1", 139, false, 131};
}

// Numbers of the Khronos Data Format Specification for primaries and transfer function.
struct ColorNumbers {
    uint8_t primaries, transfer;
};

uint8_t khronos_primaries(int primaries) {
    constexpr std::pair<int, uint8_t> known[] = {{1, 1}, {5, 2}, {6, 3}, {7, 3}, {9, 4}, {12, 10}};
    for (const auto& [number, khronos] : known) {
        if (number == primaries) return khronos;
    }
    return 0;
}

uint8_t khronos_transfer(int transfer) {
    switch (transfer_function(transfer)) {
        case TransferFunction::linear:
            return 1;
        case TransferFunction::srgb:
            return 2;
        case TransferFunction::bt1886:
            return 7;
        case TransferFunction::hlg:
            return 8;
        case TransferFunction::pq:
            return 10;
        case TransferFunction::gamma22:
        case TransferFunction::gamma28:
            break;
    }
    return 0;
}

// Returns the color to declare. Formats without an sRGB version in Vulkan are declared as linear.
ColorNumbers colors_of(const Texture& texture) {
    if (!names_of(texture.format).has_srgb) return {1, 1};
    return {khronos_primaries(texture.primaries), khronos_transfer(texture.transfer)};
}

uint32_t vulkan_of(const Texture& texture) {
    constexpr uint8_t srgb = 2;
    return names_of(texture.format).vulkan + (colors_of(texture).transfer == srgb ? 1 : 0);
}

Bytes dds_header(const Texture& texture) {
    constexpr uint32_t flags = 0x81007;  // caps, height, width, pixel format, linear size
    Bytes header;
    header.append("DDS ", 4);
    for (const uint32_t value :
         {124u, flags, static_cast<uint32_t>(texture.height), static_cast<uint32_t>(texture.width),
          static_cast<uint32_t>(texture.blocks.size())})
        header.add(value);
    header.zeros(13 * 4);
    header.add(32u);
    header.add(4u);  // the format is a FourCC
    header.append(names_of(texture.format).four_cc, 4);
    header.zeros(5 * 4);
    header.add(0x1000u);  // a texture
    header.zeros(4 * 4);
    return header;
}

// Adds the description of a channel. The channel is stored in 64 bits of a block, from bit number
// `bit` on.
void add_sample(Bytes& to, uint16_t bit, uint8_t channel) {
    to.add(bit);
    to.add(uint8_t{63});
    to.add(channel);
    to.add(uint32_t{0});
    to.add(uint32_t{0});
    to.add(~uint32_t{0});
}

Bytes data_format(const Texture& texture) {
    constexpr uint8_t alpha = 15, is_linear = 0x10, linear_transfer = 1;
    const bool two = block_bytes(texture.format) == 16;
    const ColorNumbers colors = colors_of(texture);
    // The transfer function applies to all channels that are not marked as linear (Khronos Data
    // Format Specification 1.3, 5.6).
    const uint8_t mark = colors.transfer == linear_transfer ? 0 : is_linear;
    const auto bytes = static_cast<uint16_t>(24 + (two ? 32 : 16));
    Bytes descriptor;
    descriptor.add(static_cast<uint32_t>(bytes + 4));
    descriptor.add(uint32_t{0});  // vendor Khronos, type basic descriptor block
    descriptor.add(uint16_t{2});  // version 1.3
    descriptor.add(bytes);
    for (const uint8_t value :
         {names_of(texture.format).model, colors.primaries, colors.transfer, uint8_t{0}, uint8_t{3},
          uint8_t{3}, uint8_t{0}, uint8_t{0}, static_cast<uint8_t>(block_bytes(texture.format))})
        descriptor.add(value);
    descriptor.zeros(7);
    if (two) add_sample(descriptor, 0, alpha | mark);
    add_sample(descriptor, two ? 64 : 0, 0);
    return descriptor;
}

Bytes ktx_header(const Texture& texture) {
    constexpr size_t before_descriptor = 12 + 9 * 4 + 4 * 4 + 2 * 8 + 3 * 8;
    const Bytes data = data_format(texture);
    const std::span<const uint8_t> descriptor = data.all();
    const size_t end = before_descriptor + descriptor.size(), block = 16;
    const uint64_t first = (end + block - 1) / block * block;
    Bytes header;
    header.append("\xABKTX 20\xBB\r\n\x1A\n", 12);
    for (const uint32_t value : {vulkan_of(texture), 1u, static_cast<uint32_t>(texture.width),
                                 static_cast<uint32_t>(texture.height), 0u, 0u, 1u, 1u, 0u,
                                 static_cast<uint32_t>(before_descriptor),
                                 static_cast<uint32_t>(descriptor.size()), 0u, 0u})
        header.add(value);
    header.zeros(2 * 8);
    header.add(first);
    header.add(static_cast<uint64_t>(texture.blocks.size()));
    header.add(static_cast<uint64_t>(texture.blocks.size()));
    header.append(descriptor.data(), descriptor.size());
    header.zeros(first - end);
    return header;
}

}  // namespace

std::string texture_ending(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension();
    for (const char* known : {".dds", ".ktx2"}) {
        if (same_name(ending, known)) return known;
    }
    throw Error(Failure::argument,
                quote(file) +
                    ": no texture is written with this file name extension; allowed are .dds and "
                    ".ktx2");
}

void write_texture(const std::string& file, std::string_view ending, const Texture& texture) {
    Bytes bytes = ending == ".dds" ? dds_header(texture) : ktx_header(texture);
    bytes.append(texture.blocks.data(), texture.blocks.size());
    write_bytes(file, bytes.all());
}

}  // namespace tonelift
