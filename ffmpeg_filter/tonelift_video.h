/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Conversion between FFmpeg's and libtonelift's descriptions of a picture: format, color, HDR
 * metadata.
 */
#ifndef AVFILTER_TONELIFT_VIDEO_H
#define AVFILTER_TONELIFT_VIDEO_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* FFmpeg's older way to say "full range" is a format of its own (yuvj420p) with the layout of the
 * plain one. Both functions return a format without a counterpart unchanged. */
enum AVPixelFormat ff_tonelift_plain_format(enum AVPixelFormat format);
enum AVPixelFormat ff_tonelift_full_range_format(enum AVPixelFormat format);

/* Sets the format, and the range if the format implies one; TONELIFT_FORMAT_NONE if unknown. */
void ff_tonelift_set_format(tonelift_video* video, enum AVPixelFormat format);

/* Fills *video from a frame's properties and side data. before: the frame before it; NULL: none. */
void ff_tonelift_read_frame(const AVFrame* frame, const tonelift_video* before,
                            tonelift_video* video);

/* Sets the planes of the visible part. A corner between chroma samples is moved to the sample
 * before. */
void ff_tonelift_set_planes(tonelift_frame* picture, const AVFrame* frame);

int ff_tonelift_is_hdr(int transfer);

/* Sets what the dynamic metadata of a frame says: HDR10+ and Dolby Vision. *dolby_vision is filled
 * if the frame has it, and must last as long as *picture. */
void ff_tonelift_set_metadata(tonelift_frame* picture, const AVFrame* frame,
                              tonelift_dolby_vision* dolby_vision);

/* Whether a frame has HDR10+ or Dolby Vision metadata. */
int ff_tonelift_has_dynamic_metadata(const AVFrame* frame);

/* Describes *video in the properties and side data of a frame, which has those of its source. */
int ff_tonelift_write_frame(AVFrame* frame, const tonelift_video* video);

/* The side data part of ff_tonelift_write_frame(); the frame still has the color of its source. */
int ff_tonelift_write_side_data(AVFrame* frame, const tonelift_video* video);

#if TL_HAVE_LINK_SIDE_DATA
/* Sets the side data of the output link, where encoders read the HDR metadata of the stream before
 * the first frame; it has that of the input link. */
int ff_tonelift_write_link(AVFilterLink* link, const tonelift_options* options);
#endif

#endif
