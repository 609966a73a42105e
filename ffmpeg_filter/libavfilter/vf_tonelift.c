/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The filter tonelift: local tone mapping of video by libtonelift.
 */

#include <math.h>
#include <string.h>

#include "compat.h"
#include "tonelift_batch.h"
#include "tonelift_chain.h"
#include "tonelift_describe.h"
#include "tonelift_device.h"
#include "tonelift_filter.h"
#include "tonelift_formats.h"
#include "tonelift_host.h"
#include "tonelift_messages.h"
#include "tonelift_option_table.h"
#include "tonelift_options.h"
#include "tonelift_queue.h"
#include "tonelift_video.h"

int ff_tonelift_config_output(AVFilterLink* link) {
    ToneliftContext* s = link->src->priv;
    int ret;

    link->w = link->src->inputs[0]->w;
    link->h = link->src->inputs[0]->h;
    ret = ff_tonelift_make_device_output(link->src, &s->options);
#if TL_HAVE_LINK_SIDE_DATA
    if (ret >= 0) ret = ff_tonelift_write_link(link, &s->options);
#endif
    return ret;
}

static tonelift_options filter_options(const AVFilterContext* ctx, int disabled) {
    const ToneliftContext* s = ctx->priv;
    tonelift_options options = disabled ? ff_tonelift_without_look(&s->options) : s->options;
    if (ff_tonelift_has_device(ctx->inputs[0]->format) && !options.batch) options.batch = 1;
    return options;
}

/* Rejects cropped CUDA frames if FFmpeg is older than 7.1. Its encoders take the picture size from
 * the link, but the size after cropping is unknown until the first frame. */
static int check_crop(AVFilterContext* ctx, const tonelift_video* in) {
    const AVFilterLink* link = ctx->inputs[0];
    if (TL_HAVE_FRAME_SIZES || (in->width == link->w && in->height == link->h)) return 0;
    av_log(ctx, AV_LOG_ERROR,
           "CUDA frames of %dx%d are cropped to %dx%d, which encoders of this FFmpeg ignore; "
           "use -crop of the cuvid decoders, or crop after hwdownload\n",
           link->w, link->h, in->width, in->height);
    return AVERROR(ENOTSUP);
}

/* Describes the output with the negotiated pixel format, which may differ from the option
 * `format`. */
static int describe_output(AVFilterContext* ctx, const tonelift_video* in, tonelift_video* out) {
    ToneliftContext* s = ctx->priv;
    enum AVPixelFormat format = ff_tonelift_link_format(ctx->outputs[0]);
    tonelift_options asked = s->options;
    int ret;

    tonelift_video_default(out);
    asked.format = av_get_pix_fmt_name(ff_tonelift_plain_format(format));
#if TL_HAVE_ALPHA_MODE
    /* FFmpeg and libtonelift use the same numbers for the alpha modes. */
    if (ctx->outputs[0]->alpha_mode != AVALPHA_MODE_UNSPECIFIED)
        asked.alpha_mode = ctx->outputs[0]->alpha_mode;
#endif
    ret = ff_tonelift_error(tonelift_output(&asked, in, out, &s->log));
    ff_tonelift_set_format(out, format);
    return ret;
}

static int open_filter(AVFilterContext* ctx, int disabled) {
    ToneliftContext* s = ctx->priv;
    tonelift_options options = filter_options(ctx, disabled);
    tonelift_log log = disabled ? ff_tonelift_error_log(ctx) : s->log;
    TLDevice device;
    int ret = ff_tonelift_device(ctx, &options, &device, &s->device);

    if (ret < 0) return ret;
    return ff_tonelift_error(tonelift_filter_create(&s->filters[disabled], &options, &s->in,
                                                    &s->out, &device.device, &log));
}

static int begin(AVFilterContext* ctx, const tonelift_video* in) {
    ToneliftContext* s = ctx->priv;
    int ret = check_crop(ctx, in);

    if (ret < 0 || (ret = describe_output(ctx, in, &s->out)) < 0) return ret;
    s->in = *in;
    ff_tonelift_log_guesses(ctx, in, &s->options);
    return open_filter(ctx, 0);
}

static int change_input(AVFilterContext* ctx, const tonelift_video* in) {
    ToneliftContext* s = ctx->priv;
    tonelift_video out;
    int ret = describe_output(ctx, in, &out);

    if (ret < 0) return ret;
    s->out.mastering_min = out.mastering_min;
    s->out.mastering_max = out.mastering_max;
    s->out.max_cll = out.max_cll;
    s->out.max_fall = out.max_fall;
    s->in = *in;
    for (int i = 0; i < 2 && ret >= 0; i++)
        if (s->filters[i]) ret = ff_tonelift_error(tonelift_filter_set_input(s->filters[i], in));
    return ret;
}

