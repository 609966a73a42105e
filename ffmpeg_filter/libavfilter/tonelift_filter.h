/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Functions and pads of the filter, shared with its variants under other names.
 */
#ifndef AVFILTER_TONELIFT_FILTER_H
#define AVFILTER_TONELIFT_FILTER_H

#include "avfilter.h"

/* s->options must be set and own its strings. */
int ff_tonelift_init(AVFilterContext* ctx);
int ff_tonelift_query_filter_formats(AVFilterContext* ctx);
int ff_tonelift_config_output(AVFilterLink* link);
int ff_tonelift_activate(AVFilterContext* ctx);
void ff_tonelift_uninit(AVFilterContext* ctx);

extern const AVFilterPad ff_tonelift_inputs[1];
extern const AVFilterPad ff_tonelift_outputs[1];

#endif
