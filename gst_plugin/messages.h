/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Posts messages about caps and frames that the element does not support.
 */
#ifndef GST_TONELIFT_MESSAGES_H
#define GST_TONELIFT_MESSAGES_H

#include "gsttonelift.h"

/* Returns the format of caps, in words. */
const char* gst_tonelift_format_of(const GstCaps* caps);

/* Returns a hint for errors about caps with device memory. */
const char* gst_tonelift_hint_on_memory(const GstCaps* caps);

/* Posts a warning with the reason why caps are refused. */
void gst_tonelift_warn_of_caps(GstTonelift* self, const GstCaps* caps);

/* Posts an error with the reason why no output can be made. It is posted once. GStreamer
 * negotiates the same caps again before each event. */
void gst_tonelift_post_negotiation_error(GstTonelift* self, const tonelift_options* options,
                                         const GstCaps* in, const GstCaps* out);

/* Posts a warning at the first frame that has two fields. */
void gst_tonelift_warn_of_fields(GstTonelift* self, const GstBuffer* buffer);

/* Posts an info message about caps that say SDR in BT.2020. Broadcasters use these caps for HLG,
 * too. Only an SEI message tells HLG from SDR (ETSI TS 101 154, 5.14.4.4.2), and caps do not
 * contain it. */
void gst_tonelift_report_hlg(GstTonelift* self);

#endif
