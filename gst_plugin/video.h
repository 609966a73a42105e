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

/* Writes the video into the structure. HDR output keeps the primaries of the mastering display in
 * the caps `source`, which may be NULL. */
void gst_tonelift_video_to_structure(const tonelift_video* video, GstStructure* structure,
                                     const GstCaps* source);

void gst_tonelift_strip_color(GstStructure* structure);

gboolean gst_tonelift_is_hdr(const tonelift_video* video);

/* PQ includes linear light, which is assumed to be made from PQ, and video without a transfer
 * function. */
typedef enum {
    GST_TONELIFT_LIGHT_SDR,
    GST_TONELIFT_LIGHT_HLG,
    GST_TONELIFT_LIGHT_PQ
} GstToneliftLight;

/* Returns the kind of light that the caps or the option in_transfer state. */
GstToneliftLight gst_tonelift_input_light(const tonelift_options* options,
                                          const tonelift_video* in);

GstVideoColorimetry gst_tonelift_colorimetry(const tonelift_video* video);

tonelift_chroma_location gst_tonelift_chroma_location(const char* site);

void gst_tonelift_ask_for_color(tonelift_options* options, const GstVideoColorimetry* color);

/* Returns GStreamer's name of the format, or NULL if this version of GStreamer lacks the format. */
const char* gst_tonelift_format_name(tonelift_format format);

void gst_tonelift_list_formats(GValue* list);

#endif
