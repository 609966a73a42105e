/* SPDX-License-Identifier: BSD-2-Clause
 *
 * SECTION:element-tonelift
 *
 * Local tone mapping of video: shows HDR10 and HLG correctly on an SDR screen, and lifts shadows
 * and recovers highlight detail in SDR.
 *
 * ## Example launch line
 * |[
 * gst-launch-1.0 filesrc location=hdr10.mkv ! decodebin ! tonelift ! videoconvert ! autovideosink
 * ]|
 */
#include "gsttonelift.h"

#include <string.h>

#include "allocation.h"
#include "caps.h"
#include "events.h"
#include "messages.h"
#include "options.h"
#include "preferred.h"
#include "stream.h"
#include "video.h"

GST_DEBUG_CATEGORY(gst_tonelift_debug);

enum { property_cuda_device_id = 1, first_option };

G_DEFINE_FINAL_TYPE(GstTonelift, gst_tonelift, GST_TYPE_BASE_TRANSFORM)

#define PARENT GST_BASE_TRANSFORM_CLASS(gst_tonelift_parent_class)

static void write_log(void* user, tonelift_log_level level, const char* message) {
    static const GstDebugLevel levels[] = {GST_LEVEL_ERROR, GST_LEVEL_WARNING, GST_LEVEL_INFO,
                                           GST_LEVEL_DEBUG};
    GstTonelift* self = user;
    GST_CAT_LEVEL_LOG(GST_CAT_DEFAULT, levels[CLAMP(level, 0, (int)G_N_ELEMENTS(levels) - 1)], self,
                      "%s", message);
    if (level != TONELIFT_LOG_ERROR) return;
    g_free(self->message);
    self->message = g_strdup(message);
}

/* Copies the properties under the object lock, because another thread can change them at any
 * time. */
static void copy_properties(GstTonelift* self, tonelift_options* options) {
    gst_tonelift_options_init(options);
    GST_OBJECT_LOCK(self);
    gst_tonelift_options_copy(options, &self->options, GST_TONELIFT_OPTIONS_ALL);
    GST_OBJECT_UNLOCK(self);
}

gint gst_tonelift_device_id(GstTonelift* self) {
    gint id;

    GST_OBJECT_LOCK(self);
    id = self->cuda_device_id;
    if (id < 0) id = gst_tonelift_options_gpu(&self->options);
    GST_OBJECT_UNLOCK(self);
    return id;
}

static void set_property(GObject* object, guint id, const GValue* value, GParamSpec* spec) {
    GstTonelift* self = GST_TONELIFT(object);
    guint index = id - first_option;

    GST_OBJECT_LOCK(self);
    if (id == property_cuda_device_id) {
        self->cuda_device_id = g_value_get_int(value);
    } else {
        gst_tonelift_options_set(&self->options, index, value);
        *(gst_tonelift_options_is_live(index) ? &self->options_changed : &self->reopen) = TRUE;
    }
    self->script_set |= !strcmp(spec->name, "script");
    GST_OBJECT_UNLOCK(self);
}

static void get_property(GObject* object, guint id, GValue* value, GParamSpec* spec) {
    GstTonelift* self = GST_TONELIFT(object);

    GST_OBJECT_LOCK(self);
    if (id == property_cuda_device_id)
        g_value_set_int(value, self->cuda_device_id);
    else
        gst_tonelift_options_get(&self->options, id - first_option, value);
    GST_OBJECT_UNLOCK(self);
}

/* Returns FALSE for device=cpu and device=vulkan, so that no CUDA library or driver is opened. */
static gboolean uses_cuda(GstTonelift* self) {
    const char* device;
    gboolean result;
    GST_OBJECT_LOCK(self);
    device = self->options.device;
    result = !device || (g_ascii_strcasecmp(device, "cpu") != 0 &&
                         g_ascii_strncasecmp(device, "vulkan", strlen("vulkan")) != 0);
    GST_OBJECT_UNLOCK(self);
    return result;
}

