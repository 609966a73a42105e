/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Negotiates the pixel formats of the filter, so that FFmpeg does not convert to a worse format.
 */

#include "tonelift_formats.h"

#include <string.h>

#include "libavutil/avstring.h"
#include "tonelift_chain.h"
#include "tonelift_device.h"
#include "tonelift_video.h"

static const char* const format_names[] = {
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, components)                                                  \
    ffmpeg,
#include <tonelift/formats.def>
};

/* Returns the pixel format of the frames before any conversion by FFmpeg, or AVERROR(EAGAIN) if
 * FFmpeg has not queried the earlier filters yet. */
static int coming_format(const AVFilterLink* link) {
    int format = AV_PIX_FMT_NONE;
    while (link) {
        const AVFilterFormats* offered = link->incfg.formats;
        if (!offered || !offered->nb_formats) return AVERROR(EAGAIN);
        format = offered->formats[0];
        if (offered->nb_formats == 1) break;
        link = link->src->nb_inputs ? link->src->inputs[0] : NULL;
    }
    return format;
}

static int contains(const AVFilterFormats* list, int format) {
    for (unsigned i = 0; i < list->nb_formats; i++)
        if (list->formats[i] == format) return 1;
    return 0;
}

/* Returns whether a conversion from `coming` to `format` clips light above white. Integer formats
 * clip, and float formats do not. */
static int loses_highlights(enum AVPixelFormat format, enum AVPixelFormat coming) {
    return av_pix_fmt_desc_get(coming)->flags & AV_PIX_FMT_FLAG_FLOAT &&
           !(av_pix_fmt_desc_get(format)->flags & AV_PIX_FMT_FLAG_FLOAT);
}

static enum AVPixelFormat better(enum AVPixelFormat best, enum AVPixelFormat format,
                                 enum AVPixelFormat coming) {
    int has_alpha = av_pix_fmt_desc_get(coming)->nb_components % 2 == 0;
    if (best == AV_PIX_FMT_NONE) return format;
    if (loses_highlights(best, coming) != loses_highlights(format, coming))
        return loses_highlights(best, coming) ? format : best;
    return av_find_best_pix_fmt_of_2(best, format, coming, has_alpha, NULL);
}

static enum AVPixelFormat best_format(const AVFilterFormats* offered, enum AVPixelFormat coming) {
    enum AVPixelFormat best = AV_PIX_FMT_NONE;
    for (size_t i = 0; i < FF_ARRAY_ELEMS(format_names); i++) {
        enum AVPixelFormat format = av_get_pix_fmt(format_names[i]);
        enum AVPixelFormat full_range = ff_tonelift_full_range_format(format);
        if (format == AV_PIX_FMT_NONE) continue;
        if (!offered || contains(offered, format)) best = better(best, format, coming);
        if (full_range != format && (!offered || contains(offered, full_range)))
            best = better(best, full_range, coming);
    }
    return best;
}

static void describe_format(enum AVPixelFormat format, tonelift_video* video) {
    tonelift_video_default(video);
    video->width = video->height = 16;
    ff_tonelift_set_format(video, format);
}

int ff_tonelift_known_format(enum AVPixelFormat format) {
    return tonelift_format_from_name(av_get_pix_fmt_name(format)) != TONELIFT_FORMAT_NONE;
}

enum AVPixelFormat ff_tonelift_output_format(const tonelift_options* options,
                                             enum AVPixelFormat format) {
    tonelift_video in, out;
    enum AVPixelFormat result;

    describe_format(format, &in);
    tonelift_video_default(&out);
    if (tonelift_output(options, &in, &out, NULL) != TONELIFT_OK) return AV_PIX_FMT_NONE;
    result = av_get_pix_fmt(tonelift_format_name(out.format));
    if (ff_tonelift_plain_format(format) != format && out.range == AVCOL_RANGE_JPEG)
        result = ff_tonelift_full_range_format(result);
    return result;
}

static int add_format(AVFilterFormats** list, enum AVPixelFormat format) {
    return *list && contains(*list, format) ? 0 : ff_add_format(list, format);
}

