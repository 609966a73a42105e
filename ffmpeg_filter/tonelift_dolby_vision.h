/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reads the Dolby Vision metadata (RPU) that FFmpeg's decoders have parsed.
 */
#ifndef FFMPEG_TONELIFT_DOLBY_VISION_H
#define FFMPEG_TONELIFT_DOLBY_VISION_H

#include <tonelift/enhancement_layer.h>
#include <tonelift/tonelift.h>

#include "libavutil/dovi_meta.h"
#include "libavutil/frame.h"

/* Also fills in the mastering display if it is unknown. */
void ff_tonelift_describe_dolby_vision(const AVFrame* frame, tonelift_video* video);

/* A frame without metadata uses the metadata of the previous frame. */
void ff_tonelift_keep_dolby_vision(const tonelift_video* before, tonelift_video* video);

/* Returns `metadata`, or NULL for a frame without metadata. */
tonelift_dolby_vision* ff_tonelift_read_dolby_vision(const AVFrame* frame,
                                                     tonelift_dolby_vision* metadata);

/* Reads level 1, and level 2 for a screen of 100 cd/m2. Returns `trims`, or NULL for a frame
 * without such metadata. */
tonelift_dolby_trims* ff_tonelift_read_dolby_trims(const AVFrame* frame,
                                                   tonelift_dolby_trims* trims);

/* Reads the metadata for composing the two layers of profile 7. Returns NULL on success, else a
 * text that says what is wrong. */
const char* ff_tonelift_read_enhancement(const AVFrame* frame, tonelift_enhancement* metadata);

void ff_tonelift_settle_dolby_vision(AVDOVIMetadata* metadata);

int ff_tonelift_begins_dolby_scene(const AVFrame* frame);

/* Returns the peak of Dolby Vision's level 1 in cd/m2, or 0. */
double ff_tonelift_dolby_vision_peak(const AVFrame* frame);

#endif
