/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "hap_tonelift_packet.h"

#include <string.h>

#include "config.h"
#if CONFIG_LIBSNAPPY
#include <snappy-c.h>
#endif

#include "libavutil/intreadwrite.h"

enum {
    type_pictures = 0x0D,
    type_instructions = 0x01,
    type_compressors = 0x02,
    type_sizes = 0x03,
    compressor_of_instructions = 0xC,
};

#if CONFIG_LIBSNAPPY

int ff_tonelift_hap_has_snappy(void) { return 1; }

size_t ff_tonelift_hap_compressed_bound(size_t size) { return snappy_max_compressed_length(size); }

void ff_tonelift_hap_compress(TLHapChunk* chunk, uint8_t* to) {
    size_t size = snappy_max_compressed_length(chunk->size);
    snappy_status status = snappy_compress((const char*)chunk->data, chunk->size, (char*)to, &size);
    if (status != SNAPPY_OK || size >= chunk->size) return;
    *chunk = (TLHapChunk){to, size, TL_HAP_SNAPPY};
}

#else

int ff_tonelift_hap_has_snappy(void) { return 0; }

size_t ff_tonelift_hap_compressed_bound(size_t size) { return 0; }

void ff_tonelift_hap_compress(TLHapChunk* chunk, uint8_t* to) {}

#endif

/* A section's header has 4 bytes if the content is smaller than 16 MiB, else 8 bytes. */
static size_t section_size(size_t content) { return content + (content >> 24 ? 8 : 4); }

static uint8_t* write_header(uint8_t* to, int type, size_t content) {
    int is_long = content >> 24 != 0;
    AV_WL24(to, is_long ? 0 : content);
    to[3] = type;
    if (!is_long) return to + 4;
    AV_WL32(to + 4, content);
    return to + 8;
}

static size_t tables_size(const TLHapTexture* texture) {
    return section_size(texture->chunk_count) + section_size(4 * texture->chunk_count);
}

static size_t texture_content(const TLHapTexture* texture) {
    size_t size = texture->chunk_count > 1 ? section_size(tables_size(texture)) : 0;
    for (int i = 0; i < texture->chunk_count; i++) size += texture->chunks[i].size;
    return size;
}

static uint8_t* write_instructions(uint8_t* to, const TLHapTexture* texture) {
    to = write_header(to, type_instructions, tables_size(texture));
    to = write_header(to, type_compressors, texture->chunk_count);
    for (int i = 0; i < texture->chunk_count; i++) *to++ = texture->chunks[i].compressor;
    to = write_header(to, type_sizes, 4 * texture->chunk_count);
    for (int i = 0; i < texture->chunk_count; i++, to += 4) AV_WL32(to, texture->chunks[i].size);
    return to;
}

static uint8_t* write_texture(uint8_t* to, const TLHapTexture* texture) {
    int is_cut = texture->chunk_count > 1;
    int compressor = is_cut ? compressor_of_instructions : texture->chunks[0].compressor;
    to = write_header(to, compressor << 4 | texture->type, texture_content(texture));
    if (is_cut) to = write_instructions(to, texture);
    for (int i = 0; i < texture->chunk_count; i++) {
        memcpy(to, texture->chunks[i].data, texture->chunks[i].size);
        to += texture->chunks[i].size;
    }
    return to;
}

static size_t sections_size(const TLHapTexture* textures, int count) {
    size_t size = 0;
    for (int i = 0; i < count; i++) size += section_size(texture_content(&textures[i]));
    return size;
}

size_t ff_tonelift_hap_packet_size(const TLHapTexture* textures, int count) {
    size_t size = sections_size(textures, count);
    return count > 1 ? section_size(size) : size;
}

void ff_tonelift_hap_write_packet(const TLHapTexture* textures, int count, uint8_t* to) {
    if (count > 1) to = write_header(to, type_pictures, sections_size(textures, count));
    for (int i = 0; i < count; i++) to = write_texture(to, &textures[i]);
}
