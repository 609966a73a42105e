/* SPDX-License-Identifier: BSD-2-Clause */
#include "coded.h"

#include <gst/base/gstbaseparse.h>

#include "sei.h"
#include "upstream.h"

/* State of one coded stream. At the time `since`, the transfer function changes from `before` to
 * `after`. The decoder reads ahead of the pictures that it outputs. Elements after the decoder
 * therefore still use `before` for pictures earlier than `since`. */
struct _GstToneliftCoded {
    GMutex lock;
    gboolean is_complete;
    gboolean is_known;
    GstToneliftCoding coding;
    GstVideoTransferFunction stated;
    gboolean is_new; /* TRUE if the next picture begins another stream */
    GstVideoTransferFunction before, after;
    GstClockTime since;
    gboolean has_begun;
    int dropped; /* preferred transfer function in messages that the parser drops, or -1 */
};

static void clear(gpointer coded) { g_mutex_clear(&((GstToneliftCoded*)coded)->lock); }

void gst_tonelift_coded_unref(GstToneliftCoded* coded) {
    if (coded) g_atomic_rc_box_release_full(coded, clear);
}

static GstToneliftCoded* new_coded(void) {
    GstToneliftCoded* coded = g_atomic_rc_box_new0(GstToneliftCoded);
    g_mutex_init(&coded->lock);
    coded->is_complete = TRUE;
    coded->is_new = TRUE;
    coded->before = coded->after = GST_VIDEO_TRANSFER_UNKNOWN;
    coded->since = GST_CLOCK_TIME_NONE;
    coded->dropped = -1;
    return coded;
}

static gboolean is_before(GstClockTime time, GstClockTime other) {
    return GST_CLOCK_TIME_IS_VALID(time) && GST_CLOCK_TIME_IS_VALID(other) && time < other;
}

static void record(GstToneliftCoded* coded, GstVideoTransferFunction transfer, GstClockTime time) {
    gboolean jumps = is_before(time, coded->since);
    coded->before = jumps || !coded->has_begun ? transfer : coded->after;
    if (jumps || transfer != coded->after) coded->since = time;
    coded->after = transfer;
}

/* Returns the preferred transfer function, or unknown if it is not supported: the stated function
 * then remains valid. */
static GstVideoTransferFunction supported(int preferred) {
    GstVideoTransferFunction transfer =
        preferred < 0 ? GST_VIDEO_TRANSFER_UNKNOWN
                      : gst_video_transfer_function_from_iso((guint)preferred);
    gboolean is_logarithmic =
        transfer == GST_VIDEO_TRANSFER_LOG100 || transfer == GST_VIDEO_TRANSFER_LOG316;

    return is_logarithmic ? GST_VIDEO_TRANSFER_UNKNOWN : transfer;
}

/* Records the transfer function of a picture. As in FFmpeg, an SEI message applies until the next
 * message or the next stream. */
static void read_picture(GstToneliftCoded* coded, int preferred, GstClockTime time) {
    GstVideoTransferFunction transfer = supported(preferred);

    if (transfer == GST_VIDEO_TRANSFER_UNKNOWN && !coded->is_new) return;
    record(coded, transfer, time);
    coded->is_new = FALSE;
}

static GQuark coded_quark(void) { return g_quark_from_static_string("tonelift-coded"); }

/* Returns the preferred transfer function that the parser has dropped, or -1. Parsers drop SEI
 * messages before the first parameter sets, but some encoders write them there. */
static int dropped_by_parser(GstPad* sink) {
    GstPad* parser = gst_tonelift_find_upstream(sink, gst_tonelift_parser_sink);
    GstToneliftCoded* coded = parser ? g_object_get_qdata(G_OBJECT(parser), coded_quark()) : NULL;
    int dropped = -1;

    if (coded) {
        g_mutex_lock(&coded->lock);
        dropped = coded->dropped;
        g_mutex_unlock(&coded->lock);
    }
    gst_clear_object(&parser);
    return dropped;
}

