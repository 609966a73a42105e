/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Options of libtonelift derived from those of the filter.
 */
#ifndef AVFILTER_TONELIFT_OPTIONS_H
#define AVFILTER_TONELIFT_OPTIONS_H

#include <tonelift/tonelift.h>

/* The options for frames that the timeline (enable=) excludes: same output, but with the preset
 * faithful instead of the look, and without statistics. Strings are those of *options. */
tonelift_options ff_tonelift_without_look(const tonelift_options* options);

#endif
