/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_video.h"

#include <math.h>

#include "libavutil/hdr_dynamic_metadata.h"
#include "libavutil/hwcontext.h"
#include "libavutil/imgutils.h"
#include "libavutil/mastering_display_metadata.h"
#include "libavutil/pixdesc.h"
#include "libavutil/version.h"

#include "tonelift_dolby_vision.h"

/* 1 since FFmpeg 8.1, where frames state their alpha mode with the same numbers as libtonelift. */
#define HAVE_ALPHA_MODE (LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(60, 11, 100))

/* 1 since FFmpeg 9.0, which has side data for SMPTE ST 2094-50. */
#define HAVE_ST2094_50 (LIBAVUTIL_VERSION_MAJOR >= 61)

int ff_tonelift_on_device(int format) {
    return format == AV_PIX_FMT_CUDA || format == AV_PIX_FMT_VULKAN;
}

enum AVPixelFormat ff_tonelift_sample_format(int format, const AVBufferRef* frames) {
    if (!ff_tonelift_on_device(format)) return format;
    return frames ? ((const AVHWFramesContext*)frames->data)->sw_format : AV_PIX_FMT_NONE;
}

enum AVPixelFormat ff_tonelift_frame_format(const AVFrame* frame) {
    return ff_tonelift_sample_format(frame->format, frame->hw_frames_ctx);
}

TLRectangle ff_tonelift_visible(const AVFrame* frame) {
    TLRectangle shown = {0, 0, frame->width, frame->height};
    if (!ff_tonelift_on_device(frame->format)) return shown;
    shown.x = frame->crop_left;
    shown.y = frame->crop_top;
    shown.width -= frame->crop_left + frame->crop_right;
    shown.height -= frame->crop_top + frame->crop_bottom;
    return shown;
}

static const enum AVPixelFormat full_range_formats[][2] = {
    {AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV420P},
    {AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUV422P},
    {AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUV444P},
};

enum AVPixelFormat ff_tonelift_plain_format(enum AVPixelFormat format) {
    for (size_t i = 0; i < FF_ARRAY_ELEMS(full_range_formats); i++)
        if (full_range_formats[i][0] == format) return full_range_formats[i][1];
    return format;
}

enum AVPixelFormat ff_tonelift_full_range_format(enum AVPixelFormat format) {
    for (size_t i = 0; i < FF_ARRAY_ELEMS(full_range_formats); i++)
        if (full_range_formats[i][1] == format) return full_range_formats[i][0];
    return format;
}

void ff_tonelift_set_format(tonelift_video* video, enum AVPixelFormat format) {
    enum AVPixelFormat plain = ff_tonelift_plain_format(format);
    video->format = tonelift_format_from_name(av_get_pix_fmt_name(plain));
    if (plain != format) video->range = AVCOL_RANGE_JPEG;
}

int ff_tonelift_has_alpha(const tonelift_video* video) {
    const char* name = tonelift_format_name(video->format);
    const AVPixFmtDescriptor* format = name ? av_pix_fmt_desc_get(av_get_pix_fmt(name)) : NULL;
    return format && format->flags & AV_PIX_FMT_FLAG_ALPHA;
}

static void read_side_data(const AVFrame* frame, tonelift_video* video) {
    const AVFrameSideData* data;

    if ((data = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA))) {
        const AVMasteringDisplayMetadata* display = (const AVMasteringDisplayMetadata*)data->data;
        if (display->has_luminance) {
            video->mastering_min = av_q2d(display->min_luminance);
            video->mastering_max = av_q2d(display->max_luminance);
        }
    }
    if ((data = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL))) {
        const AVContentLightMetadata* light = (const AVContentLightMetadata*)data->data;
        video->max_cll = light->MaxCLL;
        video->max_fall = light->MaxFALL;
    }
    ff_tonelift_describe_dolby_vision(frame, video);
}

static const enum AVFrameSideDataType light_types[] = {
    AV_FRAME_DATA_MASTERING_DISPLAY_METADATA,
    AV_FRAME_DATA_CONTENT_LIGHT_LEVEL,
};

