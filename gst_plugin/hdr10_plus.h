/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Reads HDR10+ metadata of buffers (SMPTE ST 2094-40, application 4). Requires GStreamer 1.30.
 */
#ifndef GST_TONELIFT_HDR10_PLUS_H
#define GST_TONELIFT_HDR10_PLUS_H

#include <gst/gst.h>
#include <tonelift/tonelift.h>

#include "video.h"

/* Sets the scene peak of *frame and, if the metadata has a curve, frame->hdr10_plus. The curve is
 * stored in *curve, which must outlive *frame. HDR10+ describes PQ, so that the metadata of other
 * light is ignored. */
void gst_tonelift_read_hdr10_plus(tonelift_frame* frame, GstBuffer* buffer, GstToneliftLight light,
                                  tonelift_hdr10_plus* curve);

#endif
