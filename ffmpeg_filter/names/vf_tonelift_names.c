/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The filters tonemapx and tonemap_cuda: the filter tonelift with the names and options that media
 * servers use. docs/reference/server_names.md lists the meaning of each option.
 */

#include <float.h>
#include <math.h>

#include "compat.h"
#include "tonelift_batch.h"
#include "tonelift_filter.h"

/* Curves of the original tonemapx and tonemap_cuda that Tonelift does not have. */
enum { curve_none = 100, curve_gamma };

typedef struct NamesContext {
    ToneliftContext filter; /* must be first, because functions of tonelift cast to
                               ToneliftContext */
    int tonemap, tonemap_mode, tradeoff;
    int transfer, matrix, primaries, range;
    int apply_dovi;
    double peak; /* peak of the source, in units of 10 cd/m2 */
    double param, desat, threshold;
    char* format;
} NamesContext;

static int curve_of(AVFilterContext* ctx, int tonemap) {
    if (tonemap == curve_none) return TONELIFT_TONEMAP_CLIP;
    if (tonemap != curve_gamma) return tonemap;
    av_log(ctx, AV_LOG_WARNING, "there is no curve gamma; bt2390 is used\n");
    return TONELIFT_TONEMAP_BT2390;
}

static void tell_of_ignored(AVFilterContext* ctx, const NamesContext* s) {
    if (!isnan(s->param))
        av_log(ctx, AV_LOG_INFO, "param is ignored: a curve is fitted to each frame\n");
    if (s->desat > 0)
        av_log(ctx, AV_LOG_INFO,
               "desat is ignored: colors are mapped into the gamut at constant hue\n");
}

static av_cold int init_names(AVFilterContext* ctx) {
    NamesContext* s = ctx->priv;
    tonelift_options* options = &s->filter.options;

    tonelift_options_default(options);
    options->preset = "cinema";
    options->tonemap = curve_of(ctx, s->tonemap);
    options->source_peak = FFMIN(s->peak * 10, 10000);
    options->transfer = s->transfer;
    options->matrix = s->matrix;
    options->primaries = s->primaries;
    options->range = s->range;
    options->apply_dolbyvision = s->apply_dovi;
    options->format = s->format;
    tell_of_ignored(ctx, s);
    return ff_tonelift_init(ctx);
}

