/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The SEI message "alternative transfer characteristics" of H.264 and H.265. Broadcasters of HLG
 * write the transfer function of SDR into the VUI, for old receivers, and that of HLG into this
 * message (ETSI TS 101 154, 5.14.4.4.2).
 */
#ifndef GST_TONELIFT_SEI_H
#define GST_TONELIFT_SEI_H

#include <gst/gst.h>

G_BEGIN_DECLS

/* How a coded stream is laid out. */
typedef struct {
    gboolean is_h265;  /* else H.264 */
    guint length_size; /* bytes of the length before each NAL unit; 0: start codes */
} GstToneliftCoding;

/* Reads caps; FALSE if they are of neither kind. */
gboolean gst_tonelift_coding_from_caps(GstToneliftCoding* coding, const GstCaps* caps);

/* preferred_transfer_characteristics (ITU-T H.273) of the last such message; -1: there is none.
 * Reads an access unit, or a part of it, up to its first slice. */
int gst_tonelift_preferred_transfer(const GstToneliftCoding* coding, const guint8* data,
                                    gsize size);

/* The same for caps, whose codec_data may hold the NAL units before the stream. */
int gst_tonelift_preferred_transfer_of_caps(const GstToneliftCoding* coding, const GstCaps* caps);

G_END_DECLS

#endif
