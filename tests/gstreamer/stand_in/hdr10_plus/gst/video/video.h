/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A test double of the header of GStreamer's video library. It declares what reading HDR10+
 * metadata needs of GStreamer 1.30, so that the reading can be tested with an older GStreamer.
 */
#ifndef TONELIFT_STAND_IN_VIDEO_H
#define TONELIFT_STAND_IN_VIDEO_H

#include <gst/video/video-color.h>

G_BEGIN_DECLS

typedef enum { GST_VIDEO_HDR_FORMAT_HDR10_PLUS = 2 } GstVideoHDRFormat;

typedef struct {
    GstVideoHDRFormat format;
    const guint8* data;
    gsize size;
} GstVideoHDRMeta;

typedef struct {
    guint32 maxscl[3];
    guint8 num_distributions;
    guint8 distribution_index[16];
    guint32 distribution_values[16];
    guint8 tone_mapping_flag;
    guint16 knee_point_x, knee_point_y;
    guint8 num_bezier_curve_anchors;
    guint16 bezier_curve_anchors[16];
} GstVideoColorVolumeTransformation;

typedef struct {
    guint8 num_windows;
    GstVideoColorVolumeTransformation processing_window[1];
    guint32 targeted_system_display_maximum_luminance;
} GstVideoHDR10Plus;

/* The test defines these functions. */
const GstVideoHDRMeta* gst_buffer_get_video_hdr_meta(GstBuffer* buffer);
gboolean gst_video_hdr_parse_hdr10_plus(const guint8* data, gsize size, GstVideoHDR10Plus* parsed);

G_END_DECLS

#endif