static int add_side_data(AVFrame* frame, enum AVFrameSideDataType type, AVBufferRef* data) {
    AVBufferRef* copy = av_buffer_ref(data);
    if (copy && av_frame_new_side_data_from_buf(frame, type, copy)) return 0;
    av_buffer_unref(&copy);
    return AVERROR(ENOMEM);
}

int ff_tonelift_keep_light(TLLight* light, AVFrame* frame) {
    int is_alike = light->primaries == frame->color_primaries &&
                   light->transfer == frame->color_trc && light->matrix == frame->colorspace;
    int ret = 0;

    for (size_t i = 0; i < FF_ARRAY_ELEMS(light_types) && ret >= 0; i++) {
        const AVFrameSideData* data = av_frame_get_side_data(frame, light_types[i]);
        if (data || !is_alike)
            ret = av_buffer_replace(&light->data[i], data ? data->buf : NULL);
        else if (light->data[i])
            ret = add_side_data(frame, light_types[i], light->data[i]);
    }
    light->primaries = frame->color_primaries;
    light->transfer = frame->color_trc;
    light->matrix = frame->colorspace;
    return ret;
}

void ff_tonelift_free_light(TLLight* light) {
    for (size_t i = 0; i < FF_ARRAY_ELEMS(light_types); i++) av_buffer_unref(&light->data[i]);
}

/* Luminance of the value 1.0 in the linear light of FFmpeg's filters, in cd/m2. */
static const double linear_white_of_filters = 100;

static int has_floats(const AVFrame* frame) {
    const AVPixFmtDescriptor* format = av_pix_fmt_desc_get(ff_tonelift_frame_format(frame));
    return format && format->flags & AV_PIX_FMT_FLAG_FLOAT;
}

/* Returns whether a filter made the linear light. Filters set the primaries; the decoders of EXR,
 * Radiance and PFM do not. */
static int is_light_of_filters(const AVFrame* frame) {
    return has_floats(frame) && frame->color_trc == AVCOL_TRC_LINEAR &&
           frame->color_primaries != AVCOL_PRI_UNSPECIFIED;
}

/* Returns the alpha mode of the frame, or 0 if unknown. The colors in EXR files are multiplied by
 * alpha (OpenEXR, Technical Introduction), but FFmpeg up to 8.0 does not report this. */
static int alpha_mode(const AVFrame* frame) {
    int is_linear =
        frame->color_trc == AVCOL_TRC_LINEAR || frame->color_trc == AVCOL_TRC_UNSPECIFIED;
#if HAVE_ALPHA_MODE
    if (frame->alpha_mode != AVALPHA_MODE_UNSPECIFIED) return frame->alpha_mode;
#endif
    return has_floats(frame) && is_linear && frame->color_primaries == AVCOL_PRI_UNSPECIFIED
               ? TONELIFT_ALPHA_MODE_PREMULTIPLIED
               : 0;
}

void ff_tonelift_read_frame(const AVFrame* frame, const tonelift_video* before,
                            tonelift_video* video) {
    TLRectangle shown = ff_tonelift_visible(frame);

    tonelift_video_default(video);
    video->width = shown.width;
    video->height = shown.height;
    video->primaries = frame->color_primaries;
    video->transfer = frame->color_trc;
    video->matrix = frame->colorspace;
    video->range = frame->color_range;
    video->chroma_location = (tonelift_chroma_location)frame->chroma_location;
    ff_tonelift_set_format(video, ff_tonelift_frame_format(frame));
    if (is_light_of_filters(frame)) video->linear_white = linear_white_of_filters;
    video->alpha_mode = alpha_mode(frame);
    read_side_data(frame, video);
    if (before) ff_tonelift_keep_dolby_vision(before, video);
}

