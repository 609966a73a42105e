/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Observes the coded stream before it is decoded. Its SEI can state a transfer function that the
 * caps of raw video lack. The input of the decoder is never changed.
 */
#ifndef GST_TONELIFT_CODED_H
#define GST_TONELIFT_CODED_H

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Properties of the coded stream of a decoder or parser, found by observing it. */
typedef struct _GstToneliftCoded GstToneliftCoded;

/* Observes every video decoder that is added to a bin of the process from now on. Decoders of
 * decodebin and playbin receive their first picture before their source pads are linked. */
gulong gst_tonelift_watch_new_decoders(void);
void gst_tonelift_stop_watching(gulong watch);

/* Finds the decoder upstream of a sink pad, and observes its stream from now on. Returns NULL if
 * there is no decoder, or if an element on the way has several inputs. The caller unrefs the
 * stream. */
GstToneliftCoded* gst_tonelift_coded_find(GstPad* sink);
void gst_tonelift_coded_unref(GstToneliftCoded* coded);

/* Returns whether the stream was observed from its first picture on. */
gboolean gst_tonelift_coded_is_complete(GstToneliftCoded* coded);

/* Returns the transfer function that the SEI prefers for the picture at a time. If `time` is
 * GST_CLOCK_TIME_NONE, it is that of the latest picture. Returns GST_VIDEO_TRANSFER_UNKNOWN
 * without a preference. */
GstVideoTransferFunction gst_tonelift_coded_transfer(GstToneliftCoded* coded, GstClockTime time);

/* Replaces the transfer function in caps by the preferred one. Returns NULL if `caps` do not
 * have the transfer function that the coded stream states. */
GstCaps* gst_tonelift_coded_prefer(GstToneliftCoded* coded, GstVideoTransferFunction transfer,
                                   const GstCaps* caps);

G_END_DECLS

#endif
