// SPDX-License-Identifier: BSD-2-Clause
//
// Pixel formats, described by tables of data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tonelift {

enum class Family : uint8_t { YUV, GRAY, RGB };
enum class Sample : uint8_t { U8, U16, F32, U10X3 };

enum class BlockFormat : uint8_t {
    none,       // not a compressed texture
    bc1,        // RGB, 8 bytes per block
    bc3,        // RGBA, 16 bytes per block
    bc3_ycocg,  // RGB as scaled YCoCg, 16 bytes; used by Hap Q
    bc4,        // alpha, 8 bytes per block
};

enum class BlockQuality : uint8_t { fast, normal, best };

// Returns whether the GPU kernels can encode textures with this quality. The encoder for `best`
// would need more registers than a GPU has.
constexpr bool fits_gpu(BlockQuality quality) { return quality != BlockQuality::best; }

constexpr int block_side = 4;  // width and height of a block, in pixels

constexpr int block_bytes(BlockFormat format) {
    if (format == BlockFormat::none) return 0;
    return format == BlockFormat::bc1 || format == BlockFormat::bc4 ? 8 : 16;
}

constexpr int blocks_of(int pixels) { return (pixels + block_side - 1) / block_side; }

struct Component {
    int plane;  // index of the plane, or -1 if the format lacks the component
    int step;   // distance between adjacent pixels, in samples
    int offset;
};

struct Format {
    int id;  // value of the enum tonelift_format
    const char* ffmpeg;
    const char* gstreamer;
    Family family;
    Sample sample;
    int depth;
    int shift;
    int chroma_w;                         // log2 of the horizontal subsampling factor
    int chroma_h;                         // log2 of the vertical subsampling factor
    std::array<Component, 4> components;  // in the order Y, Cb, Cr, A or R, G, B, A
    BlockFormat blocks = BlockFormat::none;

    bool is_texture() const { return blocks != BlockFormat::none; }
    bool has_alpha() const { return components[3].plane >= 0; }
    bool subsampled() const { return chroma_w + chroma_h > 0; }
    // Returns whether luma and chroma samples alternate in memory, as in YUYV.
    bool interleaves_chroma() const {
        return chroma_w > 0 && components[1].plane == components[0].plane;
    }
    // Returns the size of a sample in bytes. For formats with three samples in a 32-bit word,
    // returns the size of the word.
    int sample_bytes() const { return sample == Sample::U8 ? 1 : sample == Sample::U16 ? 2 : 4; }
    // Returns whether valid samples of 16 bits can be above 32767.
    bool fills_words() const { return sample == Sample::U16 && depth + shift == 16; }
    // Returns the required alignment of addresses and pitches, in bytes.
    int alignment() const { return is_texture() ? 8 : sample_bytes(); }
    int planes() const;
    int component_width(int component, int width) const;
    bool halves_rows(int plane) const;
    // Returns the number of rows of a plane. For a texture, a row is a row of 4x4 blocks.
    int plane_height(int plane, int height) const;
    int row_bytes(int plane, int width) const;
};

// In the format v210, a 32-bit word has word_samples samples, and a group of four words has
// group_samples samples. A row is a whole number of groups.
constexpr int word_samples = 3;
constexpr int group_samples = 4 * word_samples;

std::span<const Format> formats();
// Returns the format whose value in the enum tonelift_format is `id`, or nullptr if no format
// has this value.
const Format* find_format(int id);
// Returns the format that Tonelift, FFmpeg or GStreamer calls `name`, or nullptr if no format has
// this name.
const Format* find_format(const char* name);

struct FramePlanes {
    std::array<std::byte*, 4> data{};
    std::array<ptrdiff_t, 4> pitch{};
};

// Position of a chroma sample relative to the first luma sample of its 2x2 block, in luma samples.
struct ChromaOffset {
    float x;
    float y;
};
ChromaOffset chroma_offset(int chroma_location);  // argument: a tonelift_chroma_location

}  // namespace tonelift