void ff_tonelift_set_planes(tonelift_frame* picture, const AVFrame* frame) {
    const AVPixFmtDescriptor* format = av_pix_fmt_desc_get(ff_tonelift_frame_format(frame));
    TLRectangle shown = ff_tonelift_visible(frame);
    int steps[4];

    av_image_fill_max_pixsteps(steps, NULL, format);
    tonelift_frame_default(picture);
    if (frame->format == AV_PIX_FMT_VULKAN)
        return; /* ff_tonelift_lock_frames() describes Vulkan frames */
    for (int i = 0; i < FF_ARRAY_ELEMS(picture->data) && frame->data[i]; i++) {
        /* In packed 4:2:2, steps[i] is the size of two pixels in bytes, and `x` is in pairs of
         * pixels. */
        int is_chroma = i == format->comp[1].plane || i == format->comp[2].plane;
        int x = shown.x >> (is_chroma ? format->log2_chroma_w : 0);
        int y = shown.y >> (is_chroma ? format->log2_chroma_h : 0);
        picture->data[i] = frame->data[i] + y * (ptrdiff_t)frame->linesize[i] + x * steps[i];
        picture->pitch[i] = frame->linesize[i];
    }
}

static double share(AVRational value) { return value.den ? av_q2d(value) : 0; }

/* Converts luminance of SMPTE ST 2094-40, in units of 10000 cd/m2, to cd/m2. */
static double nits(AVRational light) { return share(light) * 10000; }

/* Returns the peak of the scene in cd/m2, or 0 if unknown. If the metadata has percentiles of rank
 * 95 % or higher, the peak is at most the largest luminance of these percentiles, because the few
 * brightest pixels do not describe the scene. */
static double hdr10_plus_peak(const AVFrame* frame) {
    const AVFrameSideData* data = av_frame_get_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_PLUS);
    const AVHDRPlusColorTransformParams* scene;
    double peak = 0, high = 0;
    int count;

    if (!data || ((const AVDynamicHDRPlus*)data->data)->num_windows < 1) return 0;
    scene = &((const AVDynamicHDRPlus*)data->data)->params[0];
    for (size_t i = 0; i < FF_ARRAY_ELEMS(scene->maxscl); i++)
        peak = fmax(peak, nits(scene->maxscl[i]));
    count = FFMIN(scene->num_distribution_maxrgb_percentiles,
                  (int)FF_ARRAY_ELEMS(scene->distribution_maxrgb));
    for (int i = 0; i < count; i++)
        if (scene->distribution_maxrgb[i].percentage >= 95)
            high = fmax(high, nits(scene->distribution_maxrgb[i].percentile));
    return peak > 0 && high > 0 ? fmin(peak, high) : fmax(peak, high);
}

/* Returns whether HDR10+ metadata applies to the frame. It applies to PQ (SMPTE ST 2094-40), and to
 * linear light, which is assumed to be made from PQ. */
static int takes_hdr10_plus(const AVFrame* frame, const tonelift_options* options) {
    int transfer = options->in_transfer >= 0 ? options->in_transfer : (int)frame->color_trc;
    return transfer != AVCOL_TRC_ARIB_STD_B67 && !ff_tonelift_is_sdr(transfer);
}

static const tonelift_hdr10_plus* hdr10_plus_curve(const AVFrame* frame,
                                                   tonelift_hdr10_plus* curve) {
    const AVFrameSideData* data = av_frame_get_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_PLUS);
    const AVDynamicHDRPlus* from = data ? (const AVDynamicHDRPlus*)data->data : NULL;
    const AVHDRPlusColorTransformParams* scene;

    if (!from || from->num_windows < 1 || !from->params[0].tone_mapping_flag) return NULL;
    scene = &from->params[0];
    tonelift_hdr10_plus_default(curve);
    curve->scene_peak = tonelift_hdr10_plus_peak(nits(scene->maxscl[0]), nits(scene->maxscl[1]),
                                                 nits(scene->maxscl[2]));
    curve->target = share(from->targeted_system_display_maximum_luminance);
    curve->knee_x = share(scene->knee_point_x);
    curve->knee_y = share(scene->knee_point_y);
    curve->anchor_count =
        FFMIN(scene->num_bezier_curve_anchors, (int)FF_ARRAY_ELEMS(curve->anchors));
    for (int i = 0; i < curve->anchor_count; i++)
        curve->anchors[i] = share(scene->bezier_curve_anchors[i]);
    return curve;
}

