/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The filter tonelift_compose: combines the base layer and the enhancement layer of Dolby Vision
 * profile 7 into one 12-bit PQ picture. FFmpeg decodes the two layers as separate streams.
 */

#include <tonelift/enhancement_layer.h>

#include "libavutil/dovi_meta.h"

#include "compat.h"
#include "framesync.h"
#include "tonelift_dolby_vision.h"
#include "tonelift_host.h"
#include "tonelift_video.h"

typedef struct ComposeContext {
    const AVClass* class;
    FFFrameSync sync;
    tonelift_log log;
    tonelift_enhancement metadata;
    int has_metadata;
    int has_warned;
} ComposeContext;

enum { base_layer, enhancement_layer };

/* Reads the composing metadata from the base layer's frame, else from the enhancement layer's
 * frame. If neither frame has valid metadata, the metadata of the previous frame stays in use. */
static int read_metadata(AVFilterContext* ctx, const AVFrame* base, const AVFrame* layer) {
    ComposeContext* s = ctx->priv;
    tonelift_enhancement metadata;
    const char* fault = ff_tonelift_read_enhancement(base, &metadata);

    if (fault) fault = ff_tonelift_read_enhancement(layer, &metadata);
    if (!fault) {
        s->metadata = metadata;
        s->has_metadata = 1;
        return 0;
    }
    if (!s->has_metadata) {
        av_log(
            ctx, AV_LOG_ERROR,
            "the first frame cannot be composed: %s; the bitstream filter dovi_split=mode=bl_rpu "
            "keeps the metadata in the base layer\n",
            fault);
        return AVERROR_INVALIDDATA;
    }
    if (!s->has_warned)
        av_log(ctx, AV_LOG_WARNING, "%s; such frames use the metadata of the previous frame\n",
               fault);
    s->has_warned = 1;
    return 0;
}

static int settle_metadata(AVFrame* frame) {
    AVFrameSideData* data = av_frame_get_side_data(frame, AV_FRAME_DATA_DOVI_METADATA);
    int ret;

    av_frame_remove_side_data(frame, AV_FRAME_DATA_DOVI_RPU_BUFFER);
    if (!data) return 0;
    if ((ret = av_buffer_make_writable(&data->buf)) < 0) return ret;
    data->data = data->buf->data;
    ff_tonelift_settle_dolby_vision((AVDOVIMetadata*)data->data);
    return 0;
}

static int compose_frame(FFFrameSync* sync) {
    AVFilterContext* ctx = sync->parent;
    ComposeContext* s = ctx->priv;
    AVFilterLink* outlink = ctx->outputs[0];
    AVFrame *base, *layer, *out;
    tonelift_frame pictures[2], composed;
    int ret;

    if ((ret = ff_framesync_get_frame(sync, base_layer, &base, 0)) < 0 ||
        (ret = ff_framesync_get_frame(sync, enhancement_layer, &layer, 0)) < 0 ||
        (ret = read_metadata(ctx, base, layer)) < 0)
        return ret;
    if (!(out = ff_get_video_buffer(outlink, outlink->w, outlink->h))) return AVERROR(ENOMEM);
    if ((ret = av_frame_copy_props(out, base)) < 0 || (ret = settle_metadata(out)) < 0) goto fail;
    out->pts = av_rescale_q(sync->pts, sync->time_base, outlink->time_base);
    ff_tonelift_set_planes(&pictures[base_layer], base);
    ff_tonelift_set_planes(&pictures[enhancement_layer], layer);
    ff_tonelift_set_planes(&composed, out);
    ret = ff_tonelift_error(tonelift_compose(
        &s->metadata, outlink->w, outlink->h, &pictures[base_layer], &pictures[enhancement_layer],
        layer->width < base->width || layer->height < base->height, &composed, &s->log));
    if (ret >= 0) return ff_filter_frame(outlink, out);
fail:
    av_frame_free(&out);
    return ret;
}

