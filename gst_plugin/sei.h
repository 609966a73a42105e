/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Reads the SEI message "alternative transfer characteristics" of H.264 and H.265.
 */
#ifndef GST_TONELIFT_SEI_H
#define GST_TONELIFT_SEI_H

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct {
    gboolean is_h265;
    guint length_size; /* size of the length before each NAL unit, in bytes; 0 for start codes */
} GstToneliftCoding;

gboolean gst_tonelift_coding_from_caps(GstToneliftCoding* coding, const GstCaps* caps);

/* Returns preferred_transfer_characteristics of the last SEI message "alternative transfer
 * characteristics" before the first slice. Returns -1 if no such SEI message precedes the slice. */
int gst_tonelift_preferred_transfer(const GstToneliftCoding* coding, const guint8* data,
                                    gsize size);

/* Returns the value of the same SEI message in the caps field codec_data, or -1. This field can
 * contain NAL units, which precede the stream. */
int gst_tonelift_preferred_transfer_of_caps(const GstToneliftCoding* coding, const GstCaps* caps);

G_END_DECLS

#endif
