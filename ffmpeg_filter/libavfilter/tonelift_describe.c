/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_describe.h"

#include <math.h>

#include "libavutil/csp.h"
#include "libavutil/mastering_display_metadata.h"

#include "tonelift_device.h"
#include "tonelift_video.h"

static void set_display_primaries(AVMasteringDisplayMetadata* display, int id) {
    const AVColorPrimariesDesc* primaries = av_csp_primaries_desc_from_id(id);
    if (!primaries) return;
    display->display_primaries[0][0] = primaries->prim.r.x;
    display->display_primaries[0][1] = primaries->prim.r.y;
    display->display_primaries[1][0] = primaries->prim.g.x;
    display->display_primaries[1][1] = primaries->prim.g.y;
    display->display_primaries[2][0] = primaries->prim.b.x;
    display->display_primaries[2][1] = primaries->prim.b.y;
    display->white_point[0] = primaries->wp.x;
    display->white_point[1] = primaries->wp.y;
    display->has_primaries = 1;
}

/* SMPTE ST 2086 stores luminance in steps of 0.0001 cd/m2. */
static AVRational luminance(double nits) { return av_make_q(lrint(nits * 10000), 10000); }

static int write_mastering_display(AVFrame* frame, const tonelift_video* video,
                                   const AVMasteringDisplayMetadata* source) {
    AVMasteringDisplayMetadata* display = av_mastering_display_metadata_create_side_data(frame);
    if (!display) return AVERROR(ENOMEM);
    if (source->has_primaries)
        *display = *source;
    else
        set_display_primaries(display, video->primaries);
    display->min_luminance = luminance(video->mastering_min);
    display->max_luminance = luminance(video->mastering_max);
    display->has_luminance = 1;
    return 0;
}

static int write_light_level(AVFrame* frame, const tonelift_video* video) {
    AVContentLightMetadata* light = av_content_light_metadata_create_side_data(frame);
    if (!light) return AVERROR(ENOMEM);
    light->MaxCLL = lrint(video->max_cll);
    light->MaxFALL = lrint(video->max_fall);
    return 0;
}

/* Returns whether the ICC profile of the source stays valid: both videos are SDR and have the same
 * primaries and transfer function. SDR without a tag keeps its color unless an option sets it. */
static int keeps_encoding(const AVFrame* source, const tonelift_options* options,
                          const tonelift_video* video) {
    return !ff_tonelift_is_hdr(source->color_trc) && !ff_tonelift_is_hdr(video->transfer) &&
           (source->color_primaries == AVCOL_PRI_UNSPECIFIED
                ? options->primaries == TONELIFT_PRIMARIES_AUTO
                : source->color_primaries == video->primaries) &&
           (source->color_trc == AVCOL_TRC_UNSPECIFIED ? options->transfer == TONELIFT_TRANSFER_AUTO
                                                       : source->color_trc == video->transfer);
}

/* Removes side data that describes the source's samples, including HDR10+ and Dolby Vision. Writes
 * the mastering display and the light level if the output is HDR. */
static int write_side_data(AVFrame* frame, const tonelift_options* options,
                           const tonelift_video* video) {
    const AVFrameSideData* data =
        av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
    AVMasteringDisplayMetadata source = {.has_primaries = 0};
    int stated = options->in_transfer >= 0 ? options->in_transfer : (int)frame->color_trc;
    int ret = 0;

    if (data && !ff_tonelift_is_sdr(stated))
        source = *(const AVMasteringDisplayMetadata*)data->data;
    tl_remove_hdr_side_data(frame);
    if (!keeps_encoding(frame, options, video))
        av_frame_remove_side_data(frame, AV_FRAME_DATA_ICC_PROFILE);
    if (!ff_tonelift_is_hdr(video->transfer)) {
#if TL_HAVE_VIEWING_ENVIRONMENT
        av_frame_remove_side_data(frame, AV_FRAME_DATA_AMBIENT_VIEWING_ENVIRONMENT);
#endif
        return 0;
    }
    if (video->mastering_max > 0) ret = write_mastering_display(frame, video, &source);
    if (ret >= 0 && video->max_cll > 0) ret = write_light_level(frame, video);
    return ret;
}

int ff_tonelift_write_frame(AVFrame* frame, const tonelift_options* options,
                            const tonelift_video* video) {
    const AVPixFmtDescriptor* descriptor = av_pix_fmt_desc_get(ff_tonelift_frame_format(frame));
    int ret = write_side_data(frame, options, video);

    frame->color_primaries = video->primaries;
    frame->color_trc = video->transfer;
    frame->colorspace = descriptor->flags & AV_PIX_FMT_FLAG_RGB ? AVCOL_SPC_RGB : video->matrix;
    frame->color_range = video->range;
    if (video->chroma_location)
        frame->chroma_location = (enum AVChromaLocation)video->chroma_location;
    return ret;
}

#if TL_HAVE_LINK_SIDE_DATA
int ff_tonelift_write_link(AVFilterLink* link, const tonelift_options* options) {
    AVFilterLink* inlink = link->src->inputs[0];
    AVFrame* frame;
    tonelift_video in, out;
    int ret = 0;

    if (options->metadata || options->stats == TONELIFT_STATS_MEASURE)
        return 0; /* the picture passes through unchanged */
    if (!(frame = av_frame_alloc())) return AVERROR(ENOMEM);
    FFSWAP(AVFrameSideData**, frame->side_data, link->side_data);
    FFSWAP(int, frame->nb_side_data, link->nb_side_data);
    frame->format = ff_tonelift_link_format(inlink);
    frame->width = inlink->w;
    frame->height = inlink->h;
    frame->colorspace = inlink->colorspace;
    frame->color_range = inlink->color_range;
    ff_tonelift_read_frame(frame, NULL, &in);
    tonelift_video_default(&out);
    if (tonelift_output(options, &in, &out, NULL) == TONELIFT_OK)
        ret = write_side_data(frame, options, &out);
    FFSWAP(AVFrameSideData**, frame->side_data, link->side_data);
    FFSWAP(int, frame->nb_side_data, link->nb_side_data);
    av_frame_free(&frame);
    return ret;
}
#endif
