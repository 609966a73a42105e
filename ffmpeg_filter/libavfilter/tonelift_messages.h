/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Messages of the filter about options and frames, each logged once.
 */
#ifndef AVFILTER_TONELIFT_MESSAGES_H
#define AVFILTER_TONELIFT_MESSAGES_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* Options of other tone mappers, which are recognized only to say what to set in their place. */
enum {
#define TONELIFT_OPTION_FOREIGN(name, hint) ff_tonelift_foreign_##name,
#include <tonelift/options.def>
    ff_tonelift_foreign_count
};

/* What was told of a stream. */
typedef struct TLTold {
    int interlaced, ignored_metadata;
} TLTold;

/* Refuses options of other tone mappers. values: by the numbers above, NULL where none is set. */
int ff_tonelift_check_foreign(AVFilterContext* ctx, char* const* values);

/* Reports a command that cannot be followed: callers such as sendcmd ignore the status. FFmpeg
 * sends a command that the fast way has not followed again without it. */
int ff_tonelift_check_command(AVFilterContext* ctx, const char* command, int flags);

/* Reports what a frame has that the filter does not heed. */
void ff_tonelift_tell_of_frame(AVFilterContext* ctx, const AVFrame* frame,
                               const tonelift_options* options, TLTold* told);

#endif
