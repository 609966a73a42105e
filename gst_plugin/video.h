/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Converts between caps (GStreamer's description of video) and tonelift_video.
 */
#ifndef GST_TONELIFT_VIDEO_H
#define GST_TONELIFT_VIDEO_H

#include <gst/video/video.h>
#include <tonelift/tonelift.h>

/* Properties that the caps do not specify remain unspecified. Returns FALSE unless the caps
 * describe raw video in a format that Tonelift supports. */
gboolean gst_tonelift_video_from_caps(tonelift_video* video, const GstCaps* caps);

void gst_tonelift_video_to_structure(const tonelift_video* video, GstStructure* structure,
                                     const GstCaps* source);

void gst_tonelift_strip_color(GstStructure* structure);

gboolean gst_tonelift_is_hdr(const tonelift_video* video);

GstVideoColorimetry gst_tonelift_colorimetry(const tonelift_video* video);

tonelift_chroma_location gst_tonelift_chroma_location(const char* site);

void gst_tonelift_ask_for_color(tonelift_options* options, const GstVideoColorimetry* color);

/* Returns GStreamer's name of the format, or NULL if this version of GStreamer lacks the format. */
const char* gst_tonelift_format_name(tonelift_format format);

void gst_tonelift_list_formats(GValue* list);

#endif
