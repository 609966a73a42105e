/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Derives options of libtonelift from the filter's options.
 */
#ifndef AVFILTER_TONELIFT_OPTIONS_H
#define AVFILTER_TONELIFT_OPTIONS_H

#include <tonelift/tonelift.h>

/* Returns the options for frames that the timeline (enable=) excludes. These options do not change
 * the look of the picture. The strings are shared with *options. */
tonelift_options ff_tonelift_without_look(const tonelift_options* options);

#endif
