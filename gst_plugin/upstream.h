/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Finds the decoder and the parser upstream of a pad. The search follows links through queues,
 * ghost pads and bins.
 */
#ifndef GST_TONELIFT_UPSTREAM_H
#define GST_TONELIFT_UPSTREAM_H

#include "sei.h"

G_BEGIN_DECLS

gboolean gst_tonelift_coding_of_template(GstToneliftCoding* coding, GstPad* pad);

/* The first function returns the sink pad of a video decoder. The second function returns the sink
 * pad of a parser for H.264 or H.265. Both functions return NULL for any other element. */
GstPad* gst_tonelift_decoder_sink(gpointer element);
GstPad* gst_tonelift_parser_sink(gpointer element);

/* Calls `kind` for each upstream element, nearest first, until `kind` returns a pad. Returns this
 * pad, or NULL if `kind` returns NULL for every element. The caller unrefs the pad. */
GstPad* gst_tonelift_find_upstream(GstPad* sink, GstPad* (*kind)(gpointer element));

G_END_DECLS

#endif
