/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Derives the color of untagged frames from the filters that come before tonelift in the filter
 * chain.
 */
#ifndef AVFILTER_TONELIFT_CHAIN_H
#define AVFILTER_TONELIFT_CHAIN_H

#include <tonelift/tonelift.h>

#include "compat.h"

static inline int ff_tonelift_is_xyz(int format) {
    return format == AV_PIX_FMT_XYZ12LE || format == AV_PIX_FMT_XYZ12BE;
}

/* Corrects *video if zscale made the linear light of the frame, or if FFmpeg made its RGB from
 * XYZ. */
void ff_tonelift_follow_chain(const AVFilterLink* link, const AVFrame* frame,
                              tonelift_video* video);

#endif
