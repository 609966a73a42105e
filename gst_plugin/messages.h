/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages about caps and frames that the element does not support.
 */
#ifndef GST_TONELIFT_MESSAGES_H
#define GST_TONELIFT_MESSAGES_H

#include "gsttonelift.h"

const char* gst_tonelift_format_of(const GstCaps* caps);

const char* gst_tonelift_hint_on_memory(const GstCaps* caps);

void gst_tonelift_warn_of_caps(GstTonelift* self, const GstCaps* caps);

/* Posts an error that explains why negotiation failed. Posts it only once, because GStreamer
 * negotiates the same caps again before each event. */
void gst_tonelift_post_negotiation_error(GstTonelift* self, const tonelift_options* options,
                                         const GstCaps* in, const GstCaps* out);

void gst_tonelift_warn_of_fields(GstTonelift* self, const GstBuffer* buffer);

/* Reports caps that state SDR in BT.2020 but possibly mean HLG. Only an SEI message states HLG, and
 * the element may have missed this message. */
void gst_tonelift_report_hlg(GstTonelift* self);

#endif
