/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Finds the decoder and the parser upstream of a pad, through queues, ghost pads and bins.
 */
#ifndef GST_TONELIFT_UPSTREAM_H
#define GST_TONELIFT_UPSTREAM_H

#include "sei.h"

G_BEGIN_DECLS

gboolean gst_tonelift_coding_of_template(GstToneliftCoding* coding, GstPad* pad);

/* Returns the sink pad of a video decoder, or of a parser for H.264 or H.265. Returns NULL for
 * any other element. */
GstPad* gst_tonelift_decoder_sink(gpointer element);
GstPad* gst_tonelift_parser_sink(gpointer element);

/* Finds the nearest pad of a kind upstream, or NULL; the caller unrefs it. */
GstPad* gst_tonelift_find_upstream(GstPad* sink, GstPad* (*kind)(gpointer element));

G_END_DECLS

#endif
