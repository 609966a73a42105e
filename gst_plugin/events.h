/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A queue of events that wait behind frames. While the element streams, only the streaming thread
 * calls these functions.
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

#endif