static int follow_timeline(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    int disabled = ctx->is_disabled != 0, ret = 0;

    if (s->disabled == disabled) return 0;
    if (!s->filters[disabled]) ret = open_filter(ctx, disabled);
    if (ret >= 0) s->disabled = disabled;
    return ret;
}

static tonelift_video describe_input(const AVFilterContext* ctx, const AVFrame* frame) {
    const ToneliftContext* s = ctx->priv;
    tonelift_video in;

    ff_tonelift_read_frame(frame, &s->in, &in);
    ff_tonelift_follow_chain(ctx->inputs[0], frame, &in);
    return in;
}

static int follow_input(AVFilterContext* ctx, const AVFrame* frame) {
    ToneliftContext* s = ctx->priv;
    tonelift_video in = describe_input(ctx, frame);
    int ret = 0;

    ff_tonelift_log_ignored(ctx, frame, &s->options, &s->logged);
    if (!s->filters[0])
        ret = begin(ctx, &in);
    else if (memcmp(&in, &s->in, sizeof(in)))
        ret = change_input(ctx, &in);
    return ret < 0 ? ret : follow_timeline(ctx);
}

static int changes_at(AVFilterContext* ctx, const AVFrame* frame) {
    const ToneliftContext* s = ctx->priv;
    tonelift_video in = describe_input(ctx, frame);

    return memcmp(&in, &s->in, sizeof(in)) || s->disabled != (ctx->is_disabled != 0);
}

static int keep_frame(AVFilterContext* ctx, AVFrame* frame) {
    ToneliftContext* s = ctx->priv;
    tonelift_frame picture;
    int ret = follow_input(ctx, frame);

    if (ret >= 0) {
        ff_tonelift_set_planes(&picture, frame);
        ff_tonelift_set_time(&s->last[s->disabled], &picture, frame->pts,
                             ctx->inputs[0]->time_base);
        ret = ff_tonelift_queue_add(&s->kept, frame, &picture);
    }
    if (ret < 0) {
        s->lost++;
        av_frame_free(&frame);
        ff_tonelift_lose_frames(s);
        return ret;
    }
    return ff_tonelift_queue_look(&s->kept, ff_tonelift_in_use(s), &s->options,
                                  ff_tonelift_batch_size(s));
}

static int take_frame(AVFilterContext* ctx, AVFrame* frame) {
    ToneliftContext* s = ctx->priv;
    int ret = ff_tonelift_keep_light(&s->light, frame);

    if (ret < 0) {
        av_frame_free(&frame);
        return ret;
    }
    if (!s->kept.count || !changes_at(ctx, frame)) return keep_frame(ctx, frame);
    s->coming = frame;
    return 0;
}

static int keep_coming(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    AVFrame* frame = s->coming;
    s->coming = NULL;
    return frame ? keep_frame(ctx, frame) : 0;
}

static int flush_frames(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    int ret = 0;

    while ((s->kept.count || s->coming) && ret >= 0)
        ret = s->kept.count ? ff_tonelift_send_rest(ctx) : keep_coming(ctx);
    return ret;
}

/* Finishes the filter and ends the output stream. Not called if downstream has already closed the
 * link, because activate() returns earlier. */
static int finish(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    int ret = 0;

    if (s->end == AVERROR_EOF && s->filters[0])
        ret = ff_tonelift_error(tonelift_filter_finish(s->filters[0]));
    ff_outlink_set_status(ctx->outputs[0], ret < 0 ? ret : s->end, s->end_time);
    return ret;
}

static int batch_is_full(const ToneliftContext* s) {
    return s->kept.count &&
           ff_tonelift_queue_ready(&s->kept, ff_tonelift_in_use(s)) >= ff_tonelift_batch_size(s);
}

static int drains(const ToneliftContext* s) { return s->coming || s->has_ended; }

static int drain(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    int ret;

    if (s->kept.count && !ff_outlink_frame_wanted(ctx->outputs[0])) return FFERROR_NOT_READY;
    if (s->kept.count && (ret = ff_tonelift_send_rest(ctx)) < 0) return ret;
    if (s->kept.count) return 0;
    if (!s->coming) return finish(ctx);
    ff_filter_set_ready(ctx, 100);
    return keep_coming(ctx);
}

