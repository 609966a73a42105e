/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * CUDA frames: their device, their sample format, and a pool of them for the output. In a build of
 * FFmpeg without CUDA there are none.
 */
#ifndef AVFILTER_TONELIFT_CUDA_H
#define AVFILTER_TONELIFT_CUDA_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* The sample format of a link's frames, in host memory or on a device. */
enum AVPixelFormat ff_tonelift_link_format(AVFilterLink* link);

/* Gives the output link of a filter CUDA frames if such were negotiated for it. */
int ff_tonelift_make_cuda_output(AVFilterContext* ctx, const tonelift_options* options);

/* The location of a configured filter's frames, and the device that it works on. The reference
 * keeps that device alive. */
int ff_tonelift_device(AVFilterContext* ctx, const tonelift_options* options,
                       tonelift_device* device, AVBufferRef** reference);

#endif
