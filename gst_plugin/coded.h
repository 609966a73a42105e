/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Observes the coded stream before the decoder, whose SEI can state a transfer function that raw
 * caps lack. The decoder's input is never changed.
 */
#ifndef GST_TONELIFT_CODED_H
#define GST_TONELIFT_CODED_H

#include <gst/video/video.h>

G_BEGIN_DECLS

/* What was observed of the coded stream of a decoder or parser. */
typedef struct _GstToneliftCoded GstToneliftCoded;

/* Starts to observe every video decoder that is added to a bin of the process: decoders of
 * decodebin and playbin receive their first picture before their source pads are linked. */
gulong gst_tonelift_watch_new_decoders(void);
void gst_tonelift_stop_watching(gulong watch);

/* Finds the decoder upstream of a sink pad, and observes its stream from now on. Returns NULL if
 * no decoder is found, or if an element on the way has several inputs. The caller unrefs the
 * stream. */
GstToneliftCoded* gst_tonelift_coded_find(GstPad* sink);
void gst_tonelift_coded_unref(GstToneliftCoded* coded);

/* Returns whether the stream was observed from its first picture on. */
gboolean gst_tonelift_coded_is_complete(GstToneliftCoded* coded);

/* Returns the transfer function that the SEI prefers for the picture at a time, or for the
 * latest picture if `time` is GST_CLOCK_TIME_NONE; GST_VIDEO_TRANSFER_UNKNOWN without a
 * preference. */
GstVideoTransferFunction gst_tonelift_coded_transfer(GstToneliftCoded* coded, GstClockTime time);

/* Returns the caps with the preferred transfer function, if `caps` have the transfer function that
 * the coded stream states; else NULL. */
GstCaps* gst_tonelift_coded_prefer(GstToneliftCoded* coded, GstVideoTransferFunction transfer,
                                   const GstCaps* caps);

G_END_DECLS

#endif
