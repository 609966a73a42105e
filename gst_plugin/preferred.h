/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Uses the transfer function that the coded stream prefers. The element then assumes that its
 * decoded input has this function.
 */
#ifndef GST_TONELIFT_PREFERRED_H
#define GST_TONELIFT_PREFERRED_H

#include "gsttonelift.h"

/* Observes the input of the sink pad, and the decoders of the process. */
void gst_tonelift_preferred_init(GstTonelift* self);
void gst_tonelift_preferred_clear(GstTonelift* self);

/* Looks for the decoder upstream early, so that its first picture is observed, too. */
void gst_tonelift_preferred_look(GstTonelift* self);

/* Negotiates again if the coded stream prefers another transfer function for this buffer than
 * before. */
void gst_tonelift_preferred_follow(GstTonelift* self, const GstBuffer* buffer);

#endif
