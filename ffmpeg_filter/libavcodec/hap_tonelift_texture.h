/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A texture of a stream: the blocks that libtonelift makes of its frames.
 */
#ifndef AVCODEC_HAP_TONELIFT_TEXTURE_H
#define AVCODEC_HAP_TONELIFT_TEXTURE_H

#include <stddef.h>
#include <stdint.h>
#include <tonelift/tonelift.h>

typedef struct TLTexture {
    tonelift_format format;  /* bc1, bc3, bc3_ycocg or bc4 */
    tonelift_filter* filter; /* NULL: alpha of frames that have none, which is opaque */
    uint8_t* blocks;         /* of the frames of a batch, one after another; opaque ones once */
    size_t size;             /* bytes of a frame's blocks */
    ptrdiff_t pitch;         /* bytes of a row of blocks */
} TLTexture;

/* Blocks in a row or in a column of that many pixels. */
int ff_tonelift_blocks_of(int pixels);

/* Opens a texture that is all zero but for its format. bc4 is the frames' alpha. */
int ff_tonelift_texture_open(TLTexture* texture, const tonelift_options* options,
                             const tonelift_video* in, int has_alpha, const tonelift_device* device,
                             const tonelift_log* log);

/* Makes room for the blocks of a batch of frames. */
int ff_tonelift_texture_reserve(TLTexture* texture, int frames);

/* Makes the blocks of `count` frames, the next ones of the stream. to: descriptions of as many
 * pictures, which are filled. */
int ff_tonelift_texture_map(TLTexture* texture, const tonelift_frame* frames, tonelift_frame* to,
                            int count);

/* The blocks of a frame of the batch. */
const uint8_t* ff_tonelift_texture_blocks(const TLTexture* texture, int frame);

/* Follows a change of the stream's color or HDR metadata. */
int ff_tonelift_texture_set_input(TLTexture* texture, const tonelift_video* in);

/* Ends the stream. */
int ff_tonelift_texture_finish(TLTexture* texture);

void ff_tonelift_texture_close(TLTexture* texture);

#endif
