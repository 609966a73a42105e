/* SPDX-License-Identifier: BSD-2-Clause */
#include "stream.h"

#include <string.h>

#include "caps.h"
#include "events.h"
#include "hdr10_plus.h"
#include "options.h"
#include "waiting.h"

/* Duration of a frame if the caps have no frame rate, or a rate of 1000 or more frames per second.
 * Such a high rate is usually the resolution of the timestamps. */
static const GstClockTime usual_duration = GST_SECOND / 25;

void gst_tonelift_post_error(GstTonelift* self, tonelift_status status) {
    GQuark domain = GST_LIBRARY_ERROR;
    gint code = GST_LIBRARY_ERROR_SETTINGS;
    const char* text = self->message ? self->message : tonelift_status_text(status);

    self->logged = TRUE;
    switch (status) {
        case TONELIFT_ERROR_UNSUPPORTED:
            domain = GST_STREAM_ERROR;
            code = GST_STREAM_ERROR_FORMAT;
            break;
        case TONELIFT_ERROR_OUT_OF_MEMORY:
            domain = GST_RESOURCE_ERROR;
            code = GST_RESOURCE_ERROR_NO_SPACE_LEFT;
            break;
        case TONELIFT_ERROR_IO:
            domain = GST_RESOURCE_ERROR;
            code = GST_RESOURCE_ERROR_OPEN_READ_WRITE;
            break;
        case TONELIFT_ERROR_DEVICE:
            domain = GST_RESOURCE_ERROR;
            code = GST_RESOURCE_ERROR_FAILED;
            break;
        case TONELIFT_ERROR_INTERNAL:
            code = GST_LIBRARY_ERROR_FAILED;
            break;
        default:
            break;
    }
    gst_element_message_full(GST_ELEMENT(self), GST_MESSAGE_ERROR, domain, code, g_strdup(text),
                             g_strdup(tonelift_status_text(status)), __FILE__, G_STRFUNC, __LINE__);
}

gboolean gst_tonelift_check_options(GstTonelift* self) {
    tonelift_status status = tonelift_options_check(&self->active, &self->log);
    if (status != TONELIFT_OK) gst_tonelift_post_error(self, status);
    return status == TONELIFT_OK;
}

static guint drop_batch(GstTonelift* self) {
    guint lost = self->kept > 0 ? self->kept : self->made - self->sent;
    for (guint i = 0; i < self->batch; i++) {
        gst_clear_buffer(&self->slots[i].in);
        gst_clear_buffer(&self->slots[i].out);
    }
    self->kept = self->made = self->sent = 0;
    return lost;
}

static void count_lost(GstTonelift* self, guint lost) {
    self->lost += lost;
    if (lost > 0)
        GST_INFO_OBJECT(self, "%u frames are discarded, %" G_GUINT64_FORMAT " in all", lost,
                        self->lost);
}

static void drop_frames(GstTonelift* self) {
    guint lost = drop_batch(self);
    count_lost(self, lost + gst_tonelift_waiting_clear(self));
    gst_tonelift_events_flush(self);
}

void gst_tonelift_stream_flush(GstTonelift* self) {
    drop_frames(self);
    self->discontinuity = TRUE;
}

void gst_tonelift_stream_close(GstTonelift* self) {
    gst_tonelift_events_clear(self);
    drop_frames(self);
    tonelift_filter_destroy(&self->filter);
    g_clear_pointer(&self->slots, g_free);
    g_clear_pointer(&self->pictures, g_free);
    g_clear_pointer(&self->waiting, g_array_unref);
    self->batch = 0;
}

static gboolean upstream_is_live(GstTonelift* self) {
    GstQuery* query = gst_query_new_latency();
    gboolean live = FALSE;
    if (gst_pad_peer_query(GST_BASE_TRANSFORM_SINK_PAD(self), query))
        gst_query_parse_latency(query, &live, NULL, NULL);
    gst_query_unref(query);
    return live;
}

/* Copies the properties to `active`. If upstream is live, an automatic batch becomes 1 and an
 * automatic look-ahead becomes 0, so that the video is not delayed. */
