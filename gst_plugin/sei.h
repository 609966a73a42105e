/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Reads the SEI message "alternative transfer characteristics" of H.264 and H.265. Broadcasters of
 * HLG write SDR in the VUI, for old receivers, and HLG in this message (ETSI TS 101 154,
 * 5.14.4.4.2).
 */
#ifndef GST_TONELIFT_SEI_H
#define GST_TONELIFT_SEI_H

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct {
    gboolean is_h265;
    guint length_size; /* bytes of the length before each NAL unit; 0: start codes */
} GstToneliftCoding;

gboolean gst_tonelift_coding_from_caps(GstToneliftCoding* coding, const GstCaps* caps);

/* Returns preferred_transfer_characteristics (ITU-T H.273) of the last message, or -1 without a
 * message. `data` is an access unit or a part of it, and is read up to its first slice. */
int gst_tonelift_preferred_transfer(const GstToneliftCoding* coding, const guint8* data,
                                    gsize size);

/* codec_data may contain NAL units that precede the stream. */
int gst_tonelift_preferred_transfer_of_caps(const GstToneliftCoding* coding, const GstCaps* caps);

G_END_DECLS

#endif
