/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes packets in the format of the Hap Video specification. A texture is divided into chunks,
 * which players decompress in parallel.
 */
#ifndef AVCODEC_HAP_TONELIFT_PACKET_H
#define AVCODEC_HAP_TONELIFT_PACKET_H

#include <stddef.h>
#include <stdint.h>

/* Format of a texture: values of the low 4 bits of a section's type. */
enum TLHapTextureType {
    TL_HAP_ALPHA = 0x1, /* BC4 */
    TL_HAP_RGB = 0xB,   /* BC1 */
    TL_HAP_RGBA = 0xE,  /* BC3 */
    TL_HAP_YCOCG = 0xF, /* BC3, scaled YCoCg */
};

/* Compression of a chunk: values of the high 4 bits of a section's type. */
enum TLHapCompressor {
    TL_HAP_NONE = 0xA,
    TL_HAP_SNAPPY = 0xB,
};

enum { TL_HAP_MOST_CHUNKS = 64 };

typedef struct TLHapChunk {
    const uint8_t* data;
    size_t size;
    enum TLHapCompressor compressor;
} TLHapChunk;

typedef struct TLHapTexture {
    enum TLHapTextureType type;
    int chunk_count; /* 1 to TL_HAP_MOST_CHUNKS */
    TLHapChunk chunks[TL_HAP_MOST_CHUNKS];
} TLHapTexture;

int ff_tonelift_hap_has_snappy(void);

size_t ff_tonelift_hap_compressed_bound(size_t size);

/* Compresses the chunk into `to`. The chunk stays uncompressed if Snappy does not make it
 * smaller. */
void ff_tonelift_hap_compress(TLHapChunk* chunk, uint8_t* to);

/* Returns the size of a packet in bytes. With a `count` of 2, the packet has a color texture and an
 * alpha texture. */
size_t ff_tonelift_hap_packet_size(const TLHapTexture* textures, int count);

void ff_tonelift_hap_write_packet(const TLHapTexture* textures, int count, uint8_t* to);

#endif
