/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_device.h"

#include <string.h>

#include "config.h"
#include "libavutil/avstring.h"
#include "libavutil/hwcontext.h"
#include "tonelift_formats.h"
#include "tonelift_host.h"
#include "tonelift_video.h"
#include "tonelift_vulkan.h"

typedef struct Kind {
    enum AVPixelFormat format;
    enum AVHWDeviceType type;
    const char* name;
    const char* option;
    const char* convert;
} Kind;

static const Kind kinds[] = {
#if CONFIG_CUDA
    {AV_PIX_FMT_CUDA, AV_HWDEVICE_TYPE_CUDA, "CUDA", "cuda", "scale_cuda=format=p010le (or nv12)"},
#endif
#if TL_HAVE_VULKAN
    {AV_PIX_FMT_VULKAN, AV_HWDEVICE_TYPE_VULKAN, "Vulkan", "vulkan",
     "scale_vulkan=format=p010le (or nv12)"},
#endif
    {AV_PIX_FMT_NONE},
};

static const Kind* kind_of(enum AVPixelFormat format) {
    for (const Kind* kind = kinds; kind->format != AV_PIX_FMT_NONE; kind++)
        if (kind->format == format) return kind;
    return NULL;
}

int ff_tonelift_has_device(enum AVPixelFormat format) { return kind_of(format) != NULL; }

enum AVPixelFormat ff_tonelift_link_format(AVFilterLink* link) {
    return ff_tonelift_sample_format(link->format, TL_LINK(link)->hw_frames_ctx);
}

static int names(const char* device, const Kind* kind) {
    return !av_strncasecmp(device, kind->option, strlen(kind->option));
}

int ff_tonelift_allows_device(const tonelift_options* options, enum AVPixelFormat format) {
    const Kind* kind = kind_of(format);
    return kind && (!av_strcasecmp(options->device, "auto") || names(options->device, kind));
}

static const AVHWFramesContext* frames_of(const AVBufferRef* reference) {
    return reference ? (const AVHWFramesContext*)reference->data : NULL;
}

static const char* gpu_number(const char* device, const Kind* kind) {
    if (!names(device, kind)) return NULL;
    device += strlen(kind->option);
    if (*device == ':') device++;
    return *device ? device : NULL;
}

static int is_of_kind(const AVBufferRef* device, const Kind* kind) {
    return device && ((const AVHWDeviceContext*)device->data)->type == kind->type;
}

/* Returns the device for output frames: the device of the input frames, else FFmpeg's device, else
 * a new device. */
static AVBufferRef* output_device(AVFilterContext* ctx, const Kind* kind,
                                  const tonelift_options* options) {
    const AVHWFramesContext* coming = frames_of(TL_LINK(ctx->inputs[0])->hw_frames_ctx);
    AVBufferRef* made = NULL;

    if (ctx->inputs[0]->format == kind->format && coming) return av_buffer_ref(coming->device_ref);
    if (is_of_kind(ctx->hw_device_ctx, kind)) return av_buffer_ref(ctx->hw_device_ctx);
    if (av_hwdevice_ctx_create(&made, kind->type, gpu_number(options->device, kind), NULL, 0) < 0)
        av_log(ctx, AV_LOG_ERROR,
               "%s frames were requested, but there is no %s device; set device=cpu\n", kind->name,
               kind->name);
    return made;
}

static int holds(const enum AVPixelFormat* formats, enum AVPixelFormat format) {
    for (; formats && *formats != AV_PIX_FMT_NONE; formats++)
        if (*formats == format) return 1;
    return !formats;
}

/* Returns whether frames on the device can hold the format. On Vulkan, each plane is an image,
 * whose pixels must have 1, 2, 4, 8 or 16 bytes. */
static int fits(const Kind* kind, enum AVPixelFormat format) {
    const AVPixFmtDescriptor* descriptor = av_pix_fmt_desc_get(format);
    if (!ff_tonelift_known_format(format)) return 0;
    if (kind->format != AV_PIX_FMT_VULKAN) return 1;
    for (int i = 0; i < descriptor->nb_components; i++)
        if (descriptor->comp[i].step & (descriptor->comp[i].step - 1)) return 0;
    return !descriptor->log2_chroma_w || av_pix_fmt_count_planes(format) > 1;
}

static void refuse_format(AVFilterContext* ctx, const Kind* kind, enum AVPixelFormat format,
                          const enum AVPixelFormat* formats) {
    av_log(ctx, AV_LOG_ERROR,
           "%s frames of this FFmpeg cannot hold %s; set format= to one of:", kind->name,
           av_get_pix_fmt_name(format));
    for (; formats && *formats != AV_PIX_FMT_NONE; formats++)
        if (fits(kind, *formats)) av_log(ctx, AV_LOG_ERROR, " %s", av_get_pix_fmt_name(*formats));
    av_log(ctx, AV_LOG_ERROR, "\n");
}

