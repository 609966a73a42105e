/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The frames that wait: for their batch, or for those that libtonelift looks at ahead of them.
 */
#ifndef AVFILTER_TONELIFT_QUEUE_H
#define AVFILTER_TONELIFT_QUEUE_H

#include <tonelift/tonelift.h>

#include "libavutil/frame.h"

typedef struct ToneliftQueue {
    AVFrame** frames;
    tonelift_frame* pictures; /* those of the frames: planes and time */
    int count, room;
    int seen; /* frames that were looked at ahead */
} ToneliftQueue;

/* Adds a frame with its picture. The queue takes the frame, unless it fails. */
int ff_tonelift_queue_add(ToneliftQueue* queue, AVFrame* frame, const tonelift_frame* picture);

/* Takes out the first frames, whose pointers go to whoever has copied them. */
void ff_tonelift_queue_take(ToneliftQueue* queue, int count);

/* Frees the frames, and then the queue itself. */
void ff_tonelift_queue_clear(ToneliftQueue* queue);
void ff_tonelift_queue_free(ToneliftQueue* queue);

/* Has the filter look at the frames that it has not seen, if at least so many wait. options: those
 * of the filter. */
int ff_tonelift_queue_look(ToneliftQueue* queue, tonelift_filter* filter,
                           const tonelift_options* options, int least);

/* The number of frames that can be mapped now, with all that they wait for but their batch. */
int ff_tonelift_queue_ready(const ToneliftQueue* queue, const tonelift_filter* filter);

#endif
