/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What every host of libtonelift in FFmpeg needs: errors, messages, time, devices.
 */
#ifndef FFMPEG_TONELIFT_HOST_H
#define FFMPEG_TONELIFT_HOST_H

#include <tonelift/tonelift.h>

#include "libavutil/buffer.h"
#include "libavutil/rational.h"

/* The AVERROR of a status; 0 for success. */
int ff_tonelift_error(tonelift_status status);

/* The log of a host, an object that av_log() takes. */
tonelift_log ff_tonelift_log(void* host);

/* One that says errors only, for a second stream of the same pictures: the first one has said all
 * else. */
tonelift_log ff_tonelift_error_log(void* host);

/* Sets the time of a picture. *last: the time of the frame before in seconds, NAN: none; becomes
 * the time of this one. */
void ff_tonelift_set_time(double* last, tonelift_frame* picture, int64_t pts, AVRational time_base);

/* Sets the context and the stream of a CUDA device of FFmpeg; without CUDA does nothing. */
void ff_tonelift_set_cuda(tonelift_device* device, const AVBufferRef* cuda);

#endif
