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

/* Returns the format of the samples. For a format on a device, `frames` must be the frames context,
 * which states the sample format. */
enum AVPixelFormat ff_tonelift_sample_format(int format, const AVBufferRef* frames);

/* Returns the format of the frame's samples, or AV_PIX_FMT_NONE if a frame on a device does not
 * state it. */
enum AVPixelFormat ff_tonelift_frame_format(const AVFrame* frame);

/* The visible part of a frame, in pixels. Only frames on a device are cropped here; FFmpeg itself
 * crops frames in host memory. */
typedef struct TLRectangle {
    int x, y, width, height;
} TLRectangle;
TLRectangle ff_tonelift_visible(const AVFrame* frame);

/* Converts between FFmpeg's older full-range formats, such as yuvj420p, and the plain formats, such
 * as yuv420p. */
enum AVPixelFormat ff_tonelift_plain_format(enum AVPixelFormat format);
enum AVPixelFormat ff_tonelift_full_range_format(enum AVPixelFormat format);

/* Sets the format of *video, and the range if the format implies one. The format becomes
 * TONELIFT_FORMAT_NONE if libtonelift does not have it. */
void ff_tonelift_set_format(tonelift_video* video, enum AVPixelFormat format);

/* Luminance of SDR white, cd/m2 (ITU-R BT.2408). */
static const double ff_tonelift_sdr_white = 203;

/* HDR10 metadata and color of the previous frame: mastering display and light level. Zeros before
 * the first frame. */
typedef struct TLLight {
    AVBufferRef* data[2];
    int primaries, transfer, matrix;
} TLLight;

/* Gives a frame without HDR10 metadata the metadata of the previous frame if both have the same
 * color. FFmpeg 5.1 gives the metadata of a container only to the first frame. */
int ff_tonelift_keep_light(TLLight* light, AVFrame* frame);
void ff_tonelift_free_light(TLLight* light);

/* Describes the frame in *video. `before` is the description of the previous frame, or NULL. */
void ff_tonelift_read_frame(const AVFrame* frame, const tonelift_video* before,
                            tonelift_video* video);

/* Sets the addresses of the planes to the top left corner of the visible part. If the corner is
 * between two chroma samples, the previous chroma sample is used. */
void ff_tonelift_set_planes(tonelift_frame* picture, const AVFrame* frame);

/* For linear and unspecified transfer functions, both functions return 0. */
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

/* Sets the dynamic metadata of *picture. The metadata is stored in *metadata, which must stay valid
 * as long as *picture. */
void ff_tonelift_set_metadata(tonelift_frame* picture, const AVFrame* frame,
                              const tonelift_options* options, TLMetadata* metadata);

int ff_tonelift_ignores_hdr10_plus(const AVFrame* frame, const tonelift_options* options);

int ff_tonelift_has_dynamic_metadata(const AVFrame* frame);

#endif