static gboolean start(GstBaseTransform* trans) {
    GstTonelift* self = GST_TONELIFT(trans);
    gboolean without_cuda = !uses_cuda(self) || !gst_tonelift_cuda_works();

    GST_OBJECT_LOCK(self);
    gst_tonelift_options_copy(&self->active, &self->options, GST_TONELIFT_OPTIONS_ALL);
    self->without_cuda = without_cuda;
    GST_OBJECT_UNLOCK(self);
    self->discontinuity = TRUE;
    self->logged = self->logged_fields = self->logged_hlg = FALSE;
    gst_tonelift_preferred_look(self);
    return gst_tonelift_check_options(self);
}

/* Takes the stream lock, because serialized queries can still come from another thread. */
static gboolean stop(GstBaseTransform* trans) {
    GstTonelift* self = GST_TONELIFT(trans);
    GST_PAD_STREAM_LOCK(GST_BASE_TRANSFORM_SINK_PAD(trans));
    gst_tonelift_stream_close(self);
    gst_tonelift_script_forget(&self->script);
    gst_tonelift_cuda_close(&self->cuda);
    self->in_on_device = self->out_on_device = FALSE;
    GST_PAD_STREAM_UNLOCK(GST_BASE_TRANSFORM_SINK_PAD(trans));
    return TRUE;
}

