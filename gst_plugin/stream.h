/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The part of the element that handles frames: one libtonelift filter, and the frames that wait.
 * Everything here is called in the streaming thread, or while none runs.
 */
#ifndef GST_TONELIFT_STREAM_H
#define GST_TONELIFT_STREAM_H

#include "gsttonelift.h"

/* Checks options, script and preset without a stream; posts an error if they are not right. */
gboolean gst_tonelift_check_options(GstTonelift* self);

/* Makes the filter fit self->in_info and self->out_info, described by in and out; keeps it and its
 * state if possible, which requires the same kinds of memory as before. Posts an error on failure.
 * No frames may wait at that time. */
gboolean gst_tonelift_stream_open(GstTonelift* self, const tonelift_video* in,
                                  const tonelift_video* out, gboolean same_memory);
/* The same again, after the CUDA context or stream has changed. */
gboolean gst_tonelift_stream_reopen(GstTonelift* self);
void gst_tonelift_stream_close(GstTonelift* self);

/* Moves to the CUDA context of the next buffer. */
GstFlowReturn gst_tonelift_stream_follow(GstTonelift* self, GstBuffer* buffer);

/* Takes over options that changed while the stream runs. */
GstFlowReturn gst_tonelift_stream_update(GstTonelift* self);

/* Adds a frame to those that wait. */
GstFlowReturn gst_tonelift_stream_keep(GstTonelift* self, GstBuffer* buffer);

/* The number of frames that are held at once, waiting or in a batch. */
guint gst_tonelift_stream_held(const GstTonelift* self);

/* Returns the next finished frame, or NULL while the batch is not full. */
GstFlowReturn gst_tonelift_stream_next(GstTonelift* self, GstBuffer** buffer);

/* Maps and pushes the frames that wait, whatever they wait for. */
GstFlowReturn gst_tonelift_stream_drain(GstTonelift* self);

/* Ends the stream when no frames wait any more. Posts an error if that fails. */
void gst_tonelift_stream_finish(GstTonelift* self);

/* Discards all frames and statistics. */
void gst_tonelift_stream_flush(GstTonelift* self);

/* Posts an error with the last message of libtonelift. */
void gst_tonelift_post_error(GstTonelift* self, tonelift_status status);

#endif