static int set_only(AVFilterFormats** place, int value) {
    AVFilterFormats* list = NULL;
    int ret = ff_add_format(&list, value);
    return ret < 0 ? ret : ff_formats_ref(list, place);
}

static const enum AVPixelFormat device_samples[] = {
    AV_PIX_FMT_P010LE,
    AV_PIX_FMT_YUV420P10LE,
    AV_PIX_FMT_YUV422P10LE,
    AV_PIX_FMT_YUV444P10LE,
};

static int set_output(AVFilterContext* ctx, const tonelift_options* options,
                      enum AVPixelFormat in) {
    static const enum AVPixelFormat devices[] = {AV_PIX_FMT_CUDA, AV_PIX_FMT_VULKAN};
    int on_device = ff_tonelift_has_device(in);
    const enum AVPixelFormat* samples = on_device ? device_samples : &in;
    size_t count = on_device ? FF_ARRAY_ELEMS(device_samples) : 1;
    AVFilterFormats* list = NULL;
    int ret = on_device ? add_format(&list, in) : 0;

    for (size_t i = 0; i < count && ret >= 0; i++) {
        enum AVPixelFormat out = ff_tonelift_output_format(options, samples[i]);
        if (out != AV_PIX_FMT_NONE) {
            ret = add_format(&list, out);
            continue;
        }
        av_log(ctx, AV_LOG_ERROR,
               "format=%s cannot be made from %s in this FFmpeg; leave format out\n",
               options->format, av_get_pix_fmt_name(samples[i]));
        ret = AVERROR(EINVAL);
    }
    for (size_t i = 0; i < FF_ARRAY_ELEMS(devices) && ret >= 0; i++)
        if (ff_tonelift_allows_device(options, devices[i]) && (!on_device || devices[i] == in))
            ret = add_format(&list, devices[i]);
    if (ret >= 0) return ff_formats_ref(list, &ctx->outputs[0]->incfg.formats);
    ff_formats_unref(&list);
    return ret;
}

#if TL_HAVE_LINK_COLOR
static int only_value(const AVFilterFormats* list, int fallback) {
    return list && list->nb_formats == 1 ? list->formats[0] : fallback;
}

/* Negotiates the matrix and range of the output. FFmpeg does not negotiate the transfer function,
 * so a BT.2020 matrix is assumed to mean PQ. */
static int set_link_color(const AVFilterLink* inlink, AVFilterLink* outlink,
                          enum AVPixelFormat format, const tonelift_options* options) {
    tonelift_video in, out;
    int ret;

    describe_format(format, &in);
    tonelift_video_default(&out);
    in.matrix = only_value(inlink->incfg.color_spaces, in.matrix);
    in.range = only_value(inlink->incfg.color_ranges, in.range);
    if (in.matrix == AVCOL_SPC_BT2020_NCL) in.transfer = AVCOL_TRC_SMPTE2084;
    if (tonelift_output(options, &in, &out, NULL) != TONELIFT_OK) return 0;
    if (out.matrix != AVCOL_SPC_UNSPECIFIED && out.matrix != AVCOL_SPC_RGB &&
        (ret = set_only(&outlink->incfg.color_spaces, out.matrix)) < 0)
        return ret;
    return set_only(&outlink->incfg.color_ranges, out.range);
}
#endif

static int is_automatic(const tonelift_options* options) {
    return !options->format || !*options->format || !av_strcasecmp(options->format, "auto");
}

static int has_flag(enum AVPixelFormat format, uint64_t flag) {
    const AVPixFmtDescriptor* descriptor = av_pix_fmt_desc_get(format);
    return descriptor && descriptor->flags & flag;
}

static int is_yuv(enum AVPixelFormat format) {
    const AVPixFmtDescriptor* descriptor = av_pix_fmt_desc_get(format);
    return descriptor && descriptor->nb_components >= 3 &&
           !(descriptor->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_HWACCEL));
}

static const AVFilterLink* last_link(const AVFilterLink* link) {
    while (link->dst->nb_outputs == 1) link = link->dst->outputs[0];
    return link;
}

