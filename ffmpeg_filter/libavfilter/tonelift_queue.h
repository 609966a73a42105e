/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A queue of frames that wait for their batch or for their look-ahead.
 */
#ifndef AVFILTER_TONELIFT_QUEUE_H
#define AVFILTER_TONELIFT_QUEUE_H

#include <tonelift/tonelift.h>

#include "libavutil/frame.h"

typedef struct ToneliftQueue {
    AVFrame** frames;
    tonelift_frame* pictures;
    int count, room;
    int seen;
} ToneliftQueue;

/* On success, the queue owns the frame. */
int ff_tonelift_queue_add(ToneliftQueue* queue, AVFrame* frame, const tonelift_frame* picture);

/* Removes the first frames without freeing them. The caller owns them afterwards. */
void ff_tonelift_queue_take(ToneliftQueue* queue, int count);

void ff_tonelift_queue_clear(ToneliftQueue* queue);
void ff_tonelift_queue_free(ToneliftQueue* queue);

int ff_tonelift_queue_look(ToneliftQueue* queue, tonelift_filter* filter,
                           const tonelift_options* options, int least);

/* Returns the number of frames that wait only for their batch. */
int ff_tonelift_queue_ready(const ToneliftQueue* queue, const tonelift_filter* filter);

#endif
