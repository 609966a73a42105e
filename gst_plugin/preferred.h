/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Replaces the transfer function of the decoded input with the transfer function that the coded
 * stream prefers.
 */
#ifndef GST_TONELIFT_PREFERRED_H
#define GST_TONELIFT_PREFERRED_H

#include "gsttonelift.h"

void gst_tonelift_preferred_init(GstTonelift* self);
void gst_tonelift_preferred_clear(GstTonelift* self);

/* Searches upstream for the decoder and observes its input. The caller must call this function
 * before streaming starts, so that no picture is missed. */
void gst_tonelift_preferred_look(GstTonelift* self);

void gst_tonelift_preferred_follow(GstTonelift* self, const GstBuffer* buffer);

#endif
