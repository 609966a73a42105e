/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes dynamic metadata of libtonelift as side data of frames: HDR10+, Dolby Vision and SMPTE ST
 * 2094-50.
 */
#ifndef AVFILTER_TONELIFT_METADATA_H
#define AVFILTER_TONELIFT_METADATA_H

#include <tonelift/tonelift.h>

#include "libavutil/frame.h"

/* Returns the kinds among `kinds` for which this FFmpeg has no side data, as a sum. */
int ff_tonelift_missing_metadata(int kinds);

/* Replaces the side data of a frame for the kinds of metadata in *metadata. */
int ff_tonelift_write_metadata(AVFrame* frame, const tonelift_metadata* metadata);

#endif
