/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A queue of frames that wait for their batch or for their look-ahead. All functions are called in
 * the streaming thread, or while it does not run.
 */
#ifndef GST_TONELIFT_WAITING_H
#define GST_TONELIFT_WAITING_H

#include "gsttonelift.h"

/* Takes ownership of the buffer. Returns FALSE and posts an error if the look-ahead fails. */
gboolean gst_tonelift_waiting_add(GstTonelift* self, GstBuffer* buffer);

/* Returns the number of frames that wait only for their batch. */
guint gst_tonelift_waiting_ready(GstTonelift* self);

void gst_tonelift_waiting_move(GstTonelift* self);

gboolean gst_tonelift_waiting_look(GstTonelift* self);

guint gst_tonelift_waiting_clear(GstTonelift* self);

/* If `cuda` is not NULL, maps device memory. Returns FALSE for a buffer that does not match the
 * caps. */
gboolean gst_tonelift_map_frame(GstVideoFrame* frame, const GstVideoInfo* info, GstBuffer* buffer,
                                GstMapFlags flags, GstToneliftCuda* cuda);
void gst_tonelift_set_planes(tonelift_frame* picture, GstVideoFrame* frame);

#endif
