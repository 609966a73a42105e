/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which pixel formats the filter takes, and which one comes out for each.
 */
#ifndef AVFILTER_TONELIFT_FORMATS_H
#define AVFILTER_TONELIFT_FORMATS_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* Negotiates the formats of a filter with one input and one output, by the option format. */
int ff_tonelift_query_formats(AVFilterContext* ctx, const tonelift_options* options);

/* Reports color and format options that no input could meet; log may be NULL. */
tonelift_status ff_tonelift_check_options(const tonelift_options* options, const tonelift_log* log);

#endif
