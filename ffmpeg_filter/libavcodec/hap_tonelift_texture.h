/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Encodes one texture of a Hap stream. libtonelift encodes the blocks of the texture.
 */
#ifndef AVCODEC_HAP_TONELIFT_TEXTURE_H
#define AVCODEC_HAP_TONELIFT_TEXTURE_H

#include <stddef.h>
#include <stdint.h>
#include <tonelift/tonelift.h>

typedef struct TLTexture {
    tonelift_format format;  /* bc1, bc3, bc3_ycocg or bc4 */
    tonelift_filter* filter; /* NULL for an opaque alpha texture, which needs no encoding */
    uint8_t* blocks;
    size_t size;     /* bytes per frame */
    ptrdiff_t pitch; /* bytes per row of blocks */
} TLTexture;

int ff_tonelift_blocks_of(int pixels);

/* Opens an encoder for one texture. All fields of *texture except `format` must be zero. An alpha
 * texture (format bc4) encodes the alpha of the frames. */
int ff_tonelift_texture_open(TLTexture* texture, const tonelift_options* options,
                             const tonelift_video* in, int has_alpha, const tonelift_device* device,
                             const tonelift_log* log);

int ff_tonelift_texture_reserve(TLTexture* texture, int frames);

/* Encodes the next `count` frames of the stream into the texture's memory. Fills in `to` with the
 * addresses and pitches of the encoded blocks. */
int ff_tonelift_texture_map(TLTexture* texture, const tonelift_frame* frames, tonelift_frame* to,
                            int count);

const uint8_t* ff_tonelift_texture_blocks(const TLTexture* texture, int frame);

int ff_tonelift_texture_set_input(TLTexture* texture, const tonelift_video* in);

int ff_tonelift_texture_finish(TLTexture* texture);

void ff_tonelift_texture_close(TLTexture* texture);

#endif
