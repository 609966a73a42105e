/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * CUDA frames: their device, their sample format, and a frame pool for the output. A build of
 * FFmpeg without CUDA has none.
 */
#ifndef AVFILTER_TONELIFT_CUDA_H
#define AVFILTER_TONELIFT_CUDA_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* The sample format of a link's frames, in host memory or on a device. */
enum AVPixelFormat ff_tonelift_link_format(AVFilterLink* link);

/* Gives the output link of a filter a pool of CUDA frames, if CUDA frames were negotiated. */
int ff_tonelift_make_cuda_output(AVFilterContext* ctx, const tonelift_options* options);

/* The location of a configured filter's frames, and the device that the filter uses. The reference
 * keeps that device alive. */
int ff_tonelift_device(AVFilterContext* ctx, const tonelift_options* options,
                       tonelift_device* device, AVBufferRef** reference);

#endif
