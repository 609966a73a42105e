/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Dolby Vision metadata (RPU) as FFmpeg's decoders parse it.
 */
#ifndef FFMPEG_TONELIFT_DOLBY_VISION_H
#define FFMPEG_TONELIFT_DOLBY_VISION_H

#include <tonelift/enhancement_layer.h>
#include <tonelift/tonelift.h>

#include "libavutil/dovi_meta.h"
#include "libavutil/frame.h"

/* Fills the Dolby Vision fields of *video from a frame with such metadata, and the mastering
 * display if it is not known otherwise. */
void ff_tonelift_describe_dolby_vision(const AVFrame* frame, tonelift_video* video);

/* Describes a frame that lost its metadata like the previous frame, if both look alike; libtonelift
 * keeps the metadata itself. */
void ff_tonelift_keep_dolby_vision(const tonelift_video* before, tonelift_video* video);

/* Fills *metadata with the metadata that the base layer of a frame needs, and returns it. NULL: the
 * frame has none. */
tonelift_dolby_vision* ff_tonelift_read_dolby_vision(const AVFrame* frame,
                                                     tonelift_dolby_vision* metadata);

/* Fills *trims with level 1 and the trims of level 2 for a screen of 100 cd/m2, and returns it.
 * NULL: the frame has none. */
tonelift_dolby_trims* ff_tonelift_read_dolby_trims(const AVFrame* frame,
                                                   tonelift_dolby_trims* trims);

/* Fills *metadata with the metadata that composes a frame of profile 7. Returns NULL, or the reason
 * why it cannot. */
const char* ff_tonelift_read_enhancement(const AVFrame* frame, tonelift_enhancement* metadata);

/* Changes metadata to that of a picture of 12 bits that is composed and reshaped. */
void ff_tonelift_settle_dolby_vision(AVDOVIMetadata* metadata);

/* Whether the metadata says that a scene begins with a frame. */
int ff_tonelift_begins_dolby_scene(const AVFrame* frame);

/* Peak luminance of the scene from Dolby Vision's level 1, cd/m2; 0: unknown. */
double ff_tonelift_dolby_vision_peak(const AVFrame* frame);

#endif