static void take_options(GstTonelift* self) {
    GST_OBJECT_LOCK(self);
    gst_tonelift_options_copy(&self->active, &self->options, GST_TONELIFT_OPTIONS_ALL);
    if (self->script_set) gst_tonelift_script_forget(&self->script);
    self->options_changed = self->script_set = self->reopen = FALSE;
    self->needs_every_frame = gst_tonelift_options_write_statistics(&self->active);
    GST_OBJECT_UNLOCK(self);
    if (self->active.batch != 0 && self->active.lookahead >= 0) return;
    if (!upstream_is_live(self)) return;
    if (self->active.batch == 0) self->active.batch = 1;
    if (self->active.lookahead < 0) self->active.lookahead = 0;
}

static gboolean is_passthrough(GstTonelift* self) {
    return gst_base_transform_is_passthrough(GST_BASE_TRANSFORM(self));
}

static GstClockTime frame_duration(const GstTonelift* self) {
    const GstVideoInfo* info = &self->in_info;
    GstClockTime duration;
    if (GST_VIDEO_INFO_FPS_N(info) <= 0) return usual_duration;
    duration = gst_util_uint64_scale_int(GST_SECOND, GST_VIDEO_INFO_FPS_D(info),
                                         GST_VIDEO_INFO_FPS_N(info));
    return duration > GST_MSECOND ? duration : usual_duration;
}

guint gst_tonelift_stream_held(const GstTonelift* self) {
    GstClockTime duration = frame_duration(self);
    GstClockTime ahead = (self->lookahead + duration - GST_MSECOND) / duration;
    return self->batch + (guint)MIN(ahead, self->most_ahead);
}

static void update_latency(GstTonelift* self) {
    guint waiting = is_passthrough(self) ? 0 : gst_tonelift_stream_held(self) - 1;
    GstClockTime latency = waiting * frame_duration(self);
    gboolean changed;

    GST_OBJECT_LOCK(self);
    changed = latency != self->latency;
    self->latency = latency;
    GST_OBJECT_UNLOCK(self);
    if (changed)
        gst_element_post_message(GST_ELEMENT(self), gst_message_new_latency(GST_OBJECT(self)));
}

static void update_passthrough(GstTonelift* self) {
    GstBaseTransform* trans = GST_BASE_TRANSFORM(self);
    gboolean before = gst_base_transform_is_passthrough(trans);
    gboolean after =
        tonelift_filter_passthrough(self->filter) != 0 && self->in_on_device == self->out_on_device;
    double seconds;
    int frames;

    tonelift_filter_lookahead(self->filter, &seconds, &frames);
    self->lookahead = (GstClockTime)(seconds * GST_SECOND);
    self->most_ahead = (guint)frames;

    if (before != after) {
        gst_base_transform_set_passthrough(trans, after);
        gst_base_transform_reconfigure_src(trans);
    }
    update_latency(self);
}

static tonelift_status create_filter(GstTonelift* self) {
    tonelift_device device;
    gboolean on_device = self->in_on_device || self->out_on_device;
    tonelift_options options;
    tonelift_status status;

    gst_tonelift_stream_close(self);
    take_options(self);
    options = gst_tonelift_script_apply(&self->script, &self->active);
    tonelift_device_default(&device);
    device.input_on_device = self->in_on_device;
    device.output_on_device = self->out_on_device;
    if (on_device) gst_tonelift_cuda_describe(&self->cuda, &device);
    status = tonelift_filter_create(&self->filter, &options, &self->in, &self->out,
                                    on_device ? &device : NULL, &self->log);
    if (status != TONELIFT_OK) return status;
    self->script.applied = self->script.text != NULL;
    if (!self->script.applied) gst_tonelift_script_keep(&self->script, &self->active);
    self->batch = (guint)tonelift_filter_batch(self->filter);
    self->slots = g_new0(GstToneliftSlot, self->batch);
    self->pictures = g_new0(tonelift_frame, 2 * self->batch);
    self->waiting = g_array_new(FALSE, FALSE, sizeof(GstToneliftWaiting));
    return TONELIFT_OK;
}

/* Posts the error of opening once, because GStreamer sends refused caps again with every buffer. */
void gst_tonelift_stream_refuse(GstTonelift* self) {
    if (!self->logged && self->refused != TONELIFT_OK) gst_tonelift_post_error(self, self->refused);
}

