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

/* Sets the Dolby Vision fields of *video. Sets the mastering display too if it is unknown. */
void ff_tonelift_describe_dolby_vision(const AVFrame* frame, tonelift_video* video);

/* Copies the Dolby Vision fields of the previous frame, `before`, if the new frame has no such
 * metadata. */
void ff_tonelift_keep_dolby_vision(const tonelift_video* before, tonelift_video* video);

/* Fills in *metadata and returns `metadata`. Returns NULL if the frame has no Dolby Vision
 * metadata. */
tonelift_dolby_vision* ff_tonelift_read_dolby_vision(const AVFrame* frame,
                                                     tonelift_dolby_vision* metadata);

/* Reads level 1, and level 2 for a display of 100 cd/m2. Returns `trims`, or NULL if the frame
 * lacks one of these levels. */
tonelift_dolby_trims* ff_tonelift_read_dolby_trims(const AVFrame* frame,
                                                   tonelift_dolby_trims* trims);

/* Reads the metadata for composing the two layers of profile 7. Returns NULL on success, else a
 * message that describes the error. */
const char* ff_tonelift_read_enhancement(const AVFrame* frame, tonelift_enhancement* metadata);

void ff_tonelift_settle_dolby_vision(AVDOVIMetadata* metadata);

int ff_tonelift_begins_dolby_scene(const AVFrame* frame);

/* Returns the scene's peak from Dolby Vision level 1 in cd/m2, or 0 if the frame has no level 1. */
double ff_tonelift_dolby_vision_peak(const AVFrame* frame);

#endif
