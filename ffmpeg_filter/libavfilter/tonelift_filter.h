/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Functions and pads of the filter tonelift. The filters tonemapx and tonemap_cuda share them.
 */
#ifndef AVFILTER_TONELIFT_FILTER_H
#define AVFILTER_TONELIFT_FILTER_H

#include "avfilter.h"

/* The caller must set s->options first. The context must own the strings in s->options. */
int ff_tonelift_init(AVFilterContext* ctx);
int ff_tonelift_query_filter_formats(AVFilterContext* ctx);
int ff_tonelift_config_output(AVFilterLink* link);
int ff_tonelift_activate(AVFilterContext* ctx);
void ff_tonelift_uninit(AVFilterContext* ctx);

extern const AVFilterPad ff_tonelift_inputs[1];
extern const AVFilterPad ff_tonelift_outputs[1];

#endif
