/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes Hap packets: textures in sections, according to the Hap Video specification. The blocks of
 * a texture are divided into chunks, which players decompress in parallel.
 */
#ifndef AVCODEC_HAP_TONELIFT_PACKET_H
#define AVCODEC_HAP_TONELIFT_PACKET_H

#include <stddef.h>
#include <stdint.h>

/* The content of a texture, as in the low half of its section's type. */
enum TLHapTextureType {
    TL_HAP_ALPHA = 0x1, /* BC4 */
    TL_HAP_RGB = 0xB,   /* BC1 */
    TL_HAP_RGBA = 0xE,  /* BC3 */
    TL_HAP_YCOCG = 0xF, /* BC3, scaled YCoCg */
};

/* How the blocks in chunks are compressed once more. The high half of a section's type states
 * it. */
enum TLHapCompressor {
    TL_HAP_NONE = 0xA,
    TL_HAP_SNAPPY = 0xB,
};

enum { TL_HAP_MOST_CHUNKS = 64 };

/* A part of a texture. */
typedef struct TLHapChunk {
    const uint8_t* data; /* content of the chunk in the packet, and its size in bytes */
    size_t size;
    enum TLHapCompressor compressor; /* compressor of data */
} TLHapChunk;

/* A texture of a packet. */
typedef struct TLHapTexture {
    enum TLHapTextureType type;
    int chunk_count; /* 1 to TL_HAP_MOST_CHUNKS */
    TLHapChunk chunks[TL_HAP_MOST_CHUNKS];
} TLHapTexture;

/* Returns whether this FFmpeg has Snappy. */
int ff_tonelift_hap_has_snappy(void);

/* Returns the size of the buffer that ff_tonelift_hap_compress() needs for a chunk of this size. */
size_t ff_tonelift_hap_compressed_bound(size_t size);

/* Compresses a chunk with Snappy into `to`. If the result is not smaller, the chunk stays
 * uncompressed. */
void ff_tonelift_hap_compress(TLHapChunk* chunk, uint8_t* to);

/* Returns the size in bytes of a packet with one texture or with two. Two textures are the color
 * and the alpha of one picture.
 */
size_t ff_tonelift_hap_packet_size(const TLHapTexture* textures, int count);

/* Writes the packet. */
void ff_tonelift_hap_write_packet(const TLHapTexture* textures, int count, uint8_t* to);

#endif
