/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Replaces the transfer function in the incoming caps event, so that the base class uses the
 * preferred transfer function too.
 */
#include "preferred.h"

static GstPad* sink_pad(GstTonelift* self) {
    return GST_BASE_TRANSFORM_SINK_PAD(GST_BASE_TRANSFORM(self));
}

void gst_tonelift_preferred_look(GstTonelift* self) {
    GstToneliftCoded* coded = gst_tonelift_coded_find(sink_pad(self));
    gst_tonelift_coded_unref(self->coded);
    self->coded = coded;
}

/* Stores the incoming caps and the preferred transfer function. Caps have no time, so the transfer
 * function is that of the latest picture at the decoder. This picture is close to the next picture
 * of the element. */
static void take_stated(GstTonelift* self, GstCaps* caps) {
    gst_caps_replace(&self->stated, caps);
    gst_tonelift_preferred_look(self);
    self->preferred = self->coded ? gst_tonelift_coded_transfer(self->coded, GST_CLOCK_TIME_NONE)
                                  : GST_VIDEO_TRANSFER_UNKNOWN;
}

static void replace_event(GstPadProbeInfo* info, GstCaps* caps) {
    GstEvent* event = gst_event_new_caps(caps);
    gst_event_set_seqnum(event, gst_event_get_seqnum(GST_PAD_PROBE_INFO_EVENT(info)));
    gst_event_unref(GST_PAD_PROBE_INFO_EVENT(info));
    GST_PAD_PROBE_INFO_DATA(info) = event;
}

static GstPadProbeReturn replace_caps(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
    GstTonelift* self = data;
    GstCaps *caps, *preferred = NULL;

    if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) != GST_EVENT_CAPS) return GST_PAD_PROBE_OK;
    gst_event_parse_caps(GST_PAD_PROBE_INFO_EVENT(info), &caps);
    if (!self->restating) take_stated(self, caps);
    if (self->coded) preferred = gst_tonelift_coded_prefer(self->coded, self->preferred, caps);
    if (preferred) {
        GST_INFO_OBJECT(self, "an SEI of the coded stream states %" GST_PTR_FORMAT, preferred);
        replace_event(info, preferred);
        gst_caps_unref(preferred);
    }
    return GST_PAD_PROBE_OK;
}

void gst_tonelift_preferred_init(GstTonelift* self) {
    self->watch = gst_tonelift_watch_new_decoders();
    gst_pad_add_probe(sink_pad(self), GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, replace_caps, self,
                      NULL);
}

void gst_tonelift_preferred_clear(GstTonelift* self) {
    if (self->watch) gst_tonelift_stop_watching(self->watch);
    self->watch = 0;
    g_clear_pointer(&self->coded, gst_tonelift_coded_unref);
    gst_clear_caps(&self->stated);
}

void gst_tonelift_preferred_follow(GstTonelift* self, const GstBuffer* buffer) {
    GstVideoTransferFunction preferred;

    if (!self->coded || !self->stated) return;
    preferred = gst_tonelift_coded_transfer(self->coded, GST_BUFFER_PTS(buffer));
    if (preferred == self->preferred) return;
    self->preferred = preferred;
    self->restating = TRUE;
    gst_pad_send_event(sink_pad(self), gst_event_new_caps(self->stated));
    self->restating = FALSE;
}