/* Writes the SMPTE ST 2094-50 metadata, which FFmpeg 9.0 has parsed, as a bit stream again. Returns
 * the number of bytes, or 0 if the frame has no such metadata. */
static size_t st2094_50_bytes(const AVFrame* frame, uint8_t* bytes, size_t room) {
#if HAVE_ST2094_50
    const AVFrameSideData* data =
        av_frame_get_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_SMPTE_2094_APP5);
    if (data && av_dynamic_hdr_smpte2094_app5_to_t35((const AVDynamicHDRSmpte2094App5*)data->data,
                                                     &bytes, &room) >= 0)
        return room;
#endif
    return 0;
}

void ff_tonelift_set_metadata(tonelift_frame* picture, const AVFrame* frame,
                              const tonelift_options* options, TLMetadata* metadata) {
    int hdr10_plus = takes_hdr10_plus(frame, options);
    double peak = hdr10_plus ? hdr10_plus_peak(frame) : 0;
    picture->scene_peak = peak > 0 ? peak : ff_tonelift_dolby_vision_peak(frame);
    picture->dolby_vision = ff_tonelift_read_dolby_vision(frame, &metadata->dolby_vision);
    picture->hdr10_plus = hdr10_plus ? hdr10_plus_curve(frame, &metadata->hdr10_plus) : NULL;
    picture->dolby_trims = ff_tonelift_read_dolby_trims(frame, &metadata->dolby_trims);
    picture->scene_cut = ff_tonelift_begins_dolby_scene(frame);
    picture->st2094_50_size =
        st2094_50_bytes(frame, metadata->st2094_50, sizeof(metadata->st2094_50));
    picture->st2094_50 = picture->st2094_50_size ? metadata->st2094_50 : NULL;
}

int ff_tonelift_has_dynamic_metadata(const AVFrame* frame) {
    return av_frame_get_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) ||
#if HAVE_ST2094_50
           av_frame_get_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_SMPTE_2094_APP5) ||
#endif
           av_frame_get_side_data(frame, AV_FRAME_DATA_DOVI_METADATA) ||
           av_frame_get_side_data(frame, AV_FRAME_DATA_DOVI_RPU_BUFFER);
}

int ff_tonelift_ignores_hdr10_plus(const AVFrame* frame, const tonelift_options* options) {
    return av_frame_get_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) &&
           !takes_hdr10_plus(frame, options);
}

int ff_tonelift_is_hdr(int transfer) {
    return transfer == AVCOL_TRC_SMPTE2084 || transfer == AVCOL_TRC_ARIB_STD_B67;
}

int ff_tonelift_is_sdr(int transfer) {
    return !ff_tonelift_is_hdr(transfer) && transfer != AVCOL_TRC_LINEAR &&
           transfer != AVCOL_TRC_UNSPECIFIED && transfer != AVCOL_TRC_RESERVED0 &&
           transfer != AVCOL_TRC_RESERVED;
}

void ff_tonelift_log_guesses(void* host, const tonelift_video* in,
                             const tonelift_options* options) {
    if (in->linear_white > 0 && options->in_white <= 0)
        av_log(
            host, AV_LOG_INFO,
            "1.0 in linear light is assumed to be %g cd/m2 (%s); set in_white to change that\n",
            in->linear_white,
            in->linear_white == ff_tonelift_sdr_white ? "SDR white" : "unit of FFmpeg's filters");
    if (in->alpha_mode == TONELIFT_ALPHA_MODE_PREMULTIPLIED && options->in_alpha_mode <= 0 &&
        ff_tonelift_has_alpha(in))
        av_log(
            host, AV_LOG_INFO,
            "colors are assumed to be multiplied by alpha, as in EXR; set in_alpha_mode=straight "
            "if they are not\n");
}
