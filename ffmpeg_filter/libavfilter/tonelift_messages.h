/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Logs messages about options and frames. Each message is logged once.
 */
#ifndef AVFILTER_TONELIFT_MESSAGES_H
#define AVFILTER_TONELIFT_MESSAGES_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* Options of other tone mappers. The filter recognizes them only to suggest what to use instead. */
enum {
#define TONELIFT_OPTION_FOREIGN(name, hint) ff_tonelift_foreign_##name,
#include <tonelift/options.def>
    ff_tonelift_foreign_count
};

/* Messages that were already logged for a stream. */
typedef struct TLLogged {
    int interlaced, ignored_metadata;
} TLLogged;

/* Rejects options of other tone mappers. `values` has the index ff_tonelift_foreign_*. Options
 * that are not set are NULL. */
int ff_tonelift_check_foreign(AVFilterContext* ctx, char* const* values);

/* Rejects kinds of metadata for which this FFmpeg has no side data. */
int ff_tonelift_check_metadata(AVFilterContext* ctx, const tonelift_options* options);

/* Logs a command that cannot be executed, because callers such as sendcmd ignore its status. If
 * a command fails with AVFILTER_CMD_FLAG_FAST, FFmpeg repeats it without the flag. */
int ff_tonelift_check_command(AVFilterContext* ctx, const char* command, int flags);

/* Logs properties of a frame that the filter ignores. */
void ff_tonelift_log_ignored(AVFilterContext* ctx, const AVFrame* frame,
                             const tonelift_options* options, TLLogged* logged);

#endif
