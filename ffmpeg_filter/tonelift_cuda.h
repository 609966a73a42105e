/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * CUDA frames: where they are, what they hold, and a pool of them for the output. In a build of
 * FFmpeg without CUDA there are none.
 */
#ifndef AVFILTER_TONELIFT_CUDA_H
#define AVFILTER_TONELIFT_CUDA_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* The format of the samples that come along a link, wherever they lie. */
enum AVPixelFormat ff_tonelift_link_format(AVFilterLink* link);

/* The format of a frame's samples, wherever they lie; AV_PIX_FMT_NONE for a CUDA frame that does
 * not say. */
enum AVPixelFormat ff_tonelift_frame_format(const AVFrame* frame);

/* The part of a frame that is shown. Filters and decoders crop CUDA frames by saying so. */
typedef struct TLRectangle {
    int x, y, width, height;
} TLRectangle;
TLRectangle ff_tonelift_visible(const AVFrame* frame);

/* Gives the output link of a filter CUDA frames if such were negotiated for it. */
int ff_tonelift_make_cuda_output(AVFilterContext* ctx, const tonelift_options* options);

/* Where the frames of a configured filter are, and on which device its work is done. The reference
 * keeps that device while what works on it lives. */
int ff_tonelift_device(AVFilterContext* ctx, const tonelift_options* options,
                       tonelift_device* device, AVBufferRef** reference);

#endif