static enum AVPixelFormat device_format(AVFilterContext* ctx, const Kind* kind,
                                        const tonelift_options* options,
                                        const enum AVPixelFormat* formats) {
    enum AVPixelFormat in = ff_tonelift_link_format(ctx->inputs[0]);
    enum AVPixelFormat wanted = ff_tonelift_output_format(options, in);
    enum AVPixelFormat best = AV_PIX_FMT_NONE;

    if (wanted == AV_PIX_FMT_NONE) {
        av_log(ctx, AV_LOG_ERROR, "frames of %s are not supported; put %s before tonelift\n",
               av_get_pix_fmt_name(in), kind->convert);
        return AV_PIX_FMT_NONE;
    }
    wanted = ff_tonelift_plain_format(wanted);
    if (holds(formats, wanted) && fits(kind, wanted)) return wanted;
    if (strcmp(options->format, "auto") && strcmp(options->format, "same")) {
        refuse_format(ctx, kind, wanted, formats);
        return AV_PIX_FMT_NONE;
    }
    for (const enum AVPixelFormat* format = formats; *format != AV_PIX_FMT_NONE; format++)
        if (fits(kind, *format)) best = av_find_best_pix_fmt_of_2(best, *format, wanted, 0, NULL);
    return best;
}

/* Sets the format and size of output frames. The size is rounded up to even numbers, because some
 * versions of FFmpeg compute wrong chroma addresses for odd sizes. */
static void set_frames(AVHWFramesContext* frames, const AVFilterLink* link,
                       enum AVPixelFormat format) {
    frames->format = link->format;
    frames->sw_format = format;
    frames->width = FFALIGN(link->w, 2);
    frames->height = FFALIGN(link->h, 2);
}

static int make_frames(AVFilterContext* ctx, const Kind* kind, AVBufferRef* device,
                       const tonelift_options* options) {
    AVFilterLink* outlink = ctx->outputs[0];
    AVHWFramesConstraints* can = av_hwdevice_get_hwframe_constraints(device, NULL);
    enum AVPixelFormat format =
        device_format(ctx, kind, options, can ? can->valid_sw_formats : NULL);
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

int ff_tonelift_make_device_output(AVFilterContext* ctx, const tonelift_options* options) {
    const Kind* kind = kind_of(ctx->outputs[0]->format);
    AVBufferRef* device;
    int ret;

    if (!kind) return 0;
    device = output_device(ctx, kind, options);
    if (!device) return AVERROR(ENODEV);
    ret = make_frames(ctx, kind, device, options);
    av_buffer_unref(&device);
    return ret;
}

static const AVBufferRef* device_of_link(AVFilterLink* link) {
    const AVHWFramesContext* frames = frames_of(TL_LINK(link)->hw_frames_ctx);
    return ff_tonelift_has_device(link->format) && frames ? frames->device_ref : NULL;
}

/* Returns FFmpeg's device for frames in host memory, or NULL. The device is used only if the option
 * `device` names its kind, or if it is a CUDA device and the option is `auto`. */
static const AVBufferRef* device_for_host(AVFilterContext* ctx, const tonelift_options* options) {
    for (const Kind* kind = kinds; kind->format != AV_PIX_FMT_NONE; kind++) {
        int is_cuda = kind->type == AV_HWDEVICE_TYPE_CUDA;
        if (!is_of_kind(ctx->hw_device_ctx, kind)) continue;
        if (!av_strcasecmp(options->device, kind->option) ||
            (is_cuda && !av_strcasecmp(options->device, "auto")))
            return ctx->hw_device_ctx;
    }
    return NULL;
}

static int set_device(TLDevice* device, const AVBufferRef* used) {
#if TL_HAVE_VULKAN
    AVHWDeviceContext* context = (AVHWDeviceContext*)used->data;
    if (context->type == AV_HWDEVICE_TYPE_VULKAN) {
        device->device.vulkan = &device->vulkan;
        return ff_tonelift_set_vulkan(&device->vulkan, context);
    }
#endif
    ff_tonelift_set_cuda(&device->device, used);
    return 0;
}

int ff_tonelift_device(AVFilterContext* ctx, const tonelift_options* options, TLDevice* device,
                       AVBufferRef** reference) {
    const AVBufferRef* in = device_of_link(ctx->inputs[0]);
    const AVBufferRef* out = device_of_link(ctx->outputs[0]);
    const AVBufferRef* used = in ? in : out ? out : device_for_host(ctx, options);
    int ret;

    tonelift_device_default(&device->device);
    device->device.input_on_device = in != NULL;
    device->device.output_on_device = out != NULL;
    if (!used) return 0;
    ret = set_device(device, used);
    return ret < 0 ? ret : av_buffer_replace(reference, used);
}
