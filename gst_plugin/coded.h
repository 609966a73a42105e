/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The coded stream before the decoder, whose SEI can state a transfer function that raw caps lack.
 * The data of the decoder is observed, never changed.
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

/* The stream of the decoder upstream of a sink pad, which is observed from here on; NULL if there
 * is none, or if several pads lead there. The caller unrefs it. */
GstToneliftCoded* gst_tonelift_coded_find(GstPad* sink);
void gst_tonelift_coded_unref(GstToneliftCoded* coded);

/* Whether the stream was observed from its first picture on. */
gboolean gst_tonelift_coded_is_complete(GstToneliftCoded* coded);

/* The transfer function that the SEI prefers for the picture of a time, or for the latest one;
 * GST_VIDEO_TRANSFER_UNKNOWN: none. */
GstVideoTransferFunction gst_tonelift_coded_transfer(GstToneliftCoded* coded, GstClockTime time);

/* The caps with another transfer function, if their own one is that of the coded stream; else NULL.
 */
GstCaps* gst_tonelift_coded_prefer(GstToneliftCoded* coded, GstVideoTransferFunction transfer,
                                   const GstCaps* caps);

G_END_DECLS

#endif
