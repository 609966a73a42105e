/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Converts between FFmpeg's and libtonelift's descriptions of a picture: format, color, HDR
 * metadata.
 */
#ifndef FFMPEG_TONELIFT_VIDEO_H
#define FFMPEG_TONELIFT_VIDEO_H

#include <tonelift/tonelift.h>

#include "libavutil/buffer.h"
#include "libavutil/frame.h"
#include "libavutil/pixfmt.h"

int ff_tonelift_on_device(int format);

/* For frames on a device, `frames` is their frames context. */
enum AVPixelFormat ff_tonelift_sample_format(int format, const AVBufferRef* frames);

/* Returns AV_PIX_FMT_NONE if a frame on a device does not state its sample format. */
enum AVPixelFormat ff_tonelift_frame_format(const AVFrame* frame);

/* The visible part of a frame. Frames on a device are cropped only by their metadata. */
typedef struct TLRectangle {
    int x, y, width, height;
} TLRectangle;
TLRectangle ff_tonelift_visible(const AVFrame* frame);

/* Converts between plain formats and FFmpeg's older formats for full range (yuvj420p). */
enum AVPixelFormat ff_tonelift_plain_format(enum AVPixelFormat format);
enum AVPixelFormat ff_tonelift_full_range_format(enum AVPixelFormat format);

/* Sets the format, and the range if the format implies one. An unknown format becomes
 * TONELIFT_FORMAT_NONE. */
void ff_tonelift_set_format(tonelift_video* video, enum AVPixelFormat format);

/* Luminance of SDR white, cd/m2 (ITU-R BT.2408). */
static const double ff_tonelift_sdr_white = 203;

/* `before` is the description of the previous frame, or NULL. */
void ff_tonelift_read_frame(const AVFrame* frame, const tonelift_video* before,
                            tonelift_video* video);

/* If the corner of the visible part is between two chroma samples, the previous chroma sample is
 * used. */
void ff_tonelift_set_planes(tonelift_frame* picture, const AVFrame* frame);

/* Linear and unspecified transfer functions are neither HDR nor SDR. */
int ff_tonelift_is_hdr(int transfer);
int ff_tonelift_is_sdr(int transfer);

int ff_tonelift_has_alpha(const tonelift_video* video);

void ff_tonelift_log_guesses(void* host, const tonelift_video* in, const tonelift_options* options);

typedef struct TLMetadata {
    tonelift_dolby_vision dolby_vision;
    tonelift_hdr10_plus hdr10_plus;
    tonelift_dolby_trims dolby_trims;
    uint8_t st2094_50[1024]; /* the longest bit stream has 853 bytes */
} TLMetadata;

/* `metadata` is memory for the result, and must stay valid as long as *picture. */
void ff_tonelift_set_metadata(tonelift_frame* picture, const AVFrame* frame,
                              const tonelift_options* options, TLMetadata* metadata);

int ff_tonelift_ignores_hdr10_plus(const AVFrame* frame, const tonelift_options* options);

int ff_tonelift_has_dynamic_metadata(const AVFrame* frame);

#endif
