/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A queue of frames that wait until their batch is full or until the look-ahead has seen enough
 * later frames. While the element streams, only the streaming thread calls these functions.
 */
#ifndef GST_TONELIFT_WAITING_H
#define GST_TONELIFT_WAITING_H

#include "gsttonelift.h"

/* Adds the buffer and takes ownership of it. Returns FALSE and posts an error if the look-ahead
 * fails. */
gboolean gst_tonelift_waiting_add(GstTonelift* self, GstBuffer* buffer);

/* Returns the number of frames with a complete look-ahead. These frames wait only for a full
 * batch. */
guint gst_tonelift_waiting_ready(GstTonelift* self);

void gst_tonelift_waiting_move(GstTonelift* self);

gboolean gst_tonelift_waiting_look(GstTonelift* self);

guint gst_tonelift_waiting_clear(GstTonelift* self);

/* Maps the buffer, in device memory if `cuda` is not NULL. Returns FALSE if the buffer does not
 * match the caps or is not in memory of the CUDA context. */
gboolean gst_tonelift_map_frame(GstVideoFrame* frame, const GstVideoInfo* info, GstBuffer* buffer,
                                GstMapFlags flags, GstToneliftCuda* cuda);
void gst_tonelift_set_planes(tonelift_frame* picture, GstVideoFrame* frame);

#endif