static int config_output(AVFilterLink* outlink) {
    AVFilterContext* ctx = outlink->src;
    ComposeContext* s = ctx->priv;
    const AVFilterLink *base = ctx->inputs[base_layer], *layer = ctx->inputs[enhancement_layer];
    int is_whole = layer->w == base->w && layer->h == base->h;
    int is_half = layer->w == tonelift_enhancement_half(base->w) &&
                  layer->h == tonelift_enhancement_half(base->h);
    int ret;

    if (!is_whole && !is_half) {
        av_log(ctx, AV_LOG_ERROR,
               "the enhancement layer has %dx%d and the base layer %dx%d; allowed are the "
               "same size and half of it\n",
               layer->w, layer->h, base->w, base->h);
        return AVERROR(EINVAL);
    }
    outlink->w = base->w;
    outlink->h = base->h;
    outlink->sample_aspect_ratio = base->sample_aspect_ratio;
    TL_LINK(outlink)->frame_rate = TL_LINK(ctx->inputs[base_layer])->frame_rate;
    if ((ret = ff_framesync_init(&s->sync, ctx, 2)) < 0) return ret;
    for (int i = 0; i < 2; i++) {
        s->sync.in[i].time_base = ctx->inputs[i]->time_base;
        s->sync.in[i].before = s->sync.in[i].after = EXT_STOP;
        s->sync.in[i].sync = 1;
    }
    s->sync.on_event = compose_frame;
    ret = ff_framesync_configure(&s->sync);
    outlink->time_base = s->sync.time_base;
    return ret;
}

static int query_formats(AVFilterContext* ctx) {
    static const int ten_bits[] = {AV_PIX_FMT_YUV420P10, AV_PIX_FMT_NONE};
    static const int twelve_bits[] = {AV_PIX_FMT_YUV420P12, AV_PIX_FMT_NONE};
    int ret = 0;

    for (int i = 0; i < 2 && ret >= 0; i++)
        ret = ff_formats_ref(ff_make_format_list(ten_bits), &ctx->inputs[i]->outcfg.formats);
    if (ret < 0) return ret;
    return ff_formats_ref(ff_make_format_list(twelve_bits), &ctx->outputs[0]->incfg.formats);
}

static av_cold int init(AVFilterContext* ctx) {
    ComposeContext* s = ctx->priv;
    ff_framesync_preinit(&s->sync);
    s->log = ff_tonelift_log(ctx);
    return 0;
}

static av_cold void uninit(AVFilterContext* ctx) {
    ComposeContext* s = ctx->priv;
    ff_framesync_uninit(&s->sync);
}

static int activate(AVFilterContext* ctx) {
    ComposeContext* s = ctx->priv;
    return ff_framesync_activate(&s->sync);
}

static const AVOption compose_options[] = {{NULL}};

static const AVClass compose_class = {
    .class_name = "tonelift_compose",
    .item_name = av_default_item_name,
    .option = compose_options,
    .version = LIBAVUTIL_VERSION_INT,
    .category = AV_CLASS_CATEGORY_FILTER,
};

static const AVFilterPad inputs[] = {
    {.name = "base", .type = AVMEDIA_TYPE_VIDEO},
    {.name = "enhancement", .type = AVMEDIA_TYPE_VIDEO},
};

static const AVFilterPad outputs[] = {
    {.name = "default", .type = AVMEDIA_TYPE_VIDEO, .config_props = config_output},
};

const TLFilter ff_vf_tonelift_compose = {
    TL_PUBLIC(name) = "tonelift_compose",
    TL_PUBLIC(description) = "Compose the two layers of Dolby Vision profile 7.",
    TL_PUBLIC(priv_class) = &compose_class,
    .priv_size = sizeof(ComposeContext),
    .init = init,
    .uninit = uninit,
    .activate = activate,
    FILTER_INPUTS(inputs),
    FILTER_OUTPUTS(outputs),
    FILTER_QUERY_FUNC(query_formats),
};
