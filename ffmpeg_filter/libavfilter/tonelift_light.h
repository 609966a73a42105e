/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sets the mastering display and the light level of an output stream from its first frame. Only
 * FFmpeg 5.1 needs this, because ffmpeg 5.1 copies both from the input container, even if filters
 * have changed the picture.
 */
#ifndef AVFILTER_TONELIFT_LIGHT_H
#define AVFILTER_TONELIFT_LIGHT_H

#include <string.h>

#include "libavformat/avformat.h"
#include "libavutil/frame.h"

static const int tonelift_light_types[][2] = {
    {AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA},
    {AV_PKT_DATA_CONTENT_LIGHT_LEVEL, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL},
};

/* Returns whether side data of this type describes the input, so that it is wrong for the encoded
 * stream. */
static inline int tonelift_is_of_input(enum AVPacketSideDataType type) {
    for (size_t i = 0; i < FF_ARRAY_ELEMS(tonelift_light_types); i++)
        if (tonelift_light_types[i][0] == type) return 1;
    return type == AV_PKT_DATA_DOVI_CONF;
}

/* Returns whether the encoder can tone-map, as hap_tonelift does. The metadata of its input frames
 * then does not describe the stream. Other encoders than Hap are recognized by a transfer function
 * that differs from the transfer function of the frames. */
static inline int tonelift_is_mapped(const AVStream* stream, const AVFrame* frame) {
    if (stream->codecpar->codec_id == AV_CODEC_ID_HAP) return 1;
    return frame->color_trc != AVCOL_TRC_UNSPECIFIED &&
           frame->color_trc != stream->codecpar->color_trc;
}

static inline int tonelift_set_light(AVStream* stream, const AVFrame* frame) {
    if (!frame || tonelift_is_mapped(stream, frame)) return 0;
    for (size_t i = 0; i < FF_ARRAY_ELEMS(tonelift_light_types); i++) {
        const AVFrameSideData* data = av_frame_get_side_data(frame, tonelift_light_types[i][1]);
        uint8_t* copy =
            data ? av_stream_new_side_data(stream, tonelift_light_types[i][0], data->size) : NULL;
        if (data && !copy) return AVERROR(ENOMEM);
        if (data) memcpy(copy, data->data, data->size);
    }
    return 0;
}

#endif