static int advance(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    AVFilterLink *inlink = ctx->inputs[0], *outlink = ctx->outputs[0];
    AVFrame* frame;
    int ret = 0;

    if (ff_outlink_get_status(outlink)) ff_tonelift_lose_frames(s);
    FF_FILTER_FORWARD_STATUS_BACK(outlink, inlink);
    while (!drains(s) && !batch_is_full(s) && (ret = ff_inlink_consume_frame(inlink, &frame)) > 0)
        if ((ret = take_frame(ctx, frame)) < 0) return ret;
    if (ret < 0) return ret;
    if (!drains(s) && !batch_is_full(s))
        s->has_ended = ff_inlink_acknowledge_status(inlink, &s->end, &s->end_time);
    if (drains(s)) return drain(ctx);
    if (batch_is_full(s)) {
        ret = ff_tonelift_send_batch(ctx, ff_tonelift_batch_size(s));
        if (ff_inlink_queued_frames(inlink) || batch_is_full(s)) ff_filter_set_ready(ctx, 100);
        return ret;
    }
    s->waits_for_input = ff_outlink_frame_wanted(outlink);
    FF_FILTER_FORWARD_WANTED(outlink, inlink);
    return FFERROR_NOT_READY;
}

int ff_tonelift_activate(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    int ret;

    s->waits_for_input = 0;
    ret = advance(ctx);
    if (ret < 0 && ret != FFERROR_NOT_READY) s->has_failed = 1;
    return ret;
}

/* Passes the new options to both filters of libtonelift. If one filter refuses its options, both
 * filters keep the old options. */
static int change_options(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    tonelift_options options[2] = {filter_options(ctx, 0), filter_options(ctx, 1)};
    const tonelift_options* given[2] = {&options[0], &options[1]};

    if (!s->filters[0]) return ff_tonelift_error(tonelift_options_check(&s->options, &s->log));
    return ff_tonelift_error(
        tonelift_filters_set_options(s->filters, given, s->filters[1] ? 2 : 1));
}

/* Returns whether the command sets the option `script` to its current file name. The file may have
 * been edited, so the script must be read again. */
static int names_same_script(const char* command, const char* before, const char* argument) {
    return !strcmp(command, "script") && before && *before && argument && !strcmp(before, argument);
}

/* Checks the options after a command. Leaves out a script and its params unless the command sets
 * the script, because another command does not read the script again. */
static int check_options(AVFilterContext* ctx, const char* command) {
    ToneliftContext* s = ctx->priv;
    tonelift_log log = ff_tonelift_error_log(ctx);
    tonelift_options options = s->options;

    if (options.script && *options.script && strcmp(command, "script"))
        options.script = options.set = NULL;
    return ff_tonelift_error(tonelift_options_check(&options, &log));
}

/* Returns 1 if the command changes an option, 0 if the option has this value already, and an error
 * if libtonelift refuses the value for every stream. The option keeps its value `before`. */
static int check_value(AVFilterContext* ctx, const char* command, const char* argument,
                       const char* before) {
    ToneliftContext* s = ctx->priv;
    uint8_t* after = NULL;
    int ret = av_opt_set(s, command, argument, 0);

    if (ret >= 0) ret = av_opt_get(s, command, 0, &after);
    if (ret >= 0 && (strcmp(before, (char*)after) || names_same_script(command, before, argument)))
        ret = (ret = check_options(ctx, command)) < 0 ? ret : 1;
    av_opt_set(s, command, before, 0);
    av_free(after);
    return ret;
}

static int change_value(AVFilterContext* ctx, const char* command, const char* argument,
                        const char* before) {
    ToneliftContext* s = ctx->priv;
    int ret = av_opt_set(s, command, argument, 0);

    if (ret < 0) return ret;
    if (s->filters[0] && names_same_script(command, before, argument))
        ret = ff_tonelift_error(tonelift_filter_read_script(s->filters[0]));
    else
        ret = change_options(ctx);
    if (ret < 0) av_opt_set(s, command, before, 0);
    return ret;
}

/* Changes an option. If libtonelift refuses the new value, the option keeps its old value. Waiting
 * frames are mapped with the old value, unless the command changes nothing. */
static int process_command(AVFilterContext* ctx, const char* command, const char* argument,
                           char* reply, int size, int flags) {
    uint8_t* before = NULL;
    int ret = ff_tonelift_check_command(ctx, command, flags);

    if (ret < 0 || (ret = av_opt_get(ctx->priv, command, 0, &before)) < 0) return ret;
    ret = check_value(ctx, command, argument, (char*)before);
    if (ret > 0 && (ret = flush_frames(ctx)) >= 0)
        ret = change_value(ctx, command, argument, (char*)before);
    av_free(before);
    return ret;
}

/* Returns the number of threads. The filter's own `threads` option has precedence over the number
 * of threads of the filter graph. */
