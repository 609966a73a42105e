/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Logs messages about options and frames, each message once.
 */
#ifndef AVFILTER_TONELIFT_MESSAGES_H
#define AVFILTER_TONELIFT_MESSAGES_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* Indices of the options of other tone mappers. If one of these options is set,
 * ff_tonelift_check_foreign() fails with a message that names Tonelift's equivalent. */
enum {
#define TONELIFT_OPTION_FOREIGN(name, hint) ff_tonelift_foreign_##name,
#include <tonelift/options.def>
    ff_tonelift_foreign_count
};

typedef struct TLLogged {
    int interlaced, ignored_metadata;
} TLLogged;

/* Fails if an option of another tone mapper is set. `values` is indexed by ff_tonelift_foreign_*;
 * options that are not set are NULL. */
int ff_tonelift_check_foreign(AVFilterContext* ctx, char* const* values);

int ff_tonelift_check_metadata(AVFilterContext* ctx, const tonelift_options* options);

/* Writes a refused command to the log. Callers such as sendcmd ignore the returned status, so that
 * users would otherwise not see the refusal. */
int ff_tonelift_check_command(AVFilterContext* ctx, const char* command, int flags);

void ff_tonelift_log_ignored(AVFilterContext* ctx, const AVFrame* frame,
                             const tonelift_options* options, TLLogged* logged);

#endif
