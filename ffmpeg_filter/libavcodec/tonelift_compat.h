/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Hides differences between FFmpeg 5.1, 7.1, 8.1 and 9.0 that affect encoders.
 */
#ifndef AVCODEC_TONELIFT_COMPAT_H
#define AVCODEC_TONELIFT_COMPAT_H

#include "libavutil/frame.h"

#include "avcodec.h"
#include "codec_internal.h"
#include "encode.h"
#include "version.h"

/* Since FFmpeg 8.1, a codec sets the list of its pixel formats with a macro instead of the field
 * pix_fmts. */
#ifdef CODEC_PIXFMTS_ARRAY
#define TL_PIXEL_FORMATS(array) CODEC_PIXFMTS_ARRAY(array)
#else
#define TL_PIXEL_FORMATS(array) .p.pix_fmts = (array),
#endif

/* Since FFmpeg 6.0, frames have a duration, and an encoder can copy the opaque pointer of each
 * frame to its packet. */
#if LIBAVCODEC_VERSION_MAJOR >= 60
#define TL_CAN_KEEP_OPAQUE AV_CODEC_CAP_ENCODER_REORDERED_OPAQUE
static inline int tl_copy_frame_props(AVCodecContext* avctx, AVPacket* packet,
                                      const AVFrame* frame) {
    packet->duration = frame->duration;
    return ff_encode_reordered_opaque(avctx, packet, frame);
}
#else
#define TL_CAN_KEEP_OPAQUE 0
static inline int tl_copy_frame_props(AVCodecContext* avctx, AVPacket* packet,
                                      const AVFrame* frame) {
    return 0;
}
#endif

/* Since FFmpeg 7.0, FFmpeg copies the HDR metadata of the encoder's input to the output stream. It
 * is wrong for a tone-mapped stream, so it is removed. */
#if LIBAVCODEC_VERSION_MAJOR >= 61
static inline void tl_remove_light(AVCodecContext* avctx) {
    static const enum AVPacketSideDataType types[] = {AV_PKT_DATA_MASTERING_DISPLAY_METADATA,
                                                      AV_PKT_DATA_CONTENT_LIGHT_LEVEL,
                                                      AV_PKT_DATA_AMBIENT_VIEWING_ENVIRONMENT};
    for (size_t i = 0; i < FF_ARRAY_ELEMS(types); i++)
        av_packet_side_data_remove(avctx->coded_side_data, &avctx->nb_coded_side_data, types[i]);
}
#else
static inline void tl_remove_light(AVCodecContext* avctx) {}
#endif

#endif
