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
    tonelift_frame* pictures; /* planes and times of the frames */
    int count, room;
    int seen; /* number of frames that were passed to the look-ahead */
} ToneliftQueue;

/* Adds a frame with its picture. On success the queue owns the frame. */
int ff_tonelift_queue_add(ToneliftQueue* queue, AVFrame* frame, const tonelift_frame* picture);

/* Removes the first frames without freeing them. The caller has copied their pointers and owns
 * the frames. */
void ff_tonelift_queue_take(ToneliftQueue* queue, int count);

/* Frees the frames, and then the queue itself. */
void ff_tonelift_queue_clear(ToneliftQueue* queue);
void ff_tonelift_queue_free(ToneliftQueue* queue);

/* Passes new frames to the look-ahead of the filter, if there are at least `least` of them.
 * `options` are those of the filter. */
int ff_tonelift_queue_look(ToneliftQueue* queue, tonelift_filter* filter,
                           const tonelift_options* options, int least);

/* Returns the number of frames that have their look-ahead and only wait for their batch. */
int ff_tonelift_queue_ready(const ToneliftQueue* queue, const tonelift_filter* filter);

#endif
