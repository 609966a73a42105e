/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Helpers for all filters and encoders of FFmpeg that use libtonelift: errors, messages, time and
 * devices.
 */
#ifndef FFMPEG_TONELIFT_HOST_H
#define FFMPEG_TONELIFT_HOST_H

#include <tonelift/tonelift.h>

#include "libavutil/buffer.h"
#include "libavutil/rational.h"

int ff_tonelift_error(tonelift_status status);

tonelift_log ff_tonelift_log(void* host);

/* Returns a log that reports errors as usual, and all other messages at debug level. Another stream
 * of the same pictures already reports the other messages. */
tonelift_log ff_tonelift_error_log(void* host);

/* Sets the time of *picture from `pts`. *last is the time of the previous frame in seconds, or NAN
 * before the first frame; it is updated. */
void ff_tonelift_set_time(double* last, tonelift_frame* picture, int64_t pts, AVRational time_base);

/* Sets the CUDA context and stream of *device. Does nothing in a build without CUDA. */
void ff_tonelift_set_cuda(tonelift_device* device, const AVBufferRef* cuda);

#endif
