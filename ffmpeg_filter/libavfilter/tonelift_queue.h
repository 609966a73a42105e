/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A queue of frames that wait until their batch is full or until the look-ahead has seen enough
 * later frames.
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

/* Adds a frame at the end. On success, the queue owns the frame; on failure, the caller still
 * does. */
int ff_tonelift_queue_add(ToneliftQueue* queue, AVFrame* frame, const tonelift_frame* picture);

/* Removes the first `count` frames without freeing them. The caller has copied their pointers and
 * owns them afterwards. */
void ff_tonelift_queue_take(ToneliftQueue* queue, int count);

void ff_tonelift_queue_clear(ToneliftQueue* queue);
void ff_tonelift_queue_free(ToneliftQueue* queue);

int ff_tonelift_queue_look(ToneliftQueue* queue, tonelift_filter* filter,
                           const tonelift_options* options, int least);

/* Returns the number of frames with a complete look-ahead. These frames wait only for a full
 * batch. */
int ff_tonelift_queue_ready(const ToneliftQueue* queue, const tonelift_filter* filter);

#endif
