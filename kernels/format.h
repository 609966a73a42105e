// SPDX-License-Identifier: BSD-2-Clause
//
// Pixel formats, described as data. One unpacker and one packer per sample type thus suffice for
// all formats of tonelift/formats.def.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tonelift {

enum class Family : uint8_t { YUV, GRAY, RGB };
enum class Sample : uint8_t { U8, U16, F32, U10X3 };

// The encoding of blocks of 4x4 pixels in a texture.
enum class BlockFormat : uint8_t {
    none,       // no texture: the format holds pixels
    bc1,        // RGB, 8 bytes
    bc3,        // RGBA, 16 bytes
    bc3_ycocg,  // RGB as scaled YCoCg, 16 bytes; "Hap Q" in Hap
    bc4,        // alpha only, 8 bytes
};

// The effort spent on the search for the best encoding of a block.
enum class BlockQuality : uint8_t { fast, normal, best };

// Returns whether a GPU can encode blocks at this quality. The search of `best` needs more
// registers than a GPU has.
constexpr bool fits_gpu(BlockQuality quality) { return quality != BlockQuality::best; }

constexpr int block_side = 4;  // pixels

constexpr int block_bytes(BlockFormat format) {
    if (format == BlockFormat::none) return 0;
    return format == BlockFormat::bc1 || format == BlockFormat::bc4 ? 8 : 16;
}

constexpr int blocks_of(int pixels) { return (pixels + block_side - 1) / block_side; }

struct Component {
    int plane;   // -1: the component is missing
    int step;    // distance between pixels, in samples
    int offset;  // offset of the first pixel in a row, in samples
};

struct Format {
    int number;  // value of tonelift_format
    const char* ffmpeg;
    const char* gstreamer;
    Family family;
    Sample sample;
    int depth;
    int shift;
    int chroma_w;                         // log2 of the horizontal subsampling
    int chroma_h;                         // log2 of the vertical subsampling
    std::array<Component, 4> components;  // Y, Cb, Cr, A or R, G, B, A
    BlockFormat blocks = BlockFormat::none;

    bool is_texture() const { return blocks != BlockFormat::none; }
    bool has_alpha() const { return components[3].plane >= 0; }
    bool subsampled() const { return chroma_w + chroma_h > 0; }
    // Returns whether luma and chroma samples alternate in memory, as in YUYV, with half as much
    // chroma per row. Two pixels have four samples. If the width of a row is odd, the last luma
    // sample is unused.
    bool interleaves_chroma() const {
        return chroma_w > 0 && components[1].plane == components[0].plane;
    }
    // Returns the number of bytes per sample. If three samples share a word, it is the number of
    // bytes per word.
    int sample_bytes() const { return sample == Sample::U8 ? 1 : sample == Sample::U16 ? 2 : 4; }
    // Returns the required alignment of addresses and pitches, in bytes.
    int alignment() const { return is_texture() ? 8 : sample_bytes(); }
    int planes() const;
    // Returns the number of samples of a component in a row, for a picture of this width.
    int component_width(int component, int width) const;
    // Returns whether the plane has half the rows of the picture.
    bool halves_rows(int plane) const;
    // Returns the number of rows of a plane in memory, for a picture of this height. The rows of a
    // texture are rows of blocks.
    int plane_height(int plane, int height) const;
    // Returns the number of bytes in a row of the plane, for a picture of this width.
    int row_bytes(int plane, int width) const;
};

// The layout of Sample::U10X3: samples per 32-bit word, and samples per group of four words. Rows
// consist of whole groups.
constexpr int word_samples = 3;
constexpr int group_samples = 4 * word_samples;

// Returns all formats, in the order of formats.def.
std::span<const Format> formats();
// Finds a format by its number; nullptr if unknown.
const Format* find_format(int number);
// Finds a format by its name in this library, FFmpeg or GStreamer; nullptr if unknown.
const Format* find_format(const char* name);

// The addresses and pitches of a frame's planes in memory.
struct FramePlanes {
    std::array<std::byte*, 4> data{};
    std::array<ptrdiff_t, 4> pitch{};
};

// The position of a chroma sample relative to the first luma sample of its block, in luma samples.
// 0.5 is halfway to the second luma sample.
struct ChromaOffset {
    float x;
    float y;
};
ChromaOffset chroma_offset(int chroma_location);  // a tonelift_chroma_location

}  // namespace tonelift