static gboolean finish_opening(GstTonelift* self, tonelift_status status) {
    self->refused = status;
    if (status == TONELIFT_OK) {
        update_passthrough(self);
        return TRUE;
    }
    gst_tonelift_stream_close(self);
    if (status == TONELIFT_ERROR_IO &&
        (self->active.stats == TONELIFT_STATS_READ || self->active.stats == TONELIFT_STATS_AUTO)) {
        gst_base_transform_set_passthrough(GST_BASE_TRANSFORM(self), FALSE);
        return TRUE;
    }
    gst_tonelift_stream_refuse(self);
    return FALSE;
}

static gboolean must_reopen(GstTonelift* self) {
    gboolean reopen;
    GST_OBJECT_LOCK(self);
    reopen = self->reopen;
    GST_OBJECT_UNLOCK(self);
    return reopen;
}

/* Returns whether the outputs differ at most in HDR metadata, which does not affect the picture. */
static gboolean are_same_pictures(const tonelift_video* a, const tonelift_video* b) {
    tonelift_video with_light = *a;
    with_light.mastering_min = b->mastering_min;
    with_light.mastering_max = b->mastering_max;
    with_light.max_cll = b->max_cll;
    with_light.max_fall = b->max_fall;
    return !memcmp(&with_light, b, sizeof(*b));
}

gboolean gst_tonelift_stream_open(GstTonelift* self, const tonelift_video* in,
                                  const tonelift_video* out, gboolean same_memory) {
    gboolean keep = self->filter && same_memory && in->format == self->in.format &&
                    in->width == self->in.width && in->height == self->in.height &&
                    are_same_pictures(out, &self->out) && !must_reopen(self);
    self->in = *in;
    self->out = *out;
    return finish_opening(self,
                          keep ? tonelift_filter_set_input(self->filter, in) : create_filter(self));
}

gboolean gst_tonelift_stream_reopen(GstTonelift* self) {
    return finish_opening(self, create_filter(self));
}

static void refuse_options(GstTonelift* self, const tonelift_options* refused) {
    GST_OBJECT_LOCK(self);
    gst_tonelift_options_take_back(&self->options, refused, &self->active);
    GST_OBJECT_UNLOCK(self);
    GST_ELEMENT_WARNING(self, LIBRARY, SETTINGS, ("%s", self->message ? self->message : ""),
                        ("the properties keep their values"));
}

/* Gives the filter its new options. If the property `script` is set to the same file again, the
 * file is read again, because it may have been edited. */
static tonelift_status change_options(GstTonelift* self, const tonelift_options* options,
                                      gboolean script_set) {
    gboolean same =
        options->script && *options->script && !g_strcmp0(options->script, self->active.script);
    tonelift_options used = self->script.applied && !script_set
                                ? gst_tonelift_script_apply(&self->script, options)
                                : *options;
    tonelift_status status = script_set && same && !self->script.applied
                                 ? tonelift_filter_read_script(self->filter)
                                 : TONELIFT_OK;
    if (status == TONELIFT_OK) status = tonelift_filter_set_options(self->filter, &used);
    if (status == TONELIFT_OK && script_set) gst_tonelift_script_keep(&self->script, options);
    return status;
}

/* Negotiates again if the options have changed the HDR metadata of the output. */
static void update_metadata(GstTonelift* self) {
    GstBaseTransform* trans = GST_BASE_TRANSFORM(self);
    g_autoptr(GstCaps) caps = gst_pad_get_current_caps(GST_BASE_TRANSFORM_SRC_PAD(trans));
    tonelift_video out;

    if (caps &&
        gst_tonelift_describe_output(&self->active, &self->in, gst_caps_get_structure(caps, 0),
                                     &out, NULL) &&
        memcmp(&out, &self->out, sizeof(out)))
        gst_base_transform_reconfigure_src(trans);
}

static void apply_options(GstTonelift* self) {
    tonelift_options options = {0};
    gboolean script_set;

    gst_tonelift_options_init(&options);
    gst_tonelift_options_copy(&options, &self->active, GST_TONELIFT_OPTIONS_ALL);
    GST_OBJECT_LOCK(self);
    gst_tonelift_options_copy(&options, &self->options, GST_TONELIFT_OPTIONS_LIVE);
    script_set = self->script_set;
    self->script_set = FALSE;
    GST_OBJECT_UNLOCK(self);
    if (change_options(self, &options, script_set) == TONELIFT_OK) {
        gst_tonelift_options_copy(&self->active, &options, GST_TONELIFT_OPTIONS_LIVE);
        update_passthrough(self);
        update_metadata(self);
    } else {
        refuse_options(self, &options);
    }
    gst_tonelift_options_clear(&options);
}

