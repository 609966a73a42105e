/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * CUDA frames: their device, their sample format, and a frame pool for the output.
 */

#include "tonelift_cuda.h"

#include <string.h>

#include "config.h"
#include "libavutil/avstring.h"
#include "libavutil/hwcontext.h"
#include "tonelift_formats.h"
#include "tonelift_host.h"
#include "tonelift_video.h"

enum AVPixelFormat ff_tonelift_link_format(AVFilterLink* link) {
    return ff_tonelift_sample_format(link->format, TL_LINK(link)->hw_frames_ctx);
}

#if CONFIG_CUDA

static const AVHWFramesContext* frames_of(const AVBufferRef* reference) {
    return reference ? (const AVHWFramesContext*)reference->data : NULL;
}

/* The number in device=cudaN or cuda:N; NULL if there is none, which means any GPU. */
static const char* gpu_number(const char* device) {
    const char* prefix = "cuda";
    if (av_strncasecmp(device, prefix, strlen(prefix))) return NULL;
    device += strlen(prefix);
    if (*device == ':') device++;
    return *device ? device : NULL;
}

/* The device of the input CUDA frames, the device that the caller gave to the filter, or the one
 * selected by the option device. */
static AVBufferRef* output_device(AVFilterContext* ctx, const tonelift_options* options) {
    const AVHWFramesContext* coming = frames_of(TL_LINK(ctx->inputs[0])->hw_frames_ctx);
    const AVBufferRef* given = ctx->hw_device_ctx;
    AVBufferRef* made = NULL;

    if (ctx->inputs[0]->format == AV_PIX_FMT_CUDA && coming)
        return av_buffer_ref(coming->device_ref);
    if (given && ((const AVHWDeviceContext*)given->data)->type == AV_HWDEVICE_TYPE_CUDA)
        return av_buffer_ref(given);
    if (av_hwdevice_ctx_create(&made, AV_HWDEVICE_TYPE_CUDA, gpu_number(options->device), NULL, 0) <
        0)
        av_log(ctx, AV_LOG_ERROR, "CUDA frames were requested, but there is no CUDA device\n");
    return made;
}

static int holds(const enum AVPixelFormat* formats, enum AVPixelFormat format) {
    for (; formats && *formats != AV_PIX_FMT_NONE; formats++)
        if (*formats == format) return 1;
    return !formats;
}

static void refuse_format(AVFilterContext* ctx, enum AVPixelFormat format,
                          const enum AVPixelFormat* formats) {
    av_log(ctx, AV_LOG_ERROR, "CUDA frames of this FFmpeg cannot hold %s; set format= to one of:",
           av_get_pix_fmt_name(format));
    for (; formats && *formats != AV_PIX_FMT_NONE; formats++)
        if (ff_tonelift_known_format(*formats))
            av_log(ctx, AV_LOG_ERROR, " %s", av_get_pix_fmt_name(*formats));
    av_log(ctx, AV_LOG_ERROR, "\n");
}

/* The output format for an input format, restricted to formats of CUDA frames. A format that was
 * not requested explicitly is replaced by the nearest of these. */
static enum AVPixelFormat cuda_format(AVFilterContext* ctx, const tonelift_options* options,
                                      const enum AVPixelFormat* formats) {
    enum AVPixelFormat in = ff_tonelift_link_format(ctx->inputs[0]);
    enum AVPixelFormat wanted = ff_tonelift_output_format(options, in);
    enum AVPixelFormat best = AV_PIX_FMT_NONE;

    if (wanted == AV_PIX_FMT_NONE) {
        av_log(ctx, AV_LOG_ERROR,
               "frames of %s are not supported; put scale_cuda=format=p010le (or nv12) before "
               "tonelift\n",
               av_get_pix_fmt_name(in));
        return AV_PIX_FMT_NONE;
    }
    wanted = ff_tonelift_plain_format(wanted);
    if (holds(formats, wanted)) return wanted;
    if (strcmp(options->format, "auto") && strcmp(options->format, "same")) {
        refuse_format(ctx, wanted, formats);
        return AV_PIX_FMT_NONE;
    }
    for (const enum AVPixelFormat* format = formats; *format != AV_PIX_FMT_NONE; format++)
        if (ff_tonelift_known_format(*format))
            best = av_find_best_pix_fmt_of_2(best, *format, wanted, 0, NULL);
    return best;
}

