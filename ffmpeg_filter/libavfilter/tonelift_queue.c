/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_queue.h"

#include <string.h>

#include "libavutil/common.h"
#include "libavutil/error.h"
#include "libavutil/mem.h"
#include "tonelift_host.h"
#include "tonelift_video.h"
#include "tonelift_vulkan.h"

static int grow(ToneliftQueue* queue) {
    int room = queue->room ? 2 * queue->room : 16;
    AVFrame** frames = av_realloc_array(queue->frames, room, sizeof(*frames));
    tonelift_frame* pictures = av_realloc_array(queue->pictures, room, sizeof(*pictures));

    if (frames) queue->frames = frames;
    if (pictures) queue->pictures = pictures;
    if (!frames || !pictures) return AVERROR(ENOMEM);
    queue->room = room;
    return 0;
}

int ff_tonelift_queue_add(ToneliftQueue* queue, AVFrame* frame, const tonelift_frame* picture) {
    int ret = queue->count < queue->room ? 0 : grow(queue);

    if (ret < 0) return ret;
    queue->frames[queue->count] = frame;
    queue->pictures[queue->count++] = *picture;
    return 0;
}

void ff_tonelift_queue_take(ToneliftQueue* queue, int count) {
    int rest = queue->count - count;

    memmove(queue->frames, queue->frames + count, rest * sizeof(*queue->frames));
    memmove(queue->pictures, queue->pictures + count, rest * sizeof(*queue->pictures));
    queue->count = rest;
    queue->seen = FFMAX(queue->seen - count, 0);
}

void ff_tonelift_queue_clear(ToneliftQueue* queue) {
    for (int i = 0; i < queue->count; i++) av_frame_free(&queue->frames[i]);
    queue->count = queue->seen = 0;
}

void ff_tonelift_queue_free(ToneliftQueue* queue) {
    ff_tonelift_queue_clear(queue);
    av_freep(&queue->frames);
    av_freep(&queue->pictures);
    queue->room = 0;
}

static int looks_ahead(const tonelift_filter* filter) {
    int frames;
    tonelift_filter_lookahead(filter, NULL, &frames);
    return frames > 0;
}

int ff_tonelift_queue_look(ToneliftQueue* queue, tonelift_filter* filter,
                           const tonelift_options* options, int least) {
    TLMetadata metadata;
    tonelift_vulkan_frame images;
    int ret = 0;

    if (!looks_ahead(filter) || queue->count - queue->seen < least) return 0;
    for (; queue->seen < queue->count && ret >= 0; queue->seen++) {
        tonelift_frame picture = queue->pictures[queue->seen];
        ff_tonelift_set_metadata(&picture, queue->frames[queue->seen], options, &metadata);
        ff_tonelift_lock_frames(&queue->frames[queue->seen], &picture, &images, 1);
        ret = ff_tonelift_error(tonelift_filter_look(filter, &picture, 1));
        ff_tonelift_unlock_frames(&queue->frames[queue->seen], &picture, &images, 1);
    }
    return ret;
}

int ff_tonelift_queue_ready(const ToneliftQueue* queue, const tonelift_filter* filter) {
    return looks_ahead(filter) ? tonelift_filter_ready(filter) : queue->count;
}
