/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The coded stream before the decoder, whose SEI can state a transfer function that raw caps lack.
 * The decoder's input is observed, never changed.
 */
#ifndef GST_TONELIFT_CODED_H
#define GST_TONELIFT_CODED_H

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Coded data that entered a decoder. */
typedef struct _GstToneliftCoded GstToneliftCoded;

/* Starts to observe every video decoder that is added to a bin of the process: decoders of
 * decodebin and playbin get their first picture before their source pads are linked. */
gulong gst_tonelift_watch_new_decoders(void);
void gst_tonelift_stop_watching(gulong watch);

/* Finds the decoder upstream of a sink pad, and observes its stream from now on. Returns NULL
 * without a decoder, or if several pads lead to it. The caller unrefs the stream. */
GstToneliftCoded* gst_tonelift_coded_find(GstPad* sink);
void gst_tonelift_coded_unref(GstToneliftCoded* coded);

/* Returns whether the stream was observed from its first picture on. */
gboolean gst_tonelift_coded_is_complete(GstToneliftCoded* coded);

/* Returns the transfer function that the SEI prefers for the picture at a time, or for the latest
 * picture; GST_VIDEO_TRANSFER_UNKNOWN without a preference. */
GstVideoTransferFunction gst_tonelift_coded_transfer(GstToneliftCoded* coded, GstClockTime time);

/* Returns the caps with the preferred transfer function, if they have the transfer function of the
 * coded stream; else NULL.
 */
GstCaps* gst_tonelift_coded_prefer(GstToneliftCoded* coded, GstVideoTransferFunction transfer,
                                   const GstCaps* caps);

G_END_DECLS

#endif