/* Switches to the CUDA context of the buffer. Waiting frames belong to the old context, so they are
 * sent first. The pools are then created again in the new context. */
GstFlowReturn gst_tonelift_stream_follow(GstTonelift* self, GstBuffer* buffer) {
    GstFlowReturn flow;

    if (!self->in_on_device ||
        !gst_tonelift_cuda_can_follow(&self->cuda, buffer, gst_tonelift_device_id(self)))
        return GST_FLOW_OK;
    flow = gst_tonelift_stream_drain(self);
    gst_tonelift_stream_close(self);
    gst_tonelift_cuda_follow(&self->cuda, buffer);
    gst_base_transform_reconfigure_src(GST_BASE_TRANSFORM(self));
    if (!gst_tonelift_stream_reopen(self)) return GST_FLOW_ERROR;
    return flow;
}

GstFlowReturn gst_tonelift_stream_update(GstTonelift* self) {
    GstFlowReturn flow = GST_FLOW_OK;
    gboolean changed;

    if (!self->filter) return flow;
    GST_OBJECT_LOCK(self);
    changed = self->options_changed;
    self->options_changed = FALSE;
    GST_OBJECT_UNLOCK(self);
    if (!changed) return flow;
    flow = gst_tonelift_stream_drain(self);
    apply_options(self);
    return flow;
}

static gboolean map_slot(GstTonelift* self, GstToneliftSlot* slot) {
    GstToneliftCuda* in_cuda = self->in_on_device ? &self->cuda : NULL;
    GstToneliftCuda* out_cuda = self->out_on_device ? &self->cuda : NULL;

    if (!gst_tonelift_map_frame(&slot->from, &self->in_info, slot->in, GST_MAP_READ, in_cuda))
        return FALSE;
    if (gst_tonelift_map_frame(&slot->to, &self->out_info, slot->out, GST_MAP_WRITE, out_cuda))
        return TRUE;
    gst_video_frame_unmap(&slot->from);
    return FALSE;
}

static void unmap_slots(GstTonelift* self, guint count) {
    for (guint i = 0; i < count; i++) {
        gst_video_frame_unmap(&self->slots[i].from);
        gst_video_frame_unmap(&self->slots[i].to);
    }
}

static GstFlowReturn map_slots(GstTonelift* self) {
    for (guint i = 0; i < self->kept; i++) {
        GstToneliftSlot* slot = &self->slots[i];
        if (!map_slot(self, slot)) {
            unmap_slots(self, i);
            GST_ELEMENT_ERROR(self, RESOURCE, FAILED, ("a frame cannot be mapped into memory"),
                              ("%" GST_PTR_FORMAT " to %" GST_PTR_FORMAT, slot->in, slot->out));
            return GST_FLOW_ERROR;
        }
        gst_tonelift_set_planes(&self->pictures[i], &slot->from);
        gst_tonelift_read_hdr10_plus(&self->pictures[i], slot->in,
                                     gst_tonelift_input_light(&self->active, &self->in),
                                     &slot->hdr10_plus);
        tonelift_frame_default(&self->pictures[self->batch + i]);
        gst_tonelift_set_planes(&self->pictures[self->batch + i], &slot->to);
    }
    return GST_FLOW_OK;
}

static GstFlowReturn allocate_outputs(GstTonelift* self) {
    GstBaseTransform* trans = GST_BASE_TRANSFORM(self);
    GstBaseTransformClass* klass = GST_BASE_TRANSFORM_GET_CLASS(self);

    for (guint i = 0; i < self->kept; i++) {
        GstToneliftSlot* slot = &self->slots[i];
        GstFlowReturn flow = klass->prepare_output_buffer(trans, slot->in, &slot->out);
        if (flow == GST_FLOW_ERROR)
            GST_ELEMENT_ERROR(self, RESOURCE, NO_SPACE_LEFT, ("no memory for an output frame"),
                              ("frame %u of %u of a batch", i + 1, self->kept));
        if (flow != GST_FLOW_OK) return flow;
    }
    return GST_FLOW_OK;
}

