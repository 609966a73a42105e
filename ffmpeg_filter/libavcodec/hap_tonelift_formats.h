/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Maps pixel formats of libtonelift to constants of FFmpeg. TL_PIXEL_FORMAT(id) expands to FFmpeg's
 * constant and a comma, or to nothing if this FFmpeg lacks the format.
 */
#ifndef FFMPEG_HAP_TONELIFT_FORMATS_H
#define FFMPEG_HAP_TONELIFT_FORMATS_H

#include "libavutil/pixfmt.h"
#include "tonelift_option_table.h"

#define TL_PIXEL_FORMAT(id) TL_WANTED(id)(AV_PIX_FMT_##id, )

#define AV_PIX_FMT_XRGB AV_PIX_FMT_0RGB
#define AV_PIX_FMT_XBGR AV_PIX_FMT_0BGR

/* No version of FFmpeg has these formats. */
#define TL_WITHOUT_V210 ~, TL_LEAVE_OUT
#define TL_WITHOUT_VYUY422 ~, TL_LEAVE_OUT
#define TL_WITHOUT_YV12 ~, TL_LEAVE_OUT

/* FFmpeg has these formats since 6.0. #ifndef can test them, because the names without a byte order
 * are macros. */
#ifndef AV_PIX_FMT_P012
#define TL_WITHOUT_P012 ~, TL_LEAVE_OUT
#endif
#ifndef AV_PIX_FMT_Y212
#define TL_WITHOUT_Y212 ~, TL_LEAVE_OUT
#endif
/* FFmpeg has these formats since 6.1. */
#ifndef AV_PIX_FMT_P212
#define TL_WITHOUT_P212 ~, TL_LEAVE_OUT
#endif
/* FFmpeg has these formats since 8.0. */
#ifndef AV_PIX_FMT_YUV444P10MSB
#define TL_WITHOUT_YUV444P10MSB ~, TL_LEAVE_OUT
#define TL_WITHOUT_YUV444P12MSB ~, TL_LEAVE_OUT
#endif
#ifndef AV_PIX_FMT_GBRP10MSB
#define TL_WITHOUT_GBRP10MSB ~, TL_LEAVE_OUT
#define TL_WITHOUT_GBRP12MSB ~, TL_LEAVE_OUT
#endif

#endif
