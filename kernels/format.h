// SPDX-License-Identifier: BSD-2-Clause
//
// Pixel formats as descriptions of bytes, so that one unpacker and one packer per sample type serve
// all of tonelift/formats.def.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tonelift {

enum class Family : uint8_t { YUV, GRAY, RGB };
enum class Sample : uint8_t { U8, U16, F32, U10X3 };

// How blocks of 4x4 pixels become the texels of a texture.
enum class BlockFormat : uint8_t {
    none,       // the format holds pixels
    bc1,        // RGB, 8 bytes
    bc3,        // RGBA, 16 bytes
    bc3_ycocg,  // RGB as scaled YCoCg, 16 bytes: what Hap calls Hap Q
    bc4,        // one channel, the alpha of the picture, 8 bytes
};

// How long to look for the best block.
enum class BlockQuality : uint8_t { fast, normal, best };

// Whether a GPU makes blocks of a quality: the search for the best ones does not fit in registers.
constexpr bool fits_gpu(BlockQuality quality) { return quality != BlockQuality::best; }

constexpr int block_side = 4;  // pixels

constexpr int block_bytes(BlockFormat format) {
    if (format == BlockFormat::none) return 0;
    return format == BlockFormat::bc1 || format == BlockFormat::bc4 ? 8 : 16;
}

constexpr int blocks_of(int pixels) { return (pixels + block_side - 1) / block_side; }

struct Component {
    int plane;   // -1: the format has no such component
    int step;    // samples from one pixel to the next
    int offset;  // samples from the start of a row to the first pixel
};

struct Format {
    int number;  // tonelift_format
    const char* ffmpeg;
    const char* gstreamer;
    Family family;
    Sample sample;
    int depth;
    int shift;
    int chroma_w;                         // log2
    int chroma_h;                         // log2
    std::array<Component, 4> components;  // Y Cb Cr A or R G B A
    BlockFormat blocks = BlockFormat::none;

    bool is_texture() const { return blocks != BlockFormat::none; }
    bool has_alpha() const { return components[3].plane >= 0; }
    bool subsampled() const { return chroma_w + chroma_h > 0; }
    // Whether chroma of half the width lies between the samples of luma, as in YUYV: a pair of
    // pixels has four samples, of which a row of an odd width has the last, unused, too.
    bool interleaves_chroma() const {
        return chroma_w > 0 && components[1].plane == components[0].plane;
    }
    // Bytes of a sample, or of the word that three samples share.
    int sample_bytes() const { return sample == Sample::U8 ? 1 : sample == Sample::U16 ? 2 : 4; }
    // Bytes of which addresses and pitches are multiples.
    int alignment() const { return is_texture() ? 8 : sample_bytes(); }
    int planes() const;
    // Samples of a component in a row, for a picture of this width; columns of its own.
    int component_width(int component, int width) const;
    // Whether a plane has a row for two of the picture.
    bool halves_rows(int plane) const;
    // Rows of a plane in memory, for a picture of this height: of samples, or of a texture's
    // blocks.
    int plane_height(int plane, int height) const;
    // Bytes of such a row, for a picture of this width.
    int row_bytes(int plane, int width) const;
};

// Samples in a word of 32 bits, and in a group of four words, of which rows have whole ones; see
// Sample::U10X3.
constexpr int word_samples = 3;
constexpr int group_samples = 4 * word_samples;

// All formats, in the order of formats.def.
std::span<const Format> formats();
// The format of a number; nullptr for an unknown one.
const Format* find_format(int number);
// The format of a name, this library's, FFmpeg's or GStreamer's; nullptr for an unknown one.
const Format* find_format(const char* name);

// The addresses and pitches of a frame's planes in memory.
struct FramePlanes {
    std::array<std::byte*, 4> data{};
    std::array<ptrdiff_t, 4> pitch{};
};

// The position of chroma samples relative to the luma samples of their block, in luma samples: 0 =
// on the first one, 0.5 = half way to the second.
struct ChromaOffset {
    float x;
    float y;
};
ChromaOffset chroma_offset(int chroma_location);  // tonelift_chroma_location

}  // namespace tonelift
