/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The part of the element that handles frames: one libtonelift filter, and the frames that wait for
 * their batch. Everything here runs in the streaming thread, or while none runs.
 */
#ifndef GST_TONELIFT_STREAM_H
#define GST_TONELIFT_STREAM_H

#include "gsttonelift.h"

/* Checks options, script and preset without a stream; posts an error if they are not right. */
gboolean gst_tonelift_check_options(GstTonelift* self);

/* Makes the filter fit self->in_info and self->out_info, described by in and out; keeps it and its
 * state where it can, which takes the same kinds of memory as before. Posts an error when that
 * fails. Nothing may be kept at that time. */
gboolean gst_tonelift_stream_open(GstTonelift* self, const tonelift_video* in,
                                  const tonelift_video* out, gboolean same_memory);
/* The same once more, after the CUDA context or stream has changed. */
gboolean gst_tonelift_stream_reopen(GstTonelift* self);
void gst_tonelift_stream_close(GstTonelift* self);

/* Moves to the CUDA context of a buffer that is to be taken. */
GstFlowReturn gst_tonelift_stream_follow(GstTonelift* self, GstBuffer* buffer);

/* Takes over options that changed while the stream runs. */
GstFlowReturn gst_tonelift_stream_update(GstTonelift* self);

/* Takes a frame. */
void gst_tonelift_stream_keep(GstTonelift* self, GstBuffer* buffer);

/* Gives the next finished frame, or NULL while the batch is not full. */
GstFlowReturn gst_tonelift_stream_next(GstTonelift* self, GstBuffer** buffer);

/* Maps and pushes what is kept, without waiting for a full batch. */
GstFlowReturn gst_tonelift_stream_drain(GstTonelift* self);

/* The stream has ended, and nothing is kept any more. Posts an error if that is not well. */
void gst_tonelift_stream_finish(GstTonelift* self);

/* Forgets all frames, and what was measured. */
void gst_tonelift_stream_flush(GstTonelift* self);

/* Posts an error with what libtonelift said last. */
void gst_tonelift_post_error(GstTonelift* self, tonelift_status status);

#endif