static int preferred_of(const GstToneliftCoding* coding, GstBuffer* buffer) {
    int preferred;
    GstMapInfo map;

    if (!gst_buffer_map(buffer, &map, GST_MAP_READ)) return -1;
    preferred = gst_tonelift_preferred_transfer(coding, map.data, map.size);
    gst_buffer_unmap(buffer, &map);
    return preferred;
}

static void take_buffer(GstToneliftCoded* coded, GstPad* pad, GstBuffer* buffer) {
    g_mutex_lock(&coded->lock);
    if (coded->is_known) {
        int preferred = preferred_of(&coded->coding, buffer);
        if (preferred < 0 && !coded->has_begun) preferred = dropped_by_parser(pad);
        read_picture(coded, preferred, GST_BUFFER_PTS(buffer));
        coded->has_begun = TRUE;
    }
    g_mutex_unlock(&coded->lock);
}

static GstVideoTransferFunction transfer_of_caps(const GstCaps* caps) {
    const char* text = gst_structure_get_string(gst_caps_get_structure(caps, 0), "colorimetry");
    GstVideoColorimetry color;
    return text && gst_video_colorimetry_from_string(&color, text) ? color.transfer
                                                                   : GST_VIDEO_TRANSFER_UNKNOWN;
}

static void take_caps(GstToneliftCoded* coded, const GstCaps* caps) {
    GstVideoTransferFunction stated = transfer_of_caps(caps);
    int preferred = -1;

    g_mutex_lock(&coded->lock);
    coded->is_new |= stated != coded->stated;
    coded->stated = stated;
    coded->is_known = gst_tonelift_coding_from_caps(&coded->coding, caps);
    if (coded->is_known) preferred = gst_tonelift_preferred_transfer_of_caps(&coded->coding, caps);
    if (preferred >= 0) read_picture(coded, preferred, GST_CLOCK_TIME_NONE);
    g_mutex_unlock(&coded->lock);
}

static void take_event(GstToneliftCoded* coded, GstEvent* event) {
    GstCaps* caps;

    if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
        gst_event_parse_caps(event, &caps);
        take_caps(coded, caps);
    } else if (GST_EVENT_TYPE(event) == GST_EVENT_STREAM_START) {
        g_mutex_lock(&coded->lock);
        coded->is_new = TRUE;
        g_mutex_unlock(&coded->lock);
    }
}

static GstPadProbeReturn look(GstPad* pad, GstPadProbeInfo* info, gpointer coded) {
    if (info->type & GST_PAD_PROBE_TYPE_BUFFER)
        take_buffer(coded, pad, GST_PAD_PROBE_INFO_BUFFER(info));
    else
        take_event(coded, GST_PAD_PROBE_INFO_EVENT(info));
    return GST_PAD_PROBE_OK;
}

/* Reads SEI messages at the parser's input. Stops as soon as the parser has output caps. */
static GstPadProbeReturn look_ahead_of_parser(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
    GstToneliftCoded* coded = data;
    GstObject* parser = gst_pad_get_parent(pad);
    gboolean gives = !parser || gst_pad_has_current_caps(GST_BASE_PARSE_SRC_PAD(parser));

    gst_clear_object(&parser);
    if (gives) return GST_PAD_PROBE_REMOVE;
    if (info->type & GST_PAD_PROBE_TYPE_BUFFER &&
        gst_tonelift_coding_of_template(&coded->coding, pad)) {
        int preferred = preferred_of(&coded->coding, GST_PAD_PROBE_INFO_BUFFER(info));
        g_mutex_lock(&coded->lock);
        if (preferred >= 0) coded->dropped = preferred;
        g_mutex_unlock(&coded->lock);
    }
    return GST_PAD_PROBE_OK;
}

static GstToneliftCoded* keep(GstPad* pad, GstToneliftCoded* made) {
    GstToneliftCoded* kept;

    GST_OBJECT_LOCK(pad);
    kept = g_object_get_qdata(G_OBJECT(pad), coded_quark());
    if (!kept) {
        kept = made;
        g_object_set_qdata_full(G_OBJECT(pad), coded_quark(), g_atomic_rc_box_acquire(made),
                                (GDestroyNotify)gst_tonelift_coded_unref);
    }
    g_atomic_rc_box_acquire(kept);
    GST_OBJECT_UNLOCK(pad);
    return kept;
}

