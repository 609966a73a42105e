/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Stores the dynamic metadata that libtonelift makes in the side data of frames: HDR10+, Dolby
 * Vision and SMPTE ST 2094-50.
 */
#ifndef AVFILTER_TONELIFT_METADATA_H
#define AVFILTER_TONELIFT_METADATA_H

#include <tonelift/tonelift.h>

#include "libavutil/frame.h"

/* Returns the sum of those `kinds` that this FFmpeg has no side data for. */
int ff_tonelift_missing_metadata(int kinds);

/* Writes the kinds of metadata in *metadata to the side data of a frame. Replaces existing side
 * data of these kinds. */
int ff_tonelift_write_metadata(AVFrame* frame, const tonelift_metadata* metadata);

#endif