static GstCaps* transform_caps(GstBaseTransform* trans, GstPadDirection direction, GstCaps* caps,
                               GstCaps* filter) {
    GstTonelift* self = GST_TONELIFT(trans);
    tonelift_options options;
    GstCaps *all, *result;
    GstToneliftMemory memory;

    copy_properties(self, &options);
    GST_OBJECT_LOCK(self);
    memory = self->without_cuda ? GST_TONELIFT_SYSTEM_ONLY : GST_TONELIFT_SYSTEM_AND_CUDA;
    GST_OBJECT_UNLOCK(self);
    all = gst_tonelift_transform_caps(&options, memory, caps);
    gst_tonelift_options_clear(&options);
    if (!filter) return all;
    result = gst_caps_intersect_full(filter, all, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(all);
    return result;
}

/* Warns about refused input caps here, because no earlier function knows why the caps are
 * refused. */
static gboolean accept_caps(GstBaseTransform* trans, GstPadDirection direction, GstCaps* caps) {
    gboolean accepted = PARENT->accept_caps(trans, direction, caps);
    gboolean running = GST_STATE(trans) >= GST_STATE_PAUSED;
    if (!accepted && running && direction == GST_PAD_SINK)
        gst_tonelift_warn_of_caps(GST_TONELIFT(trans), caps);
    return accepted;
}

/* Limits fixed caps to those that the next element accepts. format=same makes caps fixed although
 * they have no colorimetry. The next element then adds the colorimetry that it accepts. */
static GstCaps* limit_to_peer(GstBaseTransform* trans, GstCaps* others) {
    GstCaps* left;

    if (!gst_caps_is_fixed(others)) return others;
    left = gst_pad_peer_query_caps(GST_BASE_TRANSFORM_SRC_PAD(trans), others);
    if (gst_caps_is_empty(left)) gst_caps_replace(&left, others);
    gst_caps_unref(others);
    return left;
}

/* Returns the previous output caps if they are still valid, else `chosen`. Many muxers and encoders
 * fail if caps change. */
static GstCaps* keep_output(GstTonelift* self, const tonelift_options* options, const GstCaps* in,
                            const GstCaps* choices, GstCaps* chosen) {
    GstCaps* before = gst_pad_get_current_caps(GST_BASE_TRANSFORM_SRC_PAD(self));
    GstCaps* kept = before && self->filter
                        ? gst_tonelift_keep_output(options, &self->in, in, choices, before, chosen)
                        : NULL;
    if (kept) gst_caps_take(&chosen, kept);
    gst_clear_caps(&before);
    return chosen;
}

static GstCaps* fixate_caps(GstBaseTransform* trans, GstPadDirection direction, GstCaps* caps,
                            GstCaps* others) {
    GstTonelift* self = GST_TONELIFT(trans);
    tonelift_options options;
    GstCaps* result;

    if (direction == GST_PAD_SRC) return PARENT->fixate_caps(trans, direction, caps, others);
    others = limit_to_peer(trans, others);
    g_clear_pointer(&self->message, g_free);
    copy_properties(self, &options);
    result = gst_tonelift_choose_output(&options, caps, others, &self->log);
    if (result) result = keep_output(self, &options, caps, others, result);
    if (!result) gst_tonelift_post_negotiation_error(self, &options, caps, others);
    gst_tonelift_options_clear(&options);
    gst_caps_unref(others);
    return result ? result : gst_caps_new_empty();
}

static gboolean describe(GstTonelift* self, const GstCaps* incaps, const GstCaps* outcaps,
                         tonelift_video* in, tonelift_video* out) {
    const GstStructure* structure = gst_caps_get_structure(outcaps, 0);
    tonelift_options options;
    gboolean described;

    g_clear_pointer(&self->message, g_free);
    copy_properties(self, &options);
    described = gst_tonelift_video_from_caps(in, incaps) &&
                gst_tonelift_describe_output(&options, in, structure, out, &self->log);
    if (!described) gst_tonelift_post_negotiation_error(self, &options, incaps, outcaps);
    gst_tonelift_options_clear(&options);
    return described;
}

static gboolean open_device(GstTonelift* self, gboolean in, gboolean out) {
    if (!in && !out) return TRUE;
    if (gst_tonelift_cuda_load() &&
        gst_tonelift_cuda_open(&self->cuda, GST_ELEMENT(self), gst_tonelift_device_id(self)))
        return TRUE;
    self->logged = TRUE;
    GST_ELEMENT_ERROR(self, RESOURCE, NOT_FOUND,
                      ("there is no CUDA device to use, or it has no memory left; use system "
                       "memory before and after tonelift"),
                      ("looked for device %d", gst_tonelift_device_id(self)));
    return FALSE;
}

static gboolean set_caps(GstBaseTransform* trans, GstCaps* incaps, GstCaps* outcaps) {
    GstTonelift* self = GST_TONELIFT(trans);
    gboolean in_on_device = gst_tonelift_caps_are_cuda(incaps);
    gboolean out_on_device = gst_tonelift_caps_are_cuda(outcaps), same_memory;
    tonelift_video in, out;

    gst_tonelift_stream_drain(self);
    if (!describe(self, incaps, outcaps, &in, &out)) return FALSE;
    if (!gst_video_info_from_caps(&self->in_info, incaps) ||
        !gst_video_info_from_caps(&self->out_info, outcaps))
        return FALSE;
    gst_tonelift_report_hlg(self);
    if (!open_device(self, in_on_device, out_on_device)) return FALSE;
    same_memory = in_on_device == self->in_on_device && out_on_device == self->out_on_device;
    self->in_on_device = in_on_device;
    self->out_on_device = out_on_device;
    return gst_tonelift_stream_open(self, &in, &out, same_memory);
}

static gboolean get_unit_size(GstBaseTransform* trans, GstCaps* caps, gsize* size) {
    GstVideoInfo info;
    if (!gst_video_info_from_caps(&info, caps)) return FALSE;
    *size = GST_VIDEO_INFO_SIZE(&info);
    return TRUE;
}

static gboolean propose_allocation(GstBaseTransform* trans, GstQuery* decided, GstQuery* query) {
    if (!PARENT->propose_allocation(trans, decided, query)) return FALSE;
    return !decided || gst_tonelift_propose_allocation(GST_TONELIFT(trans), query);
}

static gboolean decide_allocation(GstBaseTransform* trans, GstQuery* query) {
    return gst_tonelift_decide_allocation(GST_TONELIFT(trans), query) &&
           PARENT->decide_allocation(trans, query);
}

/* Returns whether a GstMeta is copied to the output buffer. Metas of size and position are copied;
 * metas of color and memory are not. */
static gboolean transform_meta(GstBaseTransform* trans, GstBuffer* out, GstMeta* meta,
                               GstBuffer* in) {
    static const char* const kept[] = {GST_META_TAG_VIDEO_STR, GST_META_TAG_VIDEO_SIZE_STR,
                                       GST_META_TAG_VIDEO_ORIENTATION_STR, NULL};
    const char* const* tags = gst_meta_api_type_get_tags(meta->info->api);

    /* GstVideoHDRMeta (since GStreamer 1.30) describes the source picture, not the output
     * picture. */
    if (strstr(g_type_name(meta->info->api), "VideoHDR")) return FALSE;
    for (; tags && *tags; tags++)
        if (!g_strv_contains(kept, *tags)) return FALSE;
    return TRUE;
}

static void sync_properties(GstBaseTransform* trans, const GstBuffer* buffer) {
    GstClockTime time =
        gst_segment_to_stream_time(&trans->segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
    if (GST_CLOCK_TIME_IS_VALID(time)) gst_object_sync_values(GST_OBJECT(trans), time);
}

static GstFlowReturn take_buffer(GstTonelift* self, gboolean is_discont, GstBuffer* buffer) {
    GstBaseTransform* trans = GST_BASE_TRANSFORM(self);
    GstFlowReturn flow = PARENT->submit_input_buffer(trans, is_discont, buffer);

    if (flow != GST_FLOW_OK || gst_base_transform_is_passthrough(trans)) return flow;
    buffer = g_steal_pointer(&trans->queued_buf);
    if (self->filter) {
        gst_tonelift_warn_of_fields(self, buffer);
        return gst_tonelift_stream_keep(self, buffer);
    }
    /* The filter could not be opened. */
    gst_buffer_unref(buffer);
    gst_tonelift_stream_refuse(self);
    return GST_FLOW_NOT_NEGOTIATED;
}

static GstFlowReturn submit_input_buffer(GstBaseTransform* trans, gboolean is_discont,
                                         GstBuffer* buffer) {
    GstTonelift* self = GST_TONELIFT(trans);
    GstFlowReturn flow;

    if (trans->segment.format == GST_FORMAT_TIME) sync_properties(trans, buffer);
    gst_tonelift_preferred_follow(self, buffer);
    flow = gst_tonelift_stream_update(self);
    if (flow == GST_FLOW_OK) flow = gst_tonelift_stream_follow(self, buffer);
    if (flow == GST_FLOW_OK) return take_buffer(self, is_discont, buffer);
    gst_buffer_unref(buffer);
    return flow;
}

static GstFlowReturn generate_output(GstBaseTransform* trans, GstBuffer** buffer) {
    if (gst_base_transform_is_passthrough(trans)) return PARENT->generate_output(trans, buffer);
    return gst_tonelift_stream_next(GST_TONELIFT(trans), buffer);
}

/* Never called. The base class checks for this function to learn that input and output are
 * different buffers. */
static GstFlowReturn transform(GstBaseTransform* trans, GstBuffer* in, GstBuffer* out) {
    return GST_FLOW_NOT_SUPPORTED;
}

/* Posts the reason for failed negotiation, because the base class does not report it. */
static void explain_refusal(GstTonelift* self, GstCaps* caps) {
    GstBaseTransform* trans = GST_BASE_TRANSFORM(self);
    GstCaps* next = gst_pad_peer_query_caps(GST_BASE_TRANSFORM_SRC_PAD(trans), NULL);
    GstCaps* made = transform_caps(trans, GST_PAD_SINK, caps, next);

    if (!self->logged && gst_caps_is_empty(made)) {
        self->logged = TRUE;
        GST_ELEMENT_ERROR(self, CORE, NEGOTIATION,
                          ("the next element accepts no format, size and frame rate that can be "
                           "made from %s%s",
                           gst_tonelift_format_of(caps), gst_tonelift_hint_on_memory(next)),
                          ("%" GST_PTR_FORMAT, next));
    }
    gst_caps_unref(made);
    gst_caps_unref(next);
}

/* Passes new caps to the base class. Wrong values of properties are refused first, because
 * negotiation reads the properties. If the caps are refused, GStreamer sends the same caps again
 * before every later event, so the reason is posted only once. */
static gboolean take_caps(GstTonelift* self, GstEvent* event) {
    GstCaps* caps;
    gboolean taken;

    gst_event_parse_caps(event, &caps);
    gst_caps_ref(caps);
    gst_tonelift_stream_update(self);
    taken = PARENT->sink_event(GST_BASE_TRANSFORM(self), event);
    if (taken)
        self->logged = FALSE;
    else
        explain_refusal(self, caps);
    gst_caps_unref(caps);
    return taken;
}

/* Serialized events must not overtake frames. Other events, such as the begin of a flush, come in
 * any thread, so they must not use the state of the stream. */
static gboolean sink_event(GstBaseTransform* trans, GstEvent* event) {
    GstTonelift* self = GST_TONELIFT(trans);
    GstEventType type = GST_EVENT_TYPE(event);
    GstFlowReturn flow = GST_FLOW_OK;

    if (!GST_EVENT_IS_SERIALIZED(event)) return PARENT->sink_event(trans, event);
    if (type == GST_EVENT_FLUSH_STOP)
        gst_tonelift_stream_flush(self);
    else if (gst_tonelift_events_keep(self, event))
        return TRUE;
    else
        flow = gst_tonelift_stream_drain(self);
    if (type == GST_EVENT_EOS && flow == GST_FLOW_OK) gst_tonelift_stream_finish(self);
    if (type == GST_EVENT_SEGMENT || type == GST_EVENT_STREAM_START) self->discontinuity = TRUE;
    return type == GST_EVENT_CAPS ? take_caps(self, event) : PARENT->sink_event(trans, event);
}

static gboolean src_event(GstBaseTransform* trans, GstEvent* event) {
    if (!gst_tonelift_events_stop(GST_TONELIFT(trans), event))
        return PARENT->src_event(trans, event);
    gst_event_unref(event);
    return TRUE;
}

static void add_latency(GstTonelift* self, GstQuery* query) {
    GstClockTime min, max, latency;
    gboolean live;

    GST_OBJECT_LOCK(self);
    latency = self->latency;
    GST_OBJECT_UNLOCK(self);
    gst_query_parse_latency(query, &live, &min, &max);
    if (GST_CLOCK_TIME_IS_VALID(max)) max += latency;
    gst_query_set_latency(query, live, min + latency, max);
}

static gboolean query(GstBaseTransform* trans, GstPadDirection direction, GstQuery* query) {
    GstTonelift* self = GST_TONELIFT(trans);

    if (direction == GST_PAD_SINK && GST_QUERY_TYPE(query) == GST_QUERY_DRAIN)
        gst_tonelift_stream_drain(self);
    if (GST_QUERY_TYPE(query) == GST_QUERY_CONTEXT && uses_cuda(self) &&
        gst_tonelift_cuda_answer_query(&self->cuda, GST_ELEMENT(self), query))
        return TRUE;
    if (!PARENT->query(trans, direction, query)) return FALSE;
    if (direction == GST_PAD_SRC && GST_QUERY_TYPE(query) == GST_QUERY_LATENCY)
        add_latency(self, query);
    if (direction == GST_PAD_SINK && GST_QUERY_TYPE(query) == GST_QUERY_CAPS)
        gst_tonelift_order_formats(query);
    return TRUE;
}

static void set_context(GstElement* element, GstContext* context) {
    GstTonelift* self = GST_TONELIFT(element);
    if (uses_cuda(self))
        gst_tonelift_cuda_set_context(&self->cuda, element, context, gst_tonelift_device_id(self));
    GST_ELEMENT_CLASS(gst_tonelift_parent_class)->set_context(element, context);
}

static void finalize(GObject* object) {
    GstTonelift* self = GST_TONELIFT(object);
    gst_tonelift_preferred_clear(self);
    gst_tonelift_cuda_clear(&self->cuda);
    gst_tonelift_options_clear(&self->options);
    gst_tonelift_options_clear(&self->active);
    g_free(self->message);
    G_OBJECT_CLASS(gst_tonelift_parent_class)->finalize(object);
}

static void gst_tonelift_init(GstTonelift* self) {
    gst_tonelift_options_init(&self->options);
    gst_tonelift_options_init(&self->active);
    self->log =
        (tonelift_log){.struct_size = sizeof(self->log), .user = self, .callback = write_log};
    self->cuda_device_id = -1;
    gst_tonelift_cuda_init(&self->cuda);
    gst_tonelift_preferred_init(self);
    gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), TRUE);
}

