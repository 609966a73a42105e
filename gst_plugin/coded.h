/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Observes the coded stream before it is decoded, because its SEI can state a transfer function
 * that the caps of raw video lack. The stream is never changed.
 */
#ifndef GST_TONELIFT_CODED_H
#define GST_TONELIFT_CODED_H

#include <gst/video/video.h>

G_BEGIN_DECLS

typedef struct _GstToneliftCoded GstToneliftCoded;

/* Observes each video decoder that is created from now on. In decodebin and playbin, decoders
 * receive their first picture before their source pads are linked. */
gulong gst_tonelift_watch_new_decoders(void);
void gst_tonelift_stop_watching(gulong watch);

/* Observes the stream of the upstream decoder from now on. Returns NULL if there is no decoder, or
 * if an element on the way has several inputs. The caller unrefs the stream. */
GstToneliftCoded* gst_tonelift_coded_find(GstPad* sink);
void gst_tonelift_coded_unref(GstToneliftCoded* coded);

/* Returns whether the stream was observed from its first picture on. */
gboolean gst_tonelift_coded_is_complete(GstToneliftCoded* coded);

/* Returns the transfer function that the SEI prefers at a time. GST_CLOCK_TIME_NONE means the
 * latest picture. Returns GST_VIDEO_TRANSFER_UNKNOWN without a preference. */
GstVideoTransferFunction gst_tonelift_coded_transfer(GstToneliftCoded* coded, GstClockTime time);

/* Returns NULL if `caps` do not have the transfer function that the coded stream states. */
GstCaps* gst_tonelift_coded_prefer(GstToneliftCoded* coded, GstVideoTransferFunction transfer,
                                   const GstCaps* caps);

G_END_DECLS

#endif
