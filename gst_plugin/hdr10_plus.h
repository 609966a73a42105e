/* SPDX-License-Identifier: BSD-2-Clause
 *
 * HDR10+ metadata of buffers, which GStreamer has from 1.30 on.
 */
#ifndef GST_TONELIFT_HDR10_PLUS_H
#define GST_TONELIFT_HDR10_PLUS_H

#include <gst/gst.h>
#include <tonelift/tonelift.h>

/* Sets scene_peak and hdr10_plus of a frame from the metadata of a buffer, if it has some. *curve
 * is memory for the curve, and must remain valid as long as *frame. */
void gst_tonelift_read_hdr10_plus(tonelift_frame* frame, GstBuffer* buffer,
                                  tonelift_hdr10_plus* curve);

#endif
