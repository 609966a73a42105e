/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The queue of frames that wait for their batch or for their look-ahead. All functions are called
 * in the streaming thread, or while none runs.
 */
#ifndef GST_TONELIFT_WAITING_H
#define GST_TONELIFT_WAITING_H

#include "gsttonelift.h"

/* Adds a frame and takes ownership of its buffer. Returns FALSE and posts an error if the
 * look-ahead fails. */
gboolean gst_tonelift_waiting_add(GstTonelift* self, GstBuffer* buffer);

/* Returns the number of frames that have their look-ahead and only wait for their batch. */
guint gst_tonelift_waiting_ready(GstTonelift* self);

/* Moves the first frames to the slots: a full batch, or all frames if there are fewer. */
void gst_tonelift_waiting_move(GstTonelift* self);

/* Passes all new frames to the look-ahead. Returns FALSE and posts an error on failure. */
gboolean gst_tonelift_waiting_look(GstTonelift* self);

/* Drops all frames, and returns their number. */
guint gst_tonelift_waiting_clear(GstTonelift* self);

/* Maps a buffer, and sets the planes of a frame to its memory. If `cuda` is not NULL, this is
 * device memory. Returns FALSE for a buffer that does not match the caps. */
gboolean gst_tonelift_map_frame(GstVideoFrame* frame, const GstVideoInfo* info, GstBuffer* buffer,
                                GstMapFlags flags, GstToneliftCuda* cuda);
void gst_tonelift_set_planes(tonelift_frame* picture, GstVideoFrame* frame);

#endif