/* Adds the probe to the pad and returns the coded stream that it observes. If the pad already has a
 * probe, returns the stream of this earlier probe. The caller must unref the stream. */
static GstToneliftCoded* watch(GstPad* pad, GstPadProbeCallback probe) {
    GstCaps* caps = gst_pad_get_current_caps(pad);
    GstToneliftCoded *made = new_coded(), *kept;

    if (caps) {
        made->is_complete = FALSE;
        take_caps(made, caps);
        gst_caps_unref(caps);
    }
    kept = keep(pad, made);
    if (kept == made)
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
                          probe, g_atomic_rc_box_acquire(made),
                          (GDestroyNotify)gst_tonelift_coded_unref);
    gst_tonelift_coded_unref(made);
    return kept;
}

static gboolean look_at_element(GSignalInvocationHint* hint, guint count, const GValue* values,
                                gpointer data) {
    gpointer element = g_value_get_object(&values[1]);
    GstPad *decoder = gst_tonelift_decoder_sink(element),
           *parser = gst_tonelift_parser_sink(element);

    if (decoder) gst_tonelift_coded_unref(watch(decoder, look));
    if (parser) gst_tonelift_coded_unref(watch(parser, look_ahead_of_parser));
    return TRUE;
}

static guint added_signal(void) { return g_signal_lookup("element-added", GST_TYPE_BIN); }

gulong gst_tonelift_watch_new_decoders(void) {
    /* Creates the class GstBin, so that its signals exist. */
    g_type_class_unref(g_type_class_ref(GST_TYPE_BIN));
    return g_signal_add_emission_hook(added_signal(), 0, look_at_element, NULL, NULL);
}

void gst_tonelift_stop_watching(gulong watch) {
    g_signal_remove_emission_hook(added_signal(), watch);
}

GstToneliftCoded* gst_tonelift_coded_find(GstPad* sink) {
    GstPad* parser;
    GstPad* decoder = gst_tonelift_find_upstream(sink, gst_tonelift_decoder_sink);
    GstToneliftCoded* coded = decoder ? watch(decoder, look) : NULL;

    if (!decoder) return NULL;
    parser = gst_tonelift_find_upstream(decoder, gst_tonelift_parser_sink);
    if (parser) gst_tonelift_coded_unref(watch(parser, look_ahead_of_parser));
    gst_clear_object(&parser);
    gst_object_unref(decoder);
    return coded;
}

gboolean gst_tonelift_coded_is_complete(GstToneliftCoded* coded) { return coded->is_complete; }

GstVideoTransferFunction gst_tonelift_coded_transfer(GstToneliftCoded* coded, GstClockTime time) {
    GstVideoTransferFunction transfer;

    g_mutex_lock(&coded->lock);
    transfer = is_before(time, coded->since) ? coded->before : coded->after;
    g_mutex_unlock(&coded->lock);
    return transfer;
}

/* Returns whether `transfer` is the transfer function that the coded stream states. If not, a later
 * element has changed the color. */
static gboolean has_color_of(GstToneliftCoded* coded, GstVideoTransferFunction transfer) {
    GstVideoTransferFunction stated;

    g_mutex_lock(&coded->lock);
    stated = coded->stated;
    g_mutex_unlock(&coded->lock);
    return transfer == (stated ? stated : GST_VIDEO_TRANSFER_BT2020_10);
}

GstCaps* gst_tonelift_coded_prefer(GstToneliftCoded* coded, GstVideoTransferFunction transfer,
                                   const GstCaps* caps) {
    const char* text = gst_structure_get_string(gst_caps_get_structure(caps, 0), "colorimetry");
    g_autofree char* preferred = NULL;
    GstVideoColorimetry color;
    GstCaps* result;

    if (!transfer || !text || !gst_video_colorimetry_from_string(&color, text) ||
        color.transfer == transfer || !has_color_of(coded, color.transfer))
        return NULL;
    color.transfer = transfer;
    preferred = gst_video_colorimetry_to_string(&color);
    result = gst_caps_copy(caps);
    gst_caps_set_simple(result, "colorimetry", G_TYPE_STRING, preferred, NULL);
    return result;
}