/* Describes the frames. In some versions of FFmpeg the chroma plane addresses of yuv420p are
 * correct for even heights only. */
static void set_frames(AVHWFramesContext* frames, const AVFilterLink* link,
                       enum AVPixelFormat format) {
    frames->format = AV_PIX_FMT_CUDA;
    frames->sw_format = format;
    frames->width = FFALIGN(link->w, 2);
    frames->height = FFALIGN(link->h, 2);
}

static int make_frames(AVFilterContext* ctx, AVBufferRef* device, const tonelift_options* options) {
    AVFilterLink* outlink = ctx->outputs[0];
    AVHWFramesConstraints* can = av_hwdevice_get_hwframe_constraints(device, NULL);
    enum AVPixelFormat format = cuda_format(ctx, options, can ? can->valid_sw_formats : NULL);
    AVBufferRef* frames;
    int ret;

    av_hwframe_constraints_free(&can);
    if (format == AV_PIX_FMT_NONE) return AVERROR(EINVAL);
    frames = av_hwframe_ctx_alloc(device);
    if (!frames) return AVERROR(ENOMEM);
    set_frames((AVHWFramesContext*)frames->data, outlink, format);
    ret = av_hwframe_ctx_init(frames);
    if (ret < 0) {
        av_buffer_unref(&frames);
        return ret;
    }
    av_buffer_unref(&TL_LINK(outlink)->hw_frames_ctx);
    TL_LINK(outlink)->hw_frames_ctx = frames;
    return 0;
}

int ff_tonelift_make_cuda_output(AVFilterContext* ctx, const tonelift_options* options) {
    AVBufferRef* device;
    int ret;

    if (ctx->outputs[0]->format != AV_PIX_FMT_CUDA) return 0;
    device = output_device(ctx, options);
    if (!device) return AVERROR(ENODEV);
    ret = make_frames(ctx, device, options);
    av_buffer_unref(&device);
    return ret;
}

static const AVBufferRef* device_of_link(AVFilterLink* link) {
    const AVHWFramesContext* frames = frames_of(TL_LINK(link)->hw_frames_ctx);
    return link->format == AV_PIX_FMT_CUDA && frames ? frames->device_ref : NULL;
}

/* The device given by the caller, for frames on the host, unless another one was selected. */
static const AVBufferRef* device_for_host(AVFilterContext* ctx, const tonelift_options* options) {
    const char* name = options->device;
    const AVBufferRef* given = ctx->hw_device_ctx;
    if (!given || ((const AVHWDeviceContext*)given->data)->type != AV_HWDEVICE_TYPE_CUDA)
        return NULL;
    return av_strcasecmp(name, "auto") && av_strcasecmp(name, "cuda") ? NULL : given;
}

int ff_tonelift_device(AVFilterContext* ctx, const tonelift_options* options,
                       tonelift_device* device, AVBufferRef** reference) {
    const AVBufferRef* in = device_of_link(ctx->inputs[0]);
    const AVBufferRef* out = device_of_link(ctx->outputs[0]);
    const AVBufferRef* used = in ? in : out ? out : device_for_host(ctx, options);

    tonelift_device_default(device);
    device->input_on_device = in != NULL;
    device->output_on_device = out != NULL;
    if (!used) return 0;
    ff_tonelift_set_cuda(device, used);
    return av_buffer_replace(reference, used);
}

#else

int ff_tonelift_make_cuda_output(AVFilterContext* ctx, const tonelift_options* options) {
    return 0;
}

int ff_tonelift_device(AVFilterContext* ctx, const tonelift_options* options,
                       tonelift_device* device, AVBufferRef** reference) {
    tonelift_device_default(device);
    return 0;
}

#endif
