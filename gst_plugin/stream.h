/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Maps the frames of the element with a filter of libtonelift, and holds waiting frames. While the
 * element streams, only the streaming thread calls these functions.
 */
#ifndef GST_TONELIFT_STREAM_H
#define GST_TONELIFT_STREAM_H

#include "gsttonelift.h"

/* Checks the options, the script and the preset before a stream exists. Posts an error and returns
 * FALSE if they are invalid. */
gboolean gst_tonelift_check_options(GstTonelift* self);

/* Reuses the existing filter and its state if possible. The caller must drain all waiting frames
 * first. If a statistics file is read and does not fit, the error is posted with the first frame.
 * Decoders can announce wrong caps before this frame. */
gboolean gst_tonelift_stream_open(GstTonelift* self, const tonelift_video* in,
                                  const tonelift_video* out, gboolean same_memory);

/* Posts the error of opening, unless it was posted before. */
void gst_tonelift_stream_refuse(GstTonelift* self);

gboolean gst_tonelift_stream_reopen(GstTonelift* self);
void gst_tonelift_stream_close(GstTonelift* self);

GstFlowReturn gst_tonelift_stream_follow(GstTonelift* self, GstBuffer* buffer);

GstFlowReturn gst_tonelift_stream_update(GstTonelift* self);

GstFlowReturn gst_tonelift_stream_keep(GstTonelift* self, GstBuffer* buffer);

guint gst_tonelift_stream_held(const GstTonelift* self);

/* Sets *buffer to the next finished frame, or to NULL if the batch is not full yet. */
GstFlowReturn gst_tonelift_stream_next(GstTonelift* self, GstBuffer** buffer);

/* Maps and pushes all waiting frames, without waiting for later frames. */
GstFlowReturn gst_tonelift_stream_drain(GstTonelift* self);

void gst_tonelift_stream_finish(GstTonelift* self);

void gst_tonelift_stream_flush(GstTonelift* self);

void gst_tonelift_post_error(GstTonelift* self, tonelift_status status);

#endif
