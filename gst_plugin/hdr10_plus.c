/* SPDX-License-Identifier: BSD-2-Clause */
#include "hdr10_plus.h"

#ifdef HAVE_GST_HDR10_PLUS
#include <gst/video/video.h>

/* Scales of SMPTE ST 2094-40: `scene_codes` is the number of codes per cd/m2. `knee_codes` and
 * `anchor_codes` are the largest codes of a knee coordinate and of an anchor. */
static const double scene_codes = 10, knee_codes = 4095, anchor_codes = 1023;

/* Returns the peak of the scene in cd/m2, or 0 if unknown. If the metadata has percentiles of rank
 * 95 % or higher, the peak is at most the largest luminance of these percentiles, because the few
 * brightest pixels do not describe the scene. */
static double peak_of(const GstVideoColorVolumeTransformation* window) {
    guint count = MIN(window->num_distributions, G_N_ELEMENTS(window->distribution_values));
    guint32 peak = 0, high = 0;

    for (guint i = 0; i < G_N_ELEMENTS(window->maxscl); i++) peak = MAX(peak, window->maxscl[i]);
    for (guint i = 0; i < count; i++)
        if (window->distribution_index[i] >= 95) high = MAX(high, window->distribution_values[i]);
    return (peak > 0 && high > 0 ? MIN(peak, high) : MAX(peak, high)) / scene_codes;
}

static void read_curve(tonelift_hdr10_plus* curve, const GstVideoHDR10Plus* metadata) {
    const GstVideoColorVolumeTransformation* window = &metadata->processing_window[0];

    tonelift_hdr10_plus_default(curve);
    curve->scene_peak =
        tonelift_hdr10_plus_peak(window->maxscl[0], window->maxscl[1], window->maxscl[2]) /
        scene_codes;
    curve->target = metadata->targeted_system_display_maximum_luminance;
    curve->knee_x = window->knee_point_x / knee_codes;
    curve->knee_y = window->knee_point_y / knee_codes;
    curve->anchor_count = (int)MIN(window->num_bezier_curve_anchors, G_N_ELEMENTS(curve->anchors));
    for (int i = 0; i < curve->anchor_count; i++)
        curve->anchors[i] = window->bezier_curve_anchors[i] / anchor_codes;
}

void gst_tonelift_read_hdr10_plus(tonelift_frame* frame, GstBuffer* buffer, GstToneliftLight light,
                                  tonelift_hdr10_plus* curve) {
    const GstVideoHDRMeta* meta = gst_buffer_get_video_hdr_meta(buffer);
    GstVideoHDR10Plus metadata;

    if (light != GST_TONELIFT_LIGHT_PQ || !meta ||
        meta->format != GST_VIDEO_HDR_FORMAT_HDR10_PLUS ||
        !gst_video_hdr_parse_hdr10_plus(meta->data, meta->size, &metadata) ||
        metadata.num_windows < 1)
        return;
    frame->scene_peak = peak_of(&metadata.processing_window[0]);
    if (!metadata.processing_window[0].tone_mapping_flag) return;
    read_curve(curve, &metadata);
    frame->hdr10_plus = curve;
}
#else
void gst_tonelift_read_hdr10_plus(tonelift_frame* frame, GstBuffer* buffer, GstToneliftLight light,
                                  tonelift_hdr10_plus* curve) {}
#endif