static gboolean wait_for_others(GstTonelift* self) {
    gboolean must_wait = self->in_on_device != self->out_on_device;

    for (guint i = 0; i < self->kept; i++) {
        const GstToneliftSlot* slot = &self->slots[i];
        if (self->in_on_device && !gst_tonelift_cuda_in_order(&self->cuda, slot->in)) {
            gst_tonelift_cuda_wait_for_buffer(slot->in);
            must_wait = TRUE;
        }
        if (self->out_on_device && !gst_tonelift_cuda_in_order(&self->cuda, slot->out))
            must_wait = TRUE;
    }
    return must_wait;
}

static GstFlowReturn process(GstTonelift* self) {
    GstFlowReturn flow = allocate_outputs(self);
    tonelift_status status;
    gboolean must_wait;

    if (flow == GST_FLOW_OK) flow = map_slots(self);
    if (flow != GST_FLOW_OK) return flow;
    must_wait = wait_for_others(self);
    status = tonelift_filter_process(self->filter, self->pictures, self->pictures + self->batch,
                                     (int)self->kept);
    if (must_wait) gst_tonelift_cuda_wait(&self->cuda);
    if (self->in_on_device || self->out_on_device)
        GST_LOG_OBJECT(self, "%u frames, %s", self->kept,
                       must_wait ? "the device was waited for" : "the device works on them");
    unmap_slots(self, self->kept);
    if (status != TONELIFT_OK) {
        gst_tonelift_post_error(self, status);
        return GST_FLOW_ERROR;
    }
    for (guint i = 0; i < self->kept; i++) gst_clear_buffer(&self->slots[i].in);
    self->made = self->kept;
    self->kept = self->sent = 0;
    return GST_FLOW_OK;
}

static GstFlowReturn process_or_drop(GstTonelift* self) {
    GstFlowReturn flow;

    gst_tonelift_waiting_move(self);
    flow = process(self);
    if (flow != GST_FLOW_OK) drop_frames(self);
    return flow;
}

static GstBuffer* take_output(GstTonelift* self) {
    gst_tonelift_events_send(self);
    if (self->sent == self->made) return NULL;
    return g_steal_pointer(&self->slots[self->sent++].out);
}

GstFlowReturn gst_tonelift_stream_keep(GstTonelift* self, GstBuffer* buffer) {
    if (self->sent < self->made) count_lost(self, drop_batch(self));
    if (gst_tonelift_waiting_add(self, buffer)) return GST_FLOW_OK;
    drop_frames(self);
    return GST_FLOW_ERROR;
}

GstFlowReturn gst_tonelift_stream_next(GstTonelift* self, GstBuffer** buffer) {
    GstFlowReturn flow = GST_FLOW_OK;
    if (self->sent == self->made && gst_tonelift_waiting_ready(self) >= self->batch)
        flow = process_or_drop(self);
    *buffer = take_output(self);
    return flow;
}

static GstFlowReturn push_outputs(GstTonelift* self) {
    GstFlowReturn flow = GST_FLOW_OK;
    GstBuffer* buffer;

    while (flow == GST_FLOW_OK && (buffer = take_output(self)))
        flow = gst_pad_push(GST_BASE_TRANSFORM_SRC_PAD(self), buffer);
    return flow;
}

GstFlowReturn gst_tonelift_stream_drain(GstTonelift* self) {
    GstFlowReturn flow = GST_FLOW_OK;

    if (!self->waiting || !self->waiting->len) return flow;
    if (!gst_tonelift_waiting_look(self)) return GST_FLOW_ERROR;
    while (flow == GST_FLOW_OK && self->waiting->len) {
        flow = process_or_drop(self);
        if (flow == GST_FLOW_OK) flow = push_outputs(self);
    }
    return flow;
}

void gst_tonelift_stream_finish(GstTonelift* self) {
    tonelift_status status = TONELIFT_OK;

    if (self->filter) status = tonelift_filter_finish(self->filter);
    if (status != TONELIFT_OK) gst_tonelift_post_error(self, status);
}
