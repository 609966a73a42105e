/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Maps waiting frames in batches, and sends them downstream.
 */
#ifndef AVFILTER_TONELIFT_BATCH_H
#define AVFILTER_TONELIFT_BATCH_H

#include <tonelift/tonelift.h>
#include <tonelift/vulkan.h>

#include "avfilter.h"
#include "tonelift_host.h"
#include "tonelift_messages.h"
#include "tonelift_option_table.h"
#include "tonelift_queue.h"
#include "tonelift_video.h"

typedef struct ToneliftContext {
    const AVClass* class;
    tonelift_options options; /* the strings are allocated by AVOptions */
    tonelift_log log;
    tonelift_filter* filters[2]; /* [1]: for frames that the timeline (enable=) excludes */
    AVBufferRef* device;         /* used by both filters, or NULL if libtonelift opens the device */
    TLLight light;
    tonelift_video in, out;
    ToneliftQueue kept;
    AVFrame* coming;
    int has_ended, end;
    int64_t end_time;
    AVFrame *taken[maximum_batch], *made[maximum_batch];
    tonelift_frame to[maximum_batch];
    TLMetadata metadata[maximum_batch];
    tonelift_vulkan_frame images[2][maximum_batch];
    int lost;
    int waits_for_input, has_failed;
    double last[2]; /* time of each filter's previous frame in seconds, or NAN */
    char* foreign[ff_tonelift_foreign_count]; /* options of other tone mappers, which must not be
                                                 set */
    int logged_dropped_metadata;
    TLLogged logged;
    int has_waited;
    int disabled;
} ToneliftContext;

tonelift_filter* ff_tonelift_in_use(const ToneliftContext* s);

int ff_tonelift_batch_size(const ToneliftContext* s);

int ff_tonelift_send_batch(AVFilterContext* ctx, int count);

int ff_tonelift_send_rest(AVFilterContext* ctx);

/* Frees all waiting frames without output. Called after an error, or if downstream wants no more
 * frames. */
void ff_tonelift_lose_frames(ToneliftContext* s);

#endif
