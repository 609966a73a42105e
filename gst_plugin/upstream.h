/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The decoder and the parser upstream of a pad.
 */
#ifndef GST_TONELIFT_UPSTREAM_H
#define GST_TONELIFT_UPSTREAM_H

#include "sei.h"

G_BEGIN_DECLS

/* Coding of what a pad can take; FALSE if that is anything else than H.264 or H.265. */
gboolean gst_tonelift_coding_of_template(GstToneliftCoding* coding, GstPad* pad);

/* Sink pad of a decoder of video, or of a parser of H.264 or H.265; NULL for any other element. */
GstPad* gst_tonelift_decoder_sink(gpointer element);
GstPad* gst_tonelift_parser_sink(gpointer element);

/* The nearest pad of a kind upstream of a sink pad; NULL if there is none, or where an element on
 * the way has several inputs. The caller unrefs it. */
GstPad* gst_tonelift_find_upstream(GstPad* sink, GstPad* (*kind)(gpointer element));

G_END_DECLS

#endif