#define OFFSET(name) offsetof(NamesContext, name)
#define FLAGS (AV_OPT_FLAG_FILTERING_PARAM | AV_OPT_FLAG_VIDEO_PARAM)
/* clang-format off */
#define NUMBER(name, field, value, low, high, help) \
    {name, help, OFFSET(field), AV_OPT_TYPE_INT, {.i64 = value}, low, high, FLAGS, .unit = #field}
#define NAME(field, name, number) \
    {name, NULL, 0, AV_OPT_TYPE_CONST, {.i64 = number}, 0, 0, FLAGS, .unit = #field}
#define REAL(name, value, help) \
    {#name, help, OFFSET(name), AV_OPT_TYPE_DOUBLE, {.dbl = value}, 0, DBL_MAX, FLAGS}
#define IGNORED "accepted and ignored"
static const AVOption tonelift_names_options[] = {
    NUMBER("tonemap", tonemap, TONELIFT_TONEMAP_BT2390, 0, curve_gamma, "tone curve"),
        NAME(tonemap, "none", curve_none),
        NAME(tonemap, "linear", TONELIFT_TONEMAP_LINEAR),
        NAME(tonemap, "gamma", curve_gamma),
        NAME(tonemap, "clip", TONELIFT_TONEMAP_CLIP),
        NAME(tonemap, "reinhard", TONELIFT_TONEMAP_REINHARD),
        NAME(tonemap, "hable", TONELIFT_TONEMAP_HABLE),
        NAME(tonemap, "mobius", TONELIFT_TONEMAP_MOBIUS),
        NAME(tonemap, "bt2390", TONELIFT_TONEMAP_BT2390),
    NUMBER("tonemap_mode", tonemap_mode, 4, 0, 4, IGNORED),
        NAME(tonemap_mode, "max", 0),
        NAME(tonemap_mode, "rgb", 1),
        NAME(tonemap_mode, "lum", 2),
        NAME(tonemap_mode, "itp", 3),
        NAME(tonemap_mode, "auto", 4),
    NUMBER("transfer", transfer, TONELIFT_TRANSFER_BT709, -1, 18, "transfer function of the output"),
    NUMBER("t", transfer, TONELIFT_TRANSFER_BT709, -1, 18, "the same as transfer"),
        NAME(transfer, "bt709", TONELIFT_TRANSFER_BT709),
        NAME(transfer, "bt2020", TONELIFT_TRANSFER_BT2020_10),
        NAME(transfer, "smpte2084", TONELIFT_TRANSFER_SMPTE2084),
    NUMBER("matrix", matrix, TONELIFT_MATRIX_BT709, -1, 9, "YUV matrix of the output"),
    NUMBER("m", matrix, TONELIFT_MATRIX_BT709, -1, 9, "the same as matrix"),
        NAME(matrix, "bt709", TONELIFT_MATRIX_BT709),
        NAME(matrix, "bt2020", TONELIFT_MATRIX_BT2020NC),
    NUMBER("primaries", primaries, TONELIFT_PRIMARIES_BT709, -1, 12, "color primaries of the output"),
    NUMBER("p", primaries, TONELIFT_PRIMARIES_BT709, -1, 12, "the same as primaries"),
        NAME(primaries, "bt709", TONELIFT_PRIMARIES_BT709),
        NAME(primaries, "bt2020", TONELIFT_PRIMARIES_BT2020),
    NUMBER("range", range, -1, -1, 2, "code range of the output"),
    NUMBER("r", range, -1, -1, 2, "the same as range"),
        NAME(range, "tv", TONELIFT_RANGE_LIMITED),
        NAME(range, "pc", TONELIFT_RANGE_FULL),
        NAME(range, "limited", TONELIFT_RANGE_LIMITED),
        NAME(range, "full", TONELIFT_RANGE_FULL),
    {"format", "pixel format of the output", OFFSET(format), AV_OPT_TYPE_STRING, {.str = "same"}, 0, 0, FLAGS},
    {"apply_dovi", "apply Dolby Vision metadata", OFFSET(apply_dovi), AV_OPT_TYPE_BOOL, {.i64 = 1}, 0, 1, FLAGS},
    NUMBER("tradeoff", tradeoff, -1, -1, 1, IGNORED),
        NAME(tradeoff, "auto", -1),
        NAME(tradeoff, "disabled", 0),
        NAME(tradeoff, "enabled", 1),
    REAL(peak, 0, "peak luminance of the source in units of 10 cd/m2; 0: from the stream"),
    REAL(param, NAN, IGNORED),
    REAL(desat, 0, IGNORED),
    REAL(threshold, 0.2, IGNORED),
    {NULL},
};
/* clang-format on */

AVFILTER_DEFINE_CLASS(tonelift_names);

#define TONELIFT_NAMED(filter, text)                                                         \
    const TLFilter ff_vf_##filter = {                                                        \
        TL_PUBLIC(name) = #filter,                                                           \
        TL_PUBLIC(description) = text,                                                       \
        TL_PUBLIC(priv_class) = &tonelift_names_class,                                       \
        TL_PUBLIC(flags) = AVFILTER_FLAG_HWDEVICE | AVFILTER_FLAG_SUPPORT_TIMELINE_INTERNAL, \
        .flags_internal = FF_FILTER_FLAG_HWFRAME_AWARE,                                      \
        .priv_size = sizeof(NamesContext),                                                   \
        .init = init_names,                                                                  \
        .uninit = ff_tonelift_uninit,                                                        \
        .activate = ff_tonelift_activate,                                                    \
        FILTER_INPUTS(ff_tonelift_inputs),                                                   \
        FILTER_OUTPUTS(ff_tonelift_outputs),                                                 \
        FILTER_QUERY_FUNC(ff_tonelift_query_filter_formats),                                 \
    }

/* Jellyfin uses tonemap_cuda only if the filter's description contains the words up to
 * "tonemapping". */
TONELIFT_NAMED(tonemap_cuda, "GPU accelerated HDR to SDR tonemapping (tonelift)");
TONELIFT_NAMED(tonemapx, "HDR to SDR tonemapping (tonelift)");
