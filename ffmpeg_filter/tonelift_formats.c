/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which pixel formats the filter takes, and which one comes out for each.
 *
 * FFmpeg chooses an output format on its own: the one on the filter's list that is closest to the
 * input format. So the list may only hold what comes out for the formats that are really offered,
 * and among those only for one family, lest ten bits of YUV become ten bits of RGB.
 */

#include "tonelift_formats.h"

#include "tonelift_video.h"

static const char* const format_names[] = {
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, components)                                                  \
    ffmpeg,
#include <tonelift/formats.def>
};

enum { family_any, family_yuv, family_gray, family_rgb };

static int family_of(enum AVPixelFormat format) {
    const AVPixFmtDescriptor* descriptor = av_pix_fmt_desc_get(format);
    if (!descriptor || descriptor->flags & AV_PIX_FMT_FLAG_HWACCEL) return family_any;
    if (descriptor->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) return family_rgb;
    return descriptor->nb_components < 3 ? family_gray : family_yuv;
}

/* Whether every list from here up to the source is known, and the family that the link will get: a
 * converter before this filter keeps close to its own input. */
static int likely_family(const AVFilterLink* link, int* family) {
    *family = family_any;
    while (link) {
        const AVFilterFormats* offered = link->incfg.formats;
        if (!offered || !offered->nb_formats) return AVERROR(EAGAIN);
        *family = family_of(offered->formats[0]);
        if (offered->nb_formats == 1) return 0;
        link = link->src->nb_inputs ? link->src->inputs[0] : NULL;
    }
    return 0;
}

static int contains(const AVFilterFormats* list, int format) {
    for (unsigned i = 0; i < list->nb_formats; i++)
        if (list->formats[i] == format) return 1;
    return 0;
}

/* A picture of which nothing is known but its format; the size does not matter. */
static void describe_format(enum AVPixelFormat format, tonelift_video* video) {
    tonelift_video_default(video);
    video->width = video->height = 16;
    ff_tonelift_set_format(video, format);
}

typedef struct Negotiation {
    const tonelift_options* options;
    AVFilterFormats *in, *out;
} Negotiation;

/* Adds an input format and the format that comes out for it. */
static int add_format(Negotiation* n, enum AVPixelFormat format) {
    tonelift_video in, out;
    enum AVPixelFormat out_format;
    int ret;

    describe_format(format, &in);
    if (tonelift_output(n->options, &in, &out, NULL) != TONELIFT_OK) return 0;
    out_format = av_get_pix_fmt(tonelift_format_name(out.format));
    if (out_format == AV_PIX_FMT_NONE) return 0;
    if (ff_tonelift_plain_format(format) != format && out.range == AVCOL_RANGE_JPEG)
        out_format = ff_tonelift_full_range_format(out_format);
    if ((ret = ff_add_format(&n->in, format)) < 0) return ret;
    if (n->out && contains(n->out, out_format)) return 0;
    return ff_add_format(&n->out, out_format);
}

static int add_if_wanted(Negotiation* n, enum AVPixelFormat format, const AVFilterFormats* offered,
                         int family) {
    if (offered && !contains(offered, format)) return 0;
    if (family != family_any && family != family_of(format)) return 0;
    return add_format(n, format);
}

/* Adds every format of the family that is offered; all are when offered is NULL. Adds nothing when
 * an earlier call found something. */
static int add_formats(Negotiation* n, const AVFilterFormats* offered, int family) {
    if (n->in) return 0;
    for (size_t i = 0; i < FF_ARRAY_ELEMS(format_names); i++) {
        enum AVPixelFormat format = av_get_pix_fmt(format_names[i]);
        enum AVPixelFormat full_range = ff_tonelift_full_range_format(format);
        int ret;
        if (format == AV_PIX_FMT_NONE) continue;
        if ((ret = add_if_wanted(n, format, offered, family)) < 0) return ret;
        if (full_range != format && (ret = add_if_wanted(n, full_range, offered, family)) < 0)
            return ret;
    }
    return 0;
}

#if TL_HAVE_LINK_COLOR
static int only_value(const AVFilterFormats* list, int fallback) {
    return list && list->nb_formats == 1 ? list->formats[0] : fallback;
}

static int set_only(AVFilterFormats** place, int value) {
    AVFilterFormats* list = NULL;
    int ret = ff_add_format(&list, value);
    return ret < 0 ? ret : ff_formats_ref(list, place);
}

/* Sets matrix and range of the output link, which would otherwise become those of the input. The
 * transfer function is not known yet: BT.2020 is taken for PQ. */
static int set_link_color(const AVFilterLink* inlink, AVFilterLink* outlink,
                          const tonelift_options* options) {
    tonelift_video in, out;
    int ret;

    describe_format(inlink->outcfg.formats->formats[0], &in);
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

int ff_tonelift_query_formats(AVFilterContext* ctx, const tonelift_options* options) {
    AVFilterLink *inlink = ctx->inputs[0], *outlink = ctx->outputs[0];
    const AVFilterFormats* offered = inlink->incfg.formats;
    Negotiation n = {.options = options};
    int family, ret;

    if ((ret = likely_family(inlink, &family)) < 0 ||
        (ret = add_formats(&n, offered, family)) < 0 ||
        (ret = add_formats(&n, offered, family_any)) < 0 ||
        (ret = add_formats(&n, NULL, family)) < 0 || (ret = add_formats(&n, NULL, family_any)) < 0)
        return ret;
    if (!n.in) {
        av_log(ctx, AV_LOG_ERROR, "this FFmpeg lacks the pixel format of format=%s\n",
               options->format);
        return AVERROR(EINVAL);
    }
    if ((ret = ff_formats_ref(n.in, &inlink->outcfg.formats)) < 0 ||
        (ret = ff_formats_ref(n.out, &outlink->incfg.formats)) < 0)
        return ret;
#if TL_HAVE_LINK_COLOR
    return set_link_color(inlink, outlink, options);
#else
    return 0;
#endif
}

tonelift_status ff_tonelift_check_options(const tonelift_options* options,
                                          const tonelift_log* log) {
    tonelift_video in, out;
    describe_format(AV_PIX_FMT_YUV420P10LE, &in);
    return tonelift_output(options, &in, &out, log);
}
