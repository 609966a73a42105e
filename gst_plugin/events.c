/* SPDX-License-Identifier: BSD-2-Clause */
#include "events.h"

typedef struct {
    GstEvent* event;
    guint64 after; /* number of frames of the stream that precede the event */
} WaitingEvent;

static guint64 frames_left(const GstTonelift* self) {
    guint waiting = self->waiting ? self->waiting->len : 0;
    return self->received - waiting - (self->made - self->sent);
}

/* Returns TRUE for events that say nothing about frames. Other events can mean that no frame
 * follows for a while, such as the custom event of a still frame. */
static gboolean can_wait(GstEvent* event) {
    GstEventType type = GST_EVENT_TYPE(event);
    return type == GST_EVENT_TAG || type == GST_EVENT_TOC || type == GST_EVENT_SINK_MESSAGE;
}

gboolean gst_tonelift_events_keep(GstTonelift* self, GstEvent* event) {
    WaitingEvent* waiting;

    gst_tonelift_events_send(self);
    if (frames_left(self) == self->received || !can_wait(event)) return FALSE;
    waiting = g_new(WaitingEvent, 1);
    *waiting = (WaitingEvent){event, self->received};
    g_queue_push_tail(&self->events, waiting);
    return TRUE;
}

static GstEvent* take_first(GstTonelift* self) {
    WaitingEvent* waiting = g_queue_pop_head(&self->events);
    GstEvent* event = waiting->event;
    g_free(waiting);
    return event;
}

void gst_tonelift_events_send(GstTonelift* self) {
    WaitingEvent* first;

    while ((first = g_queue_peek_head(&self->events)) && first->after <= frames_left(self))
        gst_pad_push_event(GST_BASE_TRANSFORM_SRC_PAD(self), take_first(self));
}

void gst_tonelift_events_flush(GstTonelift* self) {
    while (!g_queue_is_empty(&self->events)) {
        GstEvent* event = take_first(self);
        if (GST_EVENT_IS_STICKY(event))
            gst_pad_store_sticky_event(GST_BASE_TRANSFORM_SRC_PAD(self), event);
        gst_event_unref(event);
    }
}

void gst_tonelift_events_clear(GstTonelift* self) {
    while (!g_queue_is_empty(&self->events)) gst_event_unref(take_first(self));
}

gboolean gst_tonelift_events_stop(GstTonelift* self, GstEvent* event) {
    gboolean stops;

    GST_OBJECT_LOCK(self);
    stops = GST_EVENT_TYPE(event) == GST_EVENT_QOS && self->needs_every_frame;
    GST_OBJECT_UNLOCK(self);
    return stops;
}
