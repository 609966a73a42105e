/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_host.h"

#include "config.h"
#if CONFIG_CUDA
/* Defines the types of cuda.h for hwcontext_cuda.h below, as FFmpeg does. */
#include <ffnvcodec/dynlink_cuda.h>

#include "libavutil/hwcontext_cuda.h"
#endif

#include "libavutil/avutil.h"
#include "libavutil/common.h"
#include "libavutil/error.h"
#include "libavutil/hwcontext.h"
#include "libavutil/log.h"
#include "libavutil/macros.h"
#include "libavutil/mathematics.h"

int ff_tonelift_error(tonelift_status status) {
    switch (status) {
        case TONELIFT_OK:
            return 0;
        case TONELIFT_ERROR_UNSUPPORTED:
            return AVERROR(ENOTSUP);
        case TONELIFT_ERROR_OUT_OF_MEMORY:
            return AVERROR(ENOMEM);
        case TONELIFT_ERROR_IO:
            return AVERROR(EIO);
        case TONELIFT_ERROR_DEVICE:
            return AVERROR_EXTERNAL;
        case TONELIFT_ERROR_INTERNAL:
            return AVERROR_BUG;
        default:
            return AVERROR(EINVAL);
    }
}

static void write_log(void* user, tonelift_log_level level, const char* message) {
    static const int levels[] = {AV_LOG_ERROR, AV_LOG_WARNING, AV_LOG_INFO, AV_LOG_DEBUG};
    av_log(user, levels[av_clip(level, 0, FF_ARRAY_ELEMS(levels) - 1)], "%s\n", message);
}

tonelift_log ff_tonelift_log(void* host) {
    return (tonelift_log){.struct_size = sizeof(tonelift_log), .user = host, .callback = write_log};
}

static void write_errors(void* user, tonelift_log_level level, const char* message) {
    write_log(user, level == TONELIFT_LOG_ERROR ? level : TONELIFT_LOG_DEBUG, message);
}

tonelift_log ff_tonelift_error_log(void* host) {
    tonelift_log log = ff_tonelift_log(host);
    log.callback = write_errors;
    return log;
}

void ff_tonelift_set_time(double* last, tonelift_frame* picture, int64_t pts,
                          AVRational time_base) {
    if (pts == AV_NOPTS_VALUE) return;
    picture->time = pts * av_q2d(time_base);
    picture->timestamp = av_rescale_q(pts, time_base, AV_TIME_BASE_Q);
    picture->discontinuity = picture->time < *last;
    *last = picture->time;
}

void ff_tonelift_set_cuda(tonelift_device* device, const AVBufferRef* cuda) {
#if CONFIG_CUDA
    const AVCUDADeviceContext* context = ((const AVHWDeviceContext*)cuda->data)->hwctx;
    device->cuda_context = context->cuda_ctx;
    device->cuda_stream = context->stream;
#endif
}
