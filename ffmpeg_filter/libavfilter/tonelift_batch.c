/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_batch.h"

#include <string.h>

#include "compat.h"
#include "tonelift_describe.h"
#include "tonelift_device.h"
#include "tonelift_metadata.h"
#include "tonelift_vulkan.h"

tonelift_filter* ff_tonelift_in_use(const ToneliftContext* s) { return s->filters[s->disabled]; }

static void free_frames(AVFrame** frames, int count) {
    for (int i = 0; i < count; i++) av_frame_free(&frames[i]);
}

void ff_tonelift_lose_frames(ToneliftContext* s) {
    s->lost += s->kept.count + (s->coming != NULL);
    ff_tonelift_queue_clear(&s->kept);
    av_frame_free(&s->coming);
}

static int send_frames(AVFilterContext* ctx, AVFrame** frames, int count) {
    ToneliftContext* s = ctx->priv;
    int ret = 0;
    for (int i = 0; i < count; i++) {
        AVFrame* frame = frames[i];
        frames[i] = NULL;
        if (ret >= 0) {
            ret = ff_filter_frame(ctx->outputs[0], frame);
        } else {
            s->lost++;
            av_frame_free(&frame);
        }
    }
    return ret;
}

static int keeps_picture(const ToneliftContext* s) {
    return tonelift_filter_passthrough(ff_tonelift_in_use(s)) ||
           s->options.stats == TONELIFT_STATS_MEASURE;
}

static int add_metadata(ToneliftContext* s, AVFrame** frames, int count) {
    tonelift_metadata metadata;
    int ret = 0;

    if (!s->options.metadata || s->disabled) return 0;
    for (int i = 0; i < count && ret >= 0; i++) {
        tonelift_metadata_default(&metadata);
        ret = ff_tonelift_error(
            tonelift_filter_metadata(ff_tonelift_in_use(s), &s->kept.pictures[i], &metadata));
        if (ret >= 0) ret = ff_tonelift_write_metadata(frames[i], &metadata);
    }
    return ret;
}

/* Logs that the dynamic metadata of the source is dropped. It describes the source's picture, not
 * the output picture. */
static void log_dropped_metadata(AVFilterContext* ctx, const AVFrame* source) {
    ToneliftContext* s = ctx->priv;
    if (s->logged_dropped_metadata || keeps_picture(s) || !ff_tonelift_is_hdr(s->out.transfer) ||
        !ff_tonelift_has_dynamic_metadata(source))
        return;
    s->logged_dropped_metadata = 1;
    av_log(ctx, AV_LOG_INFO,
           "HDR10+ and Dolby Vision metadata of the input is removed: it does not describe the "
           "output picture\n");
}

static AVFrame* make_frame(AVFilterContext* ctx, const AVFrame* source) {
    ToneliftContext* s = ctx->priv;
    AVFrame* frame = ff_get_video_buffer(ctx->outputs[0], s->out.width, s->out.height);

    if (!frame) return NULL;
    log_dropped_metadata(ctx, source);
    /* Sets the size of the picture, because a buffer in device memory may be larger than the
     * picture. */
    frame->width = s->out.width;
    frame->height = s->out.height;
    if (av_frame_copy_props(frame, source) < 0 ||
        (!keeps_picture(s) && ff_tonelift_write_frame(frame, &s->options, &s->out) < 0)) {
        av_frame_free(&frame);
        return NULL;
    }
#if TL_HAVE_ALPHA_MODE
    frame->alpha_mode = ctx->outputs[0]->alpha_mode;
#endif
    frame->crop_left = frame->crop_right = frame->crop_top = frame->crop_bottom = 0;
    return frame;
}

static int process_frames(AVFilterContext* ctx, int count) {
    ToneliftContext* s = ctx->priv;
    tonelift_status status;

    for (int i = 0; i < count; i++) {
        s->made[i] = make_frame(ctx, s->kept.frames[i]);
        if (!s->made[i]) return AVERROR(ENOMEM);
        ff_tonelift_set_planes(&s->to[i], s->made[i]);
        ff_tonelift_set_metadata(&s->kept.pictures[i], s->kept.frames[i], &s->options,
                                 &s->metadata[i]);
    }
    ff_tonelift_lock_frames(s->kept.frames, s->kept.pictures, s->images[0], count);
    ff_tonelift_lock_frames(s->made, s->to, s->images[1], count);
    status = tonelift_filter_process(ff_tonelift_in_use(s), s->kept.pictures, s->to, count);
    ff_tonelift_unlock_frames(s->made, s->to, s->images[1], count);
    ff_tonelift_unlock_frames(s->kept.frames, s->kept.pictures, s->images[0], count);
    return ff_tonelift_error(status);
}

static int make_frames(AVFilterContext* ctx, int through, int count) {
    ToneliftContext* s = ctx->priv;
    int ret = through ? 0 : process_frames(ctx, count);
    return ret < 0 ? ret : add_metadata(s, through ? s->kept.frames : s->made, count);
}

/* Returns whether the input frames become the output frames without a copy. With stats=measure,
 * this also applies to frames that the timeline excludes. Frames on a device are copied, because
 * they belong to another filter's pool, which may need them. */
static int hands_through(const AVFilterContext* ctx) {
    const ToneliftContext* s = ctx->priv;
    int is_unmeasured = s->disabled && s->options.stats == TONELIFT_STATS_MEASURE;
    return (is_unmeasured || tonelift_filter_passthrough(ff_tonelift_in_use(s))) &&
           !ff_tonelift_has_device(ctx->inputs[0]->format) &&
           !ff_tonelift_has_device(ctx->outputs[0]->format);
}

int ff_tonelift_batch_size(const ToneliftContext* s) {
    return FFMIN(tonelift_filter_batch(ff_tonelift_in_use(s)), maximum_batch);
}

int ff_tonelift_send_batch(AVFilterContext* ctx, int count) {
    ToneliftContext* s = ctx->priv;
    int through = hands_through(ctx), ret = make_frames(ctx, through, count);

    memcpy(s->taken, s->kept.frames, count * sizeof(*s->taken));
    ff_tonelift_queue_take(&s->kept, count);
    if (through && ret >= 0) return send_frames(ctx, s->taken, count);
    free_frames(s->taken, count);
    if (ret >= 0) return send_frames(ctx, s->made, count);
    s->lost += count;
    free_frames(s->made, count);
    return ret;
}

/* Gives all waiting frames to the look-ahead. Then sends the next batch of them, even if the batch
 * is not full. */
int ff_tonelift_send_rest(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    int ret = ff_tonelift_queue_look(&s->kept, ff_tonelift_in_use(s), &s->options, 1);
    int count = FFMIN(s->kept.count, ff_tonelift_batch_size(s));

    return ret < 0 ? ret : ff_tonelift_send_batch(ctx, count);
}