static int decides(const AVFilterContext* filter, const AVFilter* this_one) {
    return filter->filter == this_one || !strcmp(filter->filter->name, "format");
}

/* Returns whether the frames on the link are RGB. The closest earlier filter that selects between
 * RGB and YUV decides. Without such a filter, the source decides. */
static int has_rgb(const AVFilterLink* link, const AVFilter* this_one) {
    const AVFilterFormats* formats;
    while (!decides(link->src, this_one) && link->src->nb_inputs) link = link->src->inputs[0];
    formats = link->incfg.formats;
    return link->src->filter != this_one && formats && formats->nb_formats &&
           has_flag(formats->formats[0], AV_PIX_FMT_FLAG_RGB);
}

static int takes_limited(const AVFilterLink* link) {
#if TL_HAVE_LINK_COLOR
    if (link->outcfg.color_ranges) return contains(link->outcfg.color_ranges, AVCOL_RANGE_MPEG);
#endif
    return 1;
}

/* Returns whether a later filter, such as hstack, joins the output with an RGB stream. YUV output
 * would get wrong colors there. */
static int joins_rgb(const AVFilterLink* link) {
    const AVFilter* filter = link->src->filter;
    const AVFilterLink* next = link;
    for (; next->dst->nb_outputs == 1; next = next->dst->outputs[0]) {
        for (unsigned i = 0; i < next->dst->nb_inputs; i++) {
            if (next->dst->inputs[i] == next || !has_rgb(next->dst->inputs[i], filter)) continue;
            if (!TL_HAVE_LINK_COLOR || !takes_limited(link)) return 1;
        }
    }
    return 0;
}

static int sets_matrix(const AVFilterLink* link) {
    for (; link->dst->nb_outputs == 1; link = link->dst->outputs[0]) {
        if (!strcmp(link->dst->filter->name, "scale") &&
            !av_opt_is_set_to_default_by_name(link->dst->priv, "out_color_matrix", 0))
            return 1;
    }
    return 0;
}

static int is_full_range(enum AVPixelFormat format) {
    return ff_tonelift_plain_format(format) != format;
}

static int takes_rgb(const AVFilterFormats* list) {
    for (unsigned i = 0; i < list->nb_formats; i++)
        if (has_flag(list->formats[i], AV_PIX_FMT_FLAG_RGB)) return 1;
    return 0;
}

static int is_gray(enum AVPixelFormat format) {
    return av_pix_fmt_desc_get(format)->nb_components == 1 &&
           !has_flag(format, AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL);
}

static int is_only_gray(const AVFilterFormats* list) {
    for (unsigned i = 0; i < list->nb_formats; i++)
        if (!is_gray(list->formats[i])) return 0;
    return list->nb_formats > 0;
}

/* Returns a gray format if the encoder accepts only gray, because FFmpeg's conversion to gray is
 * wrong. Otherwise returns AV_PIX_FMT_NONE. */
static enum AVPixelFormat gray_to_follow(const AVFilterLink* outlink, enum AVPixelFormat in) {
    const AVFilterFormats* last = last_link(outlink)->outcfg.formats;
    const AVFilterFormats* next = outlink->outcfg.formats;
    enum AVPixelFormat best = AV_PIX_FMT_NONE;

    if (!last || !next || !is_only_gray(last) || !is_only_gray(next)) return best;
    for (size_t i = 0; i < FF_ARRAY_ELEMS(format_names); i++) {
        enum AVPixelFormat format = av_get_pix_fmt(format_names[i]);
        if (format != AV_PIX_FMT_NONE && contains(last, format) && contains(next, format))
            best = better(best, format, in);
    }
    return best;
}

/* Returns the YUV format for the encoder, or AV_PIX_FMT_NONE if the output should stay RGB, for
 * example for JPEG. */
static enum AVPixelFormat yuv_to_follow(const AVFilterLink* outlink, enum AVPixelFormat in) {
    const AVFilterFormats* last = last_link(outlink)->outcfg.formats;
    const AVFilterFormats* next = outlink->outcfg.formats;
    enum AVPixelFormat best = AV_PIX_FMT_NONE;
    int is_video = 0, keeps_rgb = joins_rgb(outlink);

