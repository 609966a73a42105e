/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes Hap packets according to the Hap Video specification. A texture is divided into chunks,
 * which players decompress in parallel.
 */
#ifndef AVCODEC_HAP_TONELIFT_PACKET_H
#define AVCODEC_HAP_TONELIFT_PACKET_H

#include <stddef.h>
#include <stdint.h>

/* Values of the low half of a section's type. */
enum TLHapTextureType {
    TL_HAP_ALPHA = 0x1, /* BC4 */
    TL_HAP_RGB = 0xB,   /* BC1 */
    TL_HAP_RGBA = 0xE,  /* BC3 */
    TL_HAP_YCOCG = 0xF, /* BC3, scaled YCoCg */
};

/* Compression of chunks: values of the high half of a section's type. */
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

/* If Snappy does not make the chunk smaller, the chunk stays uncompressed. */
void ff_tonelift_hap_compress(TLHapChunk* chunk, uint8_t* to);

/* If `count` is 2, the textures are the color and the alpha of one picture. */
size_t ff_tonelift_hap_packet_size(const TLHapTexture* textures, int count);

void ff_tonelift_hap_write_packet(const TLHapTexture* textures, int count, uint8_t* to);

#endif
