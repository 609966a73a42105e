/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "hap_tonelift_texture.h"

#include <string.h>
#include <tonelift/list.h>

#include "libavutil/error.h"
#include "libavutil/mem.h"

#include "tonelift_host.h"

int ff_tonelift_blocks_of(int pixels) { return (pixels + 3) / 4; }

static int block_bytes(tonelift_format format) {
    tonelift_format_info info;
    for (int i = 0; tonelift_format_at(i, &info, sizeof(info)) == TONELIFT_OK; i++)
        if (info.format == format) return info.block_bytes;
    return 0;
}

/* Fills a BC4 texture with alpha 1. In each block, both end points are 255, and all 16 pixels have
 * index 0. */
static void fill_opaque(uint8_t* blocks, size_t size) {
    static const uint8_t opaque[8] = {255, 255};
    for (size_t at = 0; at < size; at += sizeof(opaque))
        memcpy(blocks + at, opaque, sizeof(opaque));
}

static void copy_machine(tonelift_options* to, const tonelift_options* from) {
#define TL_COPY_machine(name) to->name = from->name;
#define TL_COPY_look(name)
#define TL_COPY_inspection(name)
#define TL_COPY_tone(name)
#define TL_COPY_color_in(name)
#define TL_COPY_color_out(name)
#define TONELIFT_OPTION_STRING(name, group, value, live, help) TL_COPY_##group(name)
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    TL_COPY_##group(name)
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) \
    TL_COPY_##group(name)
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) TL_COPY_##group(name)
#include <tonelift/options.def>
}

/* Returns the options for one texture. The alpha texture is not tone-mapped and writes no
 * statistics. */
static tonelift_options options_for(const TLTexture* texture, const tonelift_options* given) {
    tonelift_options options = *given;
    if (texture->format == TONELIFT_FORMAT_BC4) {
        tonelift_options_default(&options);
        copy_machine(&options, given);
        options.preset = "faithful";
        options.texture_quality = given->texture_quality;
    }
    options.format = tonelift_format_name(texture->format);
    return options;
}

static int create_filter(TLTexture* texture, const tonelift_options* given,
                         const tonelift_video* in, const tonelift_device* device,
                         const tonelift_log* log) {
    tonelift_options options = options_for(texture, given);
    tonelift_video out;
    tonelift_status status;

    tonelift_video_default(&out);
    status = tonelift_output(&options, in, &out, log);
    if (status == TONELIFT_OK)
        status = tonelift_filter_create(&texture->filter, &options, in, &out, device, log);
    return ff_tonelift_error(status);
}

int ff_tonelift_texture_open(TLTexture* texture, const tonelift_options* options,
                             const tonelift_video* in, int has_alpha, const tonelift_device* device,
                             const tonelift_log* log) {
    texture->pitch = (ptrdiff_t)ff_tonelift_blocks_of(in->width) * block_bytes(texture->format);
    texture->size = texture->pitch * ff_tonelift_blocks_of(in->height);
    if (texture->format == TONELIFT_FORMAT_BC4 && !has_alpha) return 0;
    return create_filter(texture, options, in, device, log);
}

int ff_tonelift_texture_reserve(TLTexture* texture, int frames) {
    texture->blocks = av_malloc_array(texture->filter ? frames : 1, texture->size);
    if (!texture->blocks) return AVERROR(ENOMEM);
    if (!texture->filter) fill_opaque(texture->blocks, texture->size);
    return 0;
}

const uint8_t* ff_tonelift_texture_blocks(const TLTexture* texture, int frame) {
    return texture->blocks + (texture->filter ? frame * texture->size : 0);
}

int ff_tonelift_texture_map(TLTexture* texture, const tonelift_frame* frames, tonelift_frame* to,
                            int count) {
    if (!texture->filter) return 0;
    for (int i = 0; i < count; i++) {
        tonelift_frame_default(&to[i]);
        to[i].data[0] = texture->blocks + i * texture->size;
        to[i].pitch[0] = texture->pitch;
    }
    return ff_tonelift_error(tonelift_filter_process(texture->filter, frames, to, count));
}

int ff_tonelift_texture_set_input(TLTexture* texture, const tonelift_video* in) {
    return texture->filter ? ff_tonelift_error(tonelift_filter_set_input(texture->filter, in)) : 0;
}

int ff_tonelift_texture_finish(TLTexture* texture) {
    return texture->filter ? ff_tonelift_error(tonelift_filter_finish(texture->filter)) : 0;
}

void ff_tonelift_texture_close(TLTexture* texture) {
    tonelift_filter_destroy(&texture->filter);
    av_freep(&texture->blocks);
}
