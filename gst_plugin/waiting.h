/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The frames of a stream that wait: for their batch, or for those that libtonelift looks at ahead
 * of them. Everything here is called in the streaming thread, or while none runs.
 */
#ifndef GST_TONELIFT_WAITING_H
#define GST_TONELIFT_WAITING_H

#include "gsttonelift.h"

/* Adds a frame, which the queue owns then. FALSE if libtonelift cannot look at it; the error is
 * posted. */
gboolean gst_tonelift_waiting_add(GstTonelift* self, GstBuffer* buffer);

/* The number of frames that wait for nothing but their batch. */
guint gst_tonelift_waiting_ready(GstTonelift* self);

/* Moves the first frames to the slots: as many as a batch has, or all. */
void gst_tonelift_waiting_move(GstTonelift* self);

/* Has libtonelift look at all frames that it has not seen; FALSE as above. */
gboolean gst_tonelift_waiting_look(GstTonelift* self);

/* Drops all frames; returns their number. */
guint gst_tonelift_waiting_clear(GstTonelift* self);

/* Maps a frame and sets its planes; on the device, if `cuda` is not NULL. FALSE for a buffer from
 * another source than the caps say. */
gboolean gst_tonelift_map_frame(GstVideoFrame* frame, const GstVideoInfo* info, GstBuffer* buffer,
                                GstMapFlags flags, GstToneliftCuda* cuda);
void gst_tonelift_set_planes(tonelift_frame* picture, GstVideoFrame* frame);

#endif
