/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Functions for every host of libtonelift in FFmpeg: errors, messages, time, devices.
 */
#ifndef FFMPEG_TONELIFT_HOST_H
#define FFMPEG_TONELIFT_HOST_H

#include <tonelift/tonelift.h>

#include "libavutil/buffer.h"
#include "libavutil/rational.h"

/* The AVERROR for a status; 0 for success. */
int ff_tonelift_error(tonelift_status status);

/* A log that writes to a host, which must be an object for av_log(). */
tonelift_log ff_tonelift_log(void* host);

/* A log for errors only, for a second stream of the same pictures, whose other messages the first
 * stream has logged. */
tonelift_log ff_tonelift_error_log(void* host);

/* Sets the time of a picture. *last: time of the previous frame in seconds, or NAN; updated to this
 * one. */
void ff_tonelift_set_time(double* last, tonelift_frame* picture, int64_t pts, AVRational time_base);

/* Sets the context and the stream of an FFmpeg CUDA device; does nothing without CUDA. */
void ff_tonelift_set_cuda(tonelift_device* device, const AVBufferRef* cuda);

#endif
