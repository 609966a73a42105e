/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Derives options of libtonelift from the filter's options.
 */
#ifndef AVFILTER_TONELIFT_OPTIONS_H
#define AVFILTER_TONELIFT_OPTIONS_H

#include <tonelift/tonelift.h>

/* Returns options without the look, for frames that the timeline (enable=) excludes. The strings
 * are shared with *options. */
tonelift_options ff_tonelift_without_look(const tonelift_options* options);

#endif
