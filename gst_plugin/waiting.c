/* SPDX-License-Identifier: BSD-2-Clause */
#include "waiting.h"

#include "hdr10_plus.h"
#include "stream.h"

gboolean gst_tonelift_map_frame(GstVideoFrame* frame, const GstVideoInfo* info, GstBuffer* buffer,
                                GstMapFlags flags, GstToneliftCuda* cuda) {
    if (cuda && !gst_tonelift_cuda_is_ours(cuda, buffer)) return FALSE;
    return gst_video_frame_map(frame, info, buffer, cuda ? flags | GST_TONELIFT_MAP_CUDA : flags);
}

void gst_tonelift_set_planes(tonelift_frame* picture, GstVideoFrame* frame) {
    for (guint i = 0; i < GST_VIDEO_FRAME_N_PLANES(frame); i++) {
        picture->data[i] = GST_VIDEO_FRAME_PLANE_DATA(frame, i);
        picture->pitch[i] = GST_VIDEO_FRAME_PLANE_STRIDE(frame, i);
    }
}

/* Returns the stream time, which is the position in the media. In reverse playback, returns the
 * running time, because stream time runs backward. */
static GstClockTime time_of(GstTonelift* self, const GstBuffer* buffer) {
    const GstSegment* segment = &GST_BASE_TRANSFORM(self)->segment;
    GstClockTime pts = GST_BUFFER_PTS(buffer);

    if (!GST_CLOCK_TIME_IS_VALID(pts) || segment->format != GST_FORMAT_TIME) return pts;
    return segment->rate < 0 ? gst_segment_to_running_time(segment, GST_FORMAT_TIME, pts)
                             : gst_segment_to_stream_time(segment, GST_FORMAT_TIME, pts);
}

static void set_moment(GstTonelift* self, tonelift_frame* moment, const GstBuffer* buffer) {
    GstClockTime time = time_of(self, buffer);

    tonelift_frame_default(moment);
    moment->discontinuity = self->discontinuity;
    self->discontinuity = FALSE;
    if (!GST_CLOCK_TIME_IS_VALID(time)) return;
    /* Rounds to microseconds, like FFmpeg. */
    moment->timestamp = (int64_t)GST_TIME_AS_USECONDS(time + GST_USECOND / 2);
    moment->time = (double)time / GST_SECOND;
}

static GstToneliftWaiting* waiting_at(GstTonelift* self, guint i) {
    return &g_array_index(self->waiting, GstToneliftWaiting, i);
}

static tonelift_status look_at(GstTonelift* self, const GstToneliftWaiting* waiting) {
    GstToneliftCuda* cuda = self->in_on_device ? &self->cuda : NULL;
    tonelift_frame picture = waiting->moment;
    tonelift_hdr10_plus curve;
    tonelift_status status;
    GstVideoFrame frame;

    if (!gst_tonelift_map_frame(&frame, &self->in_info, waiting->buffer, GST_MAP_READ, cuda))
        return TONELIFT_ERROR_ARGUMENT;
    if (cuda && !gst_tonelift_cuda_in_order(cuda, waiting->buffer))
        gst_tonelift_cuda_wait_for_buffer(waiting->buffer);
    gst_tonelift_set_planes(&picture, &frame);
    gst_tonelift_read_hdr10_plus(&picture, waiting->buffer,
                                 gst_tonelift_input_light(&self->active, &self->in), &curve);
    status = tonelift_filter_look(self->filter, &picture, 1);
    gst_video_frame_unmap(&frame);
    return status;
}

gboolean gst_tonelift_waiting_look(GstTonelift* self) {
    tonelift_status status = TONELIFT_OK;

    if (!self->lookahead) return TRUE;
    for (; self->seen < self->waiting->len && status == TONELIFT_OK; self->seen++)
        status = look_at(self, waiting_at(self, self->seen));
    if (status != TONELIFT_OK) gst_tonelift_post_error(self, status);
    return status == TONELIFT_OK;
}

gboolean gst_tonelift_waiting_add(GstTonelift* self, GstBuffer* buffer) {
    GstToneliftWaiting waiting = {.buffer = buffer};

    set_moment(self, &waiting.moment, buffer);
    g_array_append_val(self->waiting, waiting);
    self->received++;
    return self->waiting->len - self->seen < self->batch || gst_tonelift_waiting_look(self);
}

guint gst_tonelift_waiting_ready(GstTonelift* self) {
    return self->lookahead ? (guint)tonelift_filter_ready(self->filter) : self->waiting->len;
}

void gst_tonelift_waiting_move(GstTonelift* self) {
    guint count = MIN(self->batch, self->waiting->len);

    for (guint i = 0; i < count; i++) {
        self->slots[i].in = waiting_at(self, i)->buffer;
        self->pictures[i] = waiting_at(self, i)->moment;
    }
    g_array_remove_range(self->waiting, 0, count);
    self->seen -= MIN(self->seen, count);
    self->kept = count;
}

guint gst_tonelift_waiting_clear(GstTonelift* self) {
    guint count = self->waiting ? self->waiting->len : 0;

    for (guint i = 0; i < count; i++) gst_clear_buffer(&waiting_at(self, i)->buffer);
    if (self->waiting) g_array_set_size(self->waiting, 0);
    if (self->seen && self->filter) tonelift_filter_reset(self->filter);
    self->seen = 0;
    return count;
}
