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

/* Returns the sink pad of a video decoder, or the sink pad of a parser for H.264 or H.265. Both
 * functions return NULL for any other element. */
GstPad* gst_tonelift_decoder_sink(gpointer element);
GstPad* gst_tonelift_parser_sink(gpointer element);

/* Returns the pad that `kind` returns for the nearest upstream element, or NULL if `kind` returns
 * NULL for every upstream element. The caller unrefs the pad. */
GstPad* gst_tonelift_find_upstream(GstPad* sink, GstPad* (*kind)(gpointer element));

G_END_DECLS

#endif
