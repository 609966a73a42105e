/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Negotiates the pixel formats of the filter.
 */
#ifndef AVFILTER_TONELIFT_FORMATS_H
#define AVFILTER_TONELIFT_FORMATS_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* Selects the formats of input and output. The caller sets *has_waited to 0 before the first
 * call. */
int ff_tonelift_query_formats(AVFilterContext* ctx, const tonelift_options* options,
                              int* has_waited);

int ff_tonelift_known_format(enum AVPixelFormat format);

/* Returns the output format for an input format, or AV_PIX_FMT_NONE if the input format is not
 * supported. */
enum AVPixelFormat ff_tonelift_output_format(const tonelift_options* options,
                                             enum AVPixelFormat format);

#endif