static void add_pad_templates(GstElementClass* element_class) {
    GstCaps* caps = gst_tonelift_template_caps();
    gst_element_class_add_pad_template(
        element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
    gst_element_class_add_pad_template(
        element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
    gst_caps_unref(caps);
}

static void gst_tonelift_class_init(GstToneliftClass* klass) {
    GObjectClass* object_class = G_OBJECT_CLASS(klass);
    GstElementClass* element_class = GST_ELEMENT_CLASS(klass);
    GstBaseTransformClass* trans_class = GST_BASE_TRANSFORM_CLASS(klass);

    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->finalize = finalize;
    gst_tonelift_options_install(object_class, first_option);
    g_object_class_install_property(
        object_class, property_cuda_device_id,
        g_param_spec_int("cuda-device-id", "cuda-device-id",
                         "CUDA device whose memory is shared with other elements, -1: any", -1,
                         G_MAXINT, -1, G_PARAM_READWRITE | GST_PARAM_MUTABLE_READY));

    element_class->set_context = GST_DEBUG_FUNCPTR(set_context);
    add_pad_templates(element_class);
    gst_element_class_set_static_metadata(
        element_class, "Tonelift", "Filter/Effect/Converter/Colorspace/Video",
        "Local tone mapping of video: HDR to SDR, and SDR with lifted shadows",
        "The maintainers of Tonelift");

    trans_class->start = GST_DEBUG_FUNCPTR(start);
    trans_class->stop = GST_DEBUG_FUNCPTR(stop);
    trans_class->transform_caps = GST_DEBUG_FUNCPTR(transform_caps);
    trans_class->accept_caps = GST_DEBUG_FUNCPTR(accept_caps);
    trans_class->fixate_caps = GST_DEBUG_FUNCPTR(fixate_caps);
    trans_class->set_caps = GST_DEBUG_FUNCPTR(set_caps);
    trans_class->get_unit_size = GST_DEBUG_FUNCPTR(get_unit_size);
    trans_class->propose_allocation = GST_DEBUG_FUNCPTR(propose_allocation);
    trans_class->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
    trans_class->transform_meta = GST_DEBUG_FUNCPTR(transform_meta);
    trans_class->submit_input_buffer = GST_DEBUG_FUNCPTR(submit_input_buffer);
    trans_class->generate_output = GST_DEBUG_FUNCPTR(generate_output);
    trans_class->transform = GST_DEBUG_FUNCPTR(transform);
    trans_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
    trans_class->src_event = GST_DEBUG_FUNCPTR(src_event);
    trans_class->query = GST_DEBUG_FUNCPTR(query);
}

static gboolean register_element(GstPlugin* plugin) {
    GST_DEBUG_CATEGORY_INIT(gst_tonelift_debug, "tonelift", 0, "local tone mapping");
    return gst_element_register(plugin, "tonelift", GST_RANK_NONE, GST_TYPE_TONELIFT);
}

GST_ELEMENT_REGISTER_DEFINE_CUSTOM(tonelift, register_element)
