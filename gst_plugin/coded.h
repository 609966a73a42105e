/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Observes the coded stream before it is decoded, because caps lack its preferred transfer
 * function.
 */
#ifndef GST_TONELIFT_CODED_H
#define GST_TONELIFT_CODED_H

#include <gst/video/video.h>

G_BEGIN_DECLS

typedef struct _GstToneliftCoded GstToneliftCoded;

/* Observes each video decoder that is created from now on. */
gulong gst_tonelift_watch_new_decoders(void);
void gst_tonelift_stop_watching(gulong watch);

/* Observes the upstream decoder's stream, or returns NULL without one; the caller unrefs. */
GstToneliftCoded* gst_tonelift_coded_find(GstPad* sink);
void gst_tonelift_coded_unref(GstToneliftCoded* coded);

/* Returns whether the stream was observed from its first picture on. */
gboolean gst_tonelift_coded_is_complete(GstToneliftCoded* coded);

/* Returns the transfer function that the SEI prefers at a time, or for the latest picture. */
GstVideoTransferFunction gst_tonelift_coded_transfer(GstToneliftCoded* coded, GstClockTime time);

/* Returns a copy of the caps with `transfer`, or NULL if the caps keep their transfer function. */
GstCaps* gst_tonelift_coded_prefer(GstToneliftCoded* coded, GstVideoTransferFunction transfer,
                                   const GstCaps* caps);

G_END_DECLS

#endif
