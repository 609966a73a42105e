/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_chain.h"

#include <math.h>
#include <string.h>

#include "tonelift_video.h"

static const double default_npl = 100; /* default of zscale's option npl, in cd/m2 */

static const AVFilterLink* link_before(const AVFilterLink* link) {
    return link->src->nb_inputs == 1 ? link->src->inputs[0] : NULL;
}

static int comes_from(const AVFilterLink* link, const char* filter) {
    return !strcmp(link->src->filter->name, filter);
}

/* Properties of the zscale filters before tonelift. transfer_in and npl are options of the last
 * zscale filter that makes linear light. transfer_in is a code point of ITU-T H.273, or -1 if not
 * set. */
typedef struct Zscale {
    int makes_linear;
    int64_t transfer_in;
    double npl;
    int sets_primaries;
} Zscale;

static int64_t number_of(const AVFilterContext* filter, const char* option) {
    int64_t value;
    return av_opt_get_int(filter->priv, option, 0, &value) < 0 ? -1 : value;
}

static Zscale zscale_before(const AVFilterLink* link) {
    Zscale found = {.transfer_in = -1, .npl = NAN};
    for (; link; link = link_before(link)) {
        const AVFilterContext* filter = link->src;
        if (!comes_from(link, "zscale")) continue;
        if (number_of(filter, "primaries") >= 0) found.sets_primaries = 1;
        if (found.makes_linear || number_of(filter, "transfer") != AVCOL_TRC_LINEAR) continue;
        found.makes_linear = 1;
        found.transfer_in = number_of(filter, "transferin");
        if (av_opt_get_double(filter->priv, "npl", 0, &found.npl) < 0) found.npl = NAN;
    }
    return found;
}

/* Returns whether zscale made the linear light from SDR. If zscale's option transferin is set,
 * this option decides. If not, the HDR metadata and the primaries of the video decide. */
static int was_sdr(const Zscale* zscale, const tonelift_video* video) {
    if (zscale->transfer_in >= 0) return ff_tonelift_is_sdr(zscale->transfer_in);
    if (video->mastering_max > 0 || video->max_cll > 0 || zscale->sets_primaries) return 0;
    return video->primaries == AVCOL_PRI_BT709 || video->primaries == AVCOL_PRI_BT470BG ||
           video->primaries == AVCOL_PRI_SMPTE170M;
}

static void set_white(const AVFilterLink* link, tonelift_video* video) {
    Zscale zscale = zscale_before(link);

    if (!zscale.makes_linear) return;
    if (was_sdr(&zscale, video))
        video->linear_white = video->max_cll = ff_tonelift_sdr_white;
    else
        video->linear_white = zscale.npl > 0 ? zscale.npl : default_npl;
}

/* Returns whether FFmpeg made RGB from XYZ, and no filter after this conversion has set the
 * color. */
static int was_xyz(const AVFilterLink* link) {
    for (; link; link = link_before(link)) {
        if (ff_tonelift_is_xyz(link->format)) return 1;
        if (comes_from(link, "setparams") || comes_from(link, "zscale")) return 0;
    }
    return 0;
}

void ff_tonelift_follow_chain(const AVFilterLink* link, const AVFrame* frame,
                              tonelift_video* video) {
    const AVPixFmtDescriptor* format = av_pix_fmt_desc_get(frame->format);

    if (frame->color_trc == AVCOL_TRC_LINEAR) set_white(link, video);
    if (!format || !(format->flags & AV_PIX_FMT_FLAG_RGB) || !was_xyz(link)) return;
    video->primaries = AVCOL_PRI_BT709;
    video->transfer = AVCOL_TRC_GAMMA22;
}
