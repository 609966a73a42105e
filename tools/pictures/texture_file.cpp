// SPDX-License-Identifier: BSD-2-Clause
//
// By Microsoft's "Programming Guide for DDS", and by the KTX File Format Specification 2.0 with the
// descriptors of the Khronos Data Format Specification 1.3.
#include "tools/pictures/texture_file.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

class Bytes {
  public:
    template <typename T>
    void add(T value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void text(const char* from, size_t count) { bytes_.append(from, count); }
    void zeros(size_t count) { bytes_.append(count, '\0'); }
    size_t size() const { return bytes_.size(); }
    const char* data() const { return bytes_.data(); }

  private:
    std::string bytes_;
};

// The numbers that files have for a format.
struct Names {
    const char* four_cc;  // of DDS
    uint32_t vulkan;      // of KTX 2: sRGB where the blocks hold colors
    uint8_t model;        // of the data format descriptor
};

Names names_of(BlockFormat format) {
    switch (format) {
        case BlockFormat::bc1:
            return {"DXT1", 132, 128};
        case BlockFormat::bc3:
            return {"DXT5", 138, 130};
        case BlockFormat::bc3_ycocg:
            return {"DXT5", 137, 130};
        case BlockFormat::bc4:
        case BlockFormat::none:
            break;
    }
    return {"ATI1", 139, 131};
}

Bytes dds_header(const Texture& texture) {
    constexpr uint32_t flags = 0x81007;  // caps, height, width, format, bytes of the blocks
    Bytes header;
    header.text("DDS ", 4);
    for (const uint32_t value :
         {124u, flags, static_cast<uint32_t>(texture.height), static_cast<uint32_t>(texture.width),
          static_cast<uint32_t>(texture.blocks.size())})
        header.add(value);
    header.zeros(13 * 4);
    header.add(32u);
    header.add(4u);  // the format is a FourCC
    header.text(names_of(texture.format).four_cc, 4);
    header.zeros(5 * 4);
    header.add(0x1000u);  // a texture
    header.zeros(4 * 4);
    return header;
}

// The half of a block that begins at a bit: 64 bits of a channel.
void add_sample(Bytes& to, uint16_t bit, uint8_t channel) {
    to.add(bit);
    to.add(uint8_t{63});
    to.add(channel);
    to.add(uint32_t{0});
    to.add(uint32_t{0});
    to.add(~uint32_t{0});
}

Bytes data_format(const Texture& texture) {
    constexpr uint8_t alpha = 15, linear = 1, srgb = 2, bt709 = 1;
    const bool two = block_bytes(texture.format) == 16;
    const bool colors = texture.format == BlockFormat::bc1 || texture.format == BlockFormat::bc3;
    const auto bytes = static_cast<uint16_t>(24 + (two ? 32 : 16));
    Bytes descriptor;
    descriptor.add(static_cast<uint32_t>(bytes + 4));
    descriptor.add(uint32_t{0});  // of Khronos, the basic kind
    descriptor.add(uint16_t{2});  // version 1.3
    descriptor.add(bytes);
    for (const uint8_t value :
         {names_of(texture.format).model, bt709, colors ? srgb : linear, uint8_t{0}, uint8_t{3},
          uint8_t{3}, uint8_t{0}, uint8_t{0}, static_cast<uint8_t>(block_bytes(texture.format))})
        descriptor.add(value);
    descriptor.zeros(7);
    if (two) add_sample(descriptor, 0, alpha);
    add_sample(descriptor, two ? 64 : 0, 0);
    return descriptor;
}

Bytes ktx_header(const Texture& texture) {
    constexpr size_t before_descriptor = 12 + 9 * 4 + 4 * 4 + 2 * 8 + 3 * 8;
    const Bytes descriptor = data_format(texture);
    const size_t end = before_descriptor + descriptor.size(), block = 16;
    const uint64_t first = (end + block - 1) / block * block;
    Bytes header;
    header.text("\xABKTX 20\xBB\r\n\x1A\n", 12);
    for (const uint32_t value :
         {names_of(texture.format).vulkan, 1u, static_cast<uint32_t>(texture.width),
          static_cast<uint32_t>(texture.height), 0u, 0u, 1u, 1u, 0u,
          static_cast<uint32_t>(before_descriptor), static_cast<uint32_t>(descriptor.size()), 0u,
          0u})
        header.add(value);
    header.zeros(2 * 8);
    header.add(first);
    header.add(static_cast<uint64_t>(texture.blocks.size()));
    header.add(static_cast<uint64_t>(texture.blocks.size()));
    header.text(descriptor.data(), descriptor.size());
    header.zeros(first - end);
    return header;
}

}  // namespace

std::string texture_ending(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension();
    for (const char* known : {".dds", ".ktx2"}) {
        if (same_name(ending, known)) return known;
    }
    throw Error(Failure::argument, "the ending of " + quote(file) + " is to be .dds or .ktx2");
}

void write_texture(const std::string& file, const Texture& texture) {
    const std::string ending = texture_ending(file);
    const Bytes header = ending == ".dds" ? dds_header(texture) : ktx_header(texture);
    std::ofstream stream(file, std::ios::binary);
    stream.write(header.data(), static_cast<std::streamsize>(header.size()));
    stream.write(reinterpret_cast<const char*>(texture.blocks.data()),
                 static_cast<std::streamsize>(texture.blocks.size()));
    if (!stream.flush())
        throw Error(Failure::io, quote(file) + " cannot be written: " + std::strerror(errno));
}

}  // namespace tonelift