    if (!last || !next || takes_rgb(last)) return best;
    if (!keeps_rgb && !takes_limited(outlink)) return best;
    for (size_t i = 0; i < FF_ARRAY_ELEMS(format_names); i++) {
        enum AVPixelFormat format = av_get_pix_fmt(format_names[i]);
        int is_taken = contains(last, format);
        if (!is_yuv(format)) continue;
        is_video |= is_taken;
        if (!keeps_rgb && contains(next, format) && (is_taken || !takes_rgb(next)))
            best = better(best, format, in);
    }
    if (!is_video && last->nb_formats == 1 && is_full_range(last->formats[0]))
        av_log(outlink->src, AV_LOG_INFO,
               "RGB is converted to %s by the matrix of JPEG; for video use -pix_fmt yuv420p\n",
               av_get_pix_fmt_name(last->formats[0]));
    if (is_video && best == AV_PIX_FMT_NONE && !sets_matrix(outlink))
        av_log(outlink->src, AV_LOG_WARNING,
               "RGB is converted to YUV after later filters, with an untagged matrix; put "
               "tonelift after them, or "
               "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=colorspace="
               "bt709:range=tv\n");
    return best;
}

/* Sets the output format to suit the encoder. Returns AVERROR(EAGAIN) in the first round of
 * negotiation if later filters have not chosen their formats yet. */
static int follow_encoder(const AVFilterLink* outlink, enum AVPixelFormat in, int is_first_round,
                          tonelift_options* options) {
    enum AVPixelFormat format;
    if (!is_automatic(options) || is_gray(in) || ff_tonelift_has_device(in)) return 0;
    if (is_first_round && !last_link(outlink)->outcfg.formats) return AVERROR(EAGAIN);
    format = gray_to_follow(outlink, in);
    if (format == AV_PIX_FMT_NONE && has_flag(in, AV_PIX_FMT_FLAG_RGB))
        format = yuv_to_follow(outlink, in);
    if (format != AV_PIX_FMT_NONE) options->format = av_get_pix_fmt_name(format);
    return 0;
}

static enum AVPixelFormat input_format(const AVFilterFormats* offered, int coming) {
    enum AVPixelFormat best;
    /* FFmpeg would convert XYZ to YUV with an untagged matrix, so RGB input is chosen. */
    if (ff_tonelift_is_xyz(coming)) coming = AV_PIX_FMT_RGB48;
    if (ff_tonelift_has_device(coming) && contains(offered, coming)) return coming;
    /* FFmpeg downloads frames from unsupported devices. P010 is assumed, because the format after
     * the download is not known yet. */
    if (av_pix_fmt_desc_get(coming)->flags & AV_PIX_FMT_FLAG_HWACCEL) coming = device_samples[0];
    best = best_format(offered, coming);
    return best == AV_PIX_FMT_NONE ? best_format(NULL, coming) : best;
}

int ff_tonelift_query_formats(AVFilterContext* ctx, const tonelift_options* options,
                              int* has_waited) {
    AVFilterLink *inlink = ctx->inputs[0], *outlink = ctx->outputs[0];
    int coming = coming_format(inlink), is_first = !*has_waited, ret;
    tonelift_options chosen = *options;
    enum AVPixelFormat in;

    *has_waited = 1;
    if (coming == AVERROR(EAGAIN)) return coming;
    in = input_format(inlink->incfg.formats, coming);
    if ((ret = follow_encoder(outlink, in, is_first, &chosen)) < 0) return ret;
    if ((ret = set_output(ctx, &chosen, in)) < 0 ||
        (ret = set_only(&inlink->outcfg.formats, in)) < 0)
        return ret;
#if TL_HAVE_ALPHA_MODE
    if (options->alpha_mode > 0 &&
        (ret = set_only(&outlink->incfg.alpha_modes, options->alpha_mode)) < 0)
        return ret;
#endif
#if TL_HAVE_LINK_COLOR
    return set_link_color(inlink, outlink, ff_tonelift_has_device(in) ? device_samples[0] : in,
                          &chosen);
#else
    return 0;
#endif
}
