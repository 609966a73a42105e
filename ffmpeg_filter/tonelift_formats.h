/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which pixel formats the filter takes, and which one comes out for each.
 */
#ifndef AVFILTER_TONELIFT_FORMATS_H
#define AVFILTER_TONELIFT_FORMATS_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* Negotiates the formats of a filter with one input and one output, by the option format. CUDA
 * frames come out for CUDA frames, and frames in host memory for such, unless what follows takes
 * only the other. */
int ff_tonelift_query_formats(AVFilterContext* ctx, const tonelift_options* options);

/* Whether libtonelift takes and makes the format. */
int ff_tonelift_known_format(enum AVPixelFormat format);

/* The format that comes out for one that comes in; AV_PIX_FMT_NONE if there is none. */
enum AVPixelFormat ff_tonelift_output_format(const tonelift_options* options,
                                             enum AVPixelFormat format);

/* Reports color and format options that no input could meet; log may be NULL. */
tonelift_status ff_tonelift_check_options(const tonelift_options* options, const tonelift_log* log);

#endif
