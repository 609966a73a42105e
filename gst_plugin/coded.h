/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Observes the coded stream before it is decoded, because decoded caps lack the transfer function
 * that an SEI message of the stream prefers.
 */
#ifndef GST_TONELIFT_CODED_H
#define GST_TONELIFT_CODED_H

#include <gst/video/video.h>

G_BEGIN_DECLS

typedef struct _GstToneliftCoded GstToneliftCoded;

/* Observes the input of every video decoder and parser that is added to a bin from now on. */
gulong gst_tonelift_watch_new_decoders(void);
void gst_tonelift_stop_watching(gulong watch);

/* Observes the input of the nearest decoder upstream of `sink`. Returns NULL if there is no
 * decoder. The caller must unref the result. */
GstToneliftCoded* gst_tonelift_coded_find(GstPad* sink);
void gst_tonelift_coded_unref(GstToneliftCoded* coded);

/* Returns whether the stream was observed from its first picture on. */
gboolean gst_tonelift_coded_is_complete(GstToneliftCoded* coded);

/* Returns the preferred transfer function for the picture at `time`, or for the latest picture if
 * `time` is not valid. Returns GST_VIDEO_TRANSFER_UNKNOWN if no SEI message prefers one. */
GstVideoTransferFunction gst_tonelift_coded_transfer(GstToneliftCoded* coded, GstClockTime time);

/* Returns a copy of `caps` with the transfer function `transfer`. Returns NULL if the transfer
 * function of `caps` should not change. */
GstCaps* gst_tonelift_coded_prefer(GstToneliftCoded* coded, GstVideoTransferFunction transfer,
                                   const GstCaps* caps);

G_END_DECLS

#endif
