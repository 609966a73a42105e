/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Decides which events the element keeps: events that wait behind frames, and QoS events that would
 * make frames disappear. While the element streams, only the streaming thread calls these
 * functions, except gst_tonelift_events_stop().
 */
#ifndef GST_TONELIFT_EVENTS_H
#define GST_TONELIFT_EVENTS_H

#include "gsttonelift.h"

/* Returns TRUE and takes ownership of the event if the event can wait until the waiting frames are
 * sent. Other events need all waiting frames to be sent at once. */
gboolean gst_tonelift_events_keep(GstTonelift* self, GstEvent* event);

/* Sends the events that no frame precedes any more. */
void gst_tonelift_events_send(GstTonelift* self);

/* Drops the events. The source pad keeps sticky events, because nothing sends them again. */
void gst_tonelift_events_flush(GstTonelift* self);

void gst_tonelift_events_clear(GstTonelift* self);

/* Returns TRUE for a QoS event while statistics are written, because these need every frame. The
 * event must then reach neither the base class nor the decoder, which would drop late frames. */
gboolean gst_tonelift_events_stop(GstTonelift* self, GstEvent* event);

#endif