static int thread_count(const AVFilterContext* ctx) {
    const ToneliftContext* s = ctx->priv;
    if (ctx->nb_threads > 0) return ctx->nb_threads;
    if (s->options.threads > 0) return s->options.threads;
    return FFMIN(ctx->graph->nb_threads, maximum_threads);
}

av_cold int ff_tonelift_init(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    int ret;

    s->options.struct_size = sizeof(s->options);
    s->options.threads = thread_count(ctx);
    s->log = ff_tonelift_log(ctx);
    s->last[0] = s->last[1] = NAN;
    if ((ret = ff_tonelift_check_foreign(ctx, s->foreign)) < 0 ||
        (ret = ff_tonelift_check_metadata(ctx, &s->options)) < 0)
        return ret;
    return ff_tonelift_error(tonelift_options_check(&s->options, &s->log));
}

int ff_tonelift_query_filter_formats(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    return ff_tonelift_query_formats(ctx, &s->options, &s->has_waited);
}

/* Logs a warning if FFmpeg removes the filter while the filter waits for input. In most cases,
 * FFmpeg then rebuilds its filters and the stream continues. After an early end of the output, such
 * as by -frames:v, the filter usually does not wait for input. In FFmpeg 9.0, which runs filters in
 * a thread, it sometimes does. */
static void log_lost_frames(AVFilterContext* ctx) {
    const ToneliftContext* s = ctx->priv;
    const char* lost = s->lost == 1 ? "input frame was" : "input frames were";

    if (s->has_failed || !s->waits_for_input)
        av_log(ctx, AV_LOG_INFO, "%d %s not output, because %s\n", s->lost, lost,
               s->has_failed ? "of an error" : "the output ended early");
    else
        av_log(ctx, AV_LOG_WARNING,
               "%d %s not output, because FFmpeg rebuilt its filters for another size, format or "
               "color, or was stopped; -reinit_filter 0 before -i avoids such a loss, with scale "
               "before tonelift if the size or the format changes; batch=1 with lookahead=0 avoids "
               "it without that option\n",
               s->lost, lost);
}

av_cold void ff_tonelift_uninit(AVFilterContext* ctx) {
    ToneliftContext* s = ctx->priv;
    ff_tonelift_lose_frames(s);
    if (s->lost) log_lost_frames(ctx);
    for (int i = 0; i < 2; i++) tonelift_filter_destroy(&s->filters[i]);
    av_buffer_unref(&s->device);
    ff_tonelift_free_light(&s->light);
    ff_tonelift_queue_free(&s->kept);
}

#define TL_OPTION_FLAGS(live)                                \
    (AV_OPT_FLAG_FILTERING_PARAM | AV_OPT_FLAG_VIDEO_PARAM | \
     ((live) ? AV_OPT_FLAG_RUNTIME_PARAM : 0))
#define TL_OPTION_OFFSET(name) offsetof(ToneliftContext, options.name)

/* clang-format off */
#define TONELIFT_OPTION_FOREIGN(name, hint) \
    {#name, NULL, offsetof(ToneliftContext, foreign[ff_tonelift_foreign_##name]), \
     AV_OPT_TYPE_STRING, {.str = NULL}, 0, 0, 0},
static const AVOption options[] = {
#include <tonelift/options.def>
#include <tonelift/options_capitals.def>
    {NULL},
};
/* clang-format on */

AVFILTER_DEFINE_CLASS_EXT(tonelift, "tonelift", options);

const AVFilterPad ff_tonelift_inputs[1] = {
    {
        .name = "default",
        .type = AVMEDIA_TYPE_VIDEO,
    },
};

const AVFilterPad ff_tonelift_outputs[1] = {
    {
        .name = "default",
        .type = AVMEDIA_TYPE_VIDEO,
        .config_props = ff_tonelift_config_output,
    },
};

const TLFilter ff_vf_tonelift = {
    TL_PUBLIC(name) = "tonelift",
    TL_PUBLIC(description) = "Map the tones of video locally.",
    TL_PUBLIC(priv_class) = &tonelift_class,
    TL_PUBLIC(flags) = AVFILTER_FLAG_HWDEVICE | AVFILTER_FLAG_SUPPORT_TIMELINE_INTERNAL,
    .flags_internal = FF_FILTER_FLAG_HWFRAME_AWARE,
    .priv_size = sizeof(ToneliftContext),
    .init = ff_tonelift_init,
    .uninit = ff_tonelift_uninit,
    .activate = ff_tonelift_activate,
    .process_command = process_command,
    FILTER_INPUTS(ff_tonelift_inputs),
    FILTER_OUTPUTS(ff_tonelift_outputs),
    FILTER_QUERY_FUNC(ff_tonelift_query_filter_formats),
};
