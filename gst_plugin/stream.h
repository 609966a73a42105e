/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Handles the frames of the element: maps them with a libtonelift filter, and holds waiting frames.
 * All functions are called in the streaming thread, or while none runs.
 */
#ifndef GST_TONELIFT_STREAM_H
#define GST_TONELIFT_STREAM_H

#include "gsttonelift.h"

/* Checks the options, the script and the preset before a stream exists. Posts an error if they
 * are invalid. */
gboolean gst_tonelift_check_options(GstTonelift* self);

/* Opens or changes the filter for self->in_info and self->out_info, which `in` and `out`
 * describe. The filter and its state are kept if possible. This requires the same kinds of
 * memory as before. Posts an error on failure. No frames may be waiting. */
gboolean gst_tonelift_stream_open(GstTonelift* self, const tonelift_video* in,
                                  const tonelift_video* out, gboolean same_memory);
/* Opens the filter again after a change of the CUDA context or stream. */
gboolean gst_tonelift_stream_reopen(GstTonelift* self);
void gst_tonelift_stream_close(GstTonelift* self);

/* Switches to the CUDA context of the next buffer. */
GstFlowReturn gst_tonelift_stream_follow(GstTonelift* self, GstBuffer* buffer);

/* Applies options that changed while the stream runs. */
GstFlowReturn gst_tonelift_stream_update(GstTonelift* self);

/* Adds a waiting frame. */
GstFlowReturn gst_tonelift_stream_keep(GstTonelift* self, GstBuffer* buffer);

/* Returns the maximum number of frames that the element holds at the same time, waiting or in a
 * batch. */
guint gst_tonelift_stream_held(const GstTonelift* self);

/* Returns the next finished frame, or NULL while the batch is not full. */
GstFlowReturn gst_tonelift_stream_next(GstTonelift* self, GstBuffer** buffer);

/* Maps all waiting frames and pushes them. Does not wait for more look-ahead. */
GstFlowReturn gst_tonelift_stream_drain(GstTonelift* self);

/* Ends the stream after all frames were pushed. Posts an error on failure. */
void gst_tonelift_stream_finish(GstTonelift* self);

/* Discards all frames and statistics. */
void gst_tonelift_stream_flush(GstTonelift* self);

/* Posts an error with the last message of libtonelift. */
void gst_tonelift_post_error(GstTonelift* self, tonelift_status status);

#endif
