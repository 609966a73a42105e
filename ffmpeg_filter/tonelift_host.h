/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Functions for all filters and encoders of FFmpeg that use libtonelift: errors, messages, time,
 * devices.
 */
#ifndef FFMPEG_TONELIFT_HOST_H
#define FFMPEG_TONELIFT_HOST_H

#include <tonelift/tonelift.h>

#include "libavutil/buffer.h"
#include "libavutil/rational.h"

/* Returns the AVERROR for a status; 0 for TONELIFT_OK. */
int ff_tonelift_error(tonelift_status status);

/* Returns a log that calls av_log() with `host`, the context of a filter or encoder. */
tonelift_log ff_tonelift_log(void* host);

/* Returns a log for errors only. It is for a second stream of the same pictures, because the first
 * stream logs all other messages. */
tonelift_log ff_tonelift_error_log(void* host);

/* Sets the time of a picture. *last is the time of the previous frame in seconds, or NAN. It is
 * set to the time of this frame. */
void ff_tonelift_set_time(double* last, tonelift_frame* picture, int64_t pts, AVRational time_base);

/* Sets the context and the stream of an FFmpeg CUDA device. Does nothing in a build without
 * CUDA. */
void ff_tonelift_set_cuda(tonelift_device* device, const AVBufferRef* cuda);

#endif
