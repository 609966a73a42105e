/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_messages.h"

#include <string.h>

#include "tonelift_metadata.h"
#include "tonelift_video.h"

typedef struct Foreign {
    const char* name;
    const char* hint;
} Foreign;

static const Foreign foreign[] = {
#define TONELIFT_OPTION_FOREIGN(name, hint) {#name, hint},
#include <tonelift/options.def>
};

static void log_unknown_option(AVFilterContext* ctx, const char* name) {
    for (size_t i = 0; i < FF_ARRAY_ELEMS(foreign); i++) {
        if (strcmp(foreign[i].name, name)) continue;
        av_log(ctx, AV_LOG_ERROR, "there is no option %s; %s\n", name, foreign[i].hint);
        return;
    }
    av_log(ctx, AV_LOG_ERROR,
           "there is no option %s; ffmpeg -h filter=tonelift lists the options\n", name);
}

int ff_tonelift_check_foreign(AVFilterContext* ctx, char* const* values) {
    for (size_t i = 0; i < FF_ARRAY_ELEMS(foreign); i++) {
        if (!values[i]) continue;
        log_unknown_option(ctx, foreign[i].name);
        return AVERROR_OPTION_NOT_FOUND;
    }
    return 0;
}

int ff_tonelift_check_metadata(AVFilterContext* ctx, const tonelift_options* options) {
    int missing = ff_tonelift_missing_metadata(options->metadata);
    if (!missing) return 0;
    av_log(ctx, AV_LOG_ERROR,
           "metadata: this FFmpeg has no side data for %s; build FFmpeg 7.1 or newer for Dolby "
           "Vision, or 9.0 or newer for ST 2094-50\n",
           missing & TONELIFT_METADATA_DOLBY_VISION ? "Dolby Vision" : "SMPTE ST 2094-50");
    return AVERROR(ENOSYS);
}

/* Returns whether tonelift has the option itself. The table also has options of other tone mappers;
 * their entries have no flags. */
static int is_ours(const AVOption* option) {
    return option && option->flags & AV_OPT_FLAG_FILTERING_PARAM;
}

int ff_tonelift_check_command(AVFilterContext* ctx, const char* command, int flags) {
    const AVOption* option = av_opt_find(ctx->priv, command, NULL, 0, 0);

    if (option && option->flags & AV_OPT_FLAG_RUNTIME_PARAM) return 0;
    if (flags & AVFILTER_CMD_FLAG_FAST) return AVERROR(ENOSYS);
    if (is_ours(option))
        av_log(ctx, AV_LOG_ERROR,
               "%s cannot change while the stream runs; set it when the filter starts\n", command);
    else
        log_unknown_option(ctx, command);
    return AVERROR(ENOSYS);
}

void ff_tonelift_log_ignored(AVFilterContext* ctx, const AVFrame* frame,
                             const tonelift_options* options, TLLogged* logged) {
    if (!logged->interlaced && tl_is_interlaced(frame)) {
        logged->interlaced = 1;
        av_log(ctx, AV_LOG_WARNING,
               "frames are interlaced; both fields are mapped as one picture, which "
               "amplifies combing; put bwdif before tonelift\n");
    }
    if (!logged->ignored_metadata && ff_tonelift_ignores_hdr10_plus(frame, options)) {
        logged->ignored_metadata = 1;
        av_log(ctx, AV_LOG_WARNING,
               "HDR10+ metadata is ignored: it is for PQ, and its frames are tagged %s; "
               "in_transfer=pq treats them as PQ\n",
               av_color_transfer_name(frame->color_trc));
    }
}
