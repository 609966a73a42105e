/* SPDX-License-Identifier: BSD-2-Clause */
#include "video.h"

#include <math.h>

enum {
    transfer_unknown = 0,
    transfer_unspecified = 2,
    transfer_reserved = 3,
    transfer_linear = 8,
    transfer_pq = 16,
    transfer_hlg = 18
};

/* SMPTE ST 2086 stores luminance in units of 1/10000 cd/m2. */
static const double luminance_steps = 10000;

typedef struct {
    tonelift_format number;
    const char* name;
} Format;

static const Format formats[] = {
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, components)                                                  \
    {TONELIFT_FORMAT_##id, gstreamer},
#include <tonelift/formats.def>
};

static gboolean exists(const Format* format) {
    return gst_video_format_from_string(format->name) != GST_VIDEO_FORMAT_UNKNOWN;
}

const char* gst_tonelift_format_name(tonelift_format format) {
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        if (formats[i].number == format) return exists(&formats[i]) ? formats[i].name : NULL;
    return NULL;
}

void gst_tonelift_list_formats(GValue* list) {
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        GValue name = G_VALUE_INIT;
        if (!exists(&formats[i])) continue;
        g_value_init(&name, G_TYPE_STRING);
        g_value_set_static_string(&name, formats[i].name);
        gst_value_list_append_and_take_value(list, &name);
    }
}

gboolean gst_tonelift_is_hdr(const tonelift_video* video) {
    return video->transfer == transfer_pq || video->transfer == transfer_hlg;
}

GstToneliftLight gst_tonelift_input_light(const tonelift_options* options,
                                          const tonelift_video* in) {
    int transfer = options->in_transfer >= 0 ? options->in_transfer : in->transfer;

    switch (transfer) {
        case transfer_hlg:
            return GST_TONELIFT_LIGHT_HLG;
        case transfer_unknown:
        case transfer_unspecified:
        case transfer_reserved:
        case transfer_linear:
        case transfer_pq:
            return GST_TONELIFT_LIGHT_PQ;
        default:
            return GST_TONELIFT_LIGHT_SDR;
    }
}

/* Two chroma sites of GStreamer map to the same location, because avdec_* elements write "dv" for
 * the chroma location of BT.2020. */
static const struct {
    GstVideoChromaSite site;
    tonelift_chroma_location location;
} chroma_locations[] = {
    {GST_VIDEO_CHROMA_SITE_MPEG2, TONELIFT_CHROMA_LEFT},
    {GST_VIDEO_CHROMA_SITE_JPEG, TONELIFT_CHROMA_CENTER},
    {GST_VIDEO_CHROMA_SITE_COSITED, TONELIFT_CHROMA_TOPLEFT},
    {GST_VIDEO_CHROMA_SITE_DV, TONELIFT_CHROMA_TOPLEFT},
    {GST_VIDEO_CHROMA_SITE_V_COSITED, TONELIFT_CHROMA_TOP},
};

tonelift_chroma_location gst_tonelift_chroma_location(const char* name) {
    GstVideoChromaSite site;

    if (!name) return TONELIFT_CHROMA_UNSPECIFIED;
    site = gst_video_chroma_site_from_string(name);
    for (guint i = 0; i < G_N_ELEMENTS(chroma_locations); i++)
        if (chroma_locations[i].site == site) return chroma_locations[i].location;
    return TONELIFT_CHROMA_UNSPECIFIED;
}

static void set_chroma_site(GstStructure* structure, tonelift_chroma_location location) {
    for (guint i = 0; i < G_N_ELEMENTS(chroma_locations); i++) {
        g_autofree char* site = NULL;
        if (chroma_locations[i].location != location) continue;
        site = gst_video_chroma_site_to_string(chroma_locations[i].site);
        gst_structure_set(structure, "chroma-site", G_TYPE_STRING, site, NULL);
        return;
    }
}

static void read_color(tonelift_video* video, const GstVideoColorimetry* color) {
    video->primaries = (int)gst_video_color_primaries_to_iso(color->primaries);
    video->transfer = (int)gst_video_transfer_function_to_iso(color->transfer);
    if (color->matrix != GST_VIDEO_COLOR_MATRIX_UNKNOWN)
        video->matrix = (int)gst_video_color_matrix_to_iso(color->matrix);
    if (color->range != GST_VIDEO_COLOR_RANGE_UNKNOWN)
        video->range = color->range == GST_VIDEO_COLOR_RANGE_0_255 ? 2 : 1;
}

static void read_light(tonelift_video* video, const GstCaps* caps) {
    GstVideoMasteringDisplayInfo display;
    GstVideoContentLightLevel light;

    if (gst_video_mastering_display_info_from_caps(&display, caps)) {
        video->mastering_min = display.min_display_mastering_luminance / luminance_steps;
        video->mastering_max = display.max_display_mastering_luminance / luminance_steps;
    }
    if (gst_video_content_light_level_from_caps(&light, caps)) {
        video->max_cll = light.max_content_light_level;
        video->max_fall = light.max_frame_average_light_level;
    }
}

/* Uses the colors of GstVideoInfo only if the caps state colors. Otherwise libtonelift fills in the
 * colors and logs them. GstVideoInfo would fill them in silently. Without a chroma site, chroma is
 * assumed to be on the left, as in FFmpeg's decoders. */
gboolean gst_tonelift_video_from_caps(tonelift_video* video, const GstCaps* caps) {
    const GstStructure* structure = gst_caps_get_structure(caps, 0);
    const char* site = gst_structure_get_string(structure, "chroma-site");
    GstVideoInfo info;

    tonelift_video_default(video);
    if (!gst_video_info_from_caps(&info, caps)) return FALSE;
    video->format = tonelift_format_from_name(GST_VIDEO_INFO_NAME(&info));
    video->width = GST_VIDEO_INFO_WIDTH(&info);
    video->height = GST_VIDEO_INFO_HEIGHT(&info);
    if (gst_structure_has_field(structure, "colorimetry")) read_color(video, &info.colorimetry);
    video->chroma_location = site ? gst_tonelift_chroma_location(site) : TONELIFT_CHROMA_LEFT;
    read_light(video, caps);
    return video->format != TONELIFT_FORMAT_NONE;
}

GstVideoColorimetry gst_tonelift_colorimetry(const tonelift_video* video) {
    GstVideoColorimetry color = {
        .range = video->range == 2 ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235,
        .matrix = gst_video_color_matrix_from_iso((guint)video->matrix),
        .transfer = gst_video_transfer_function_from_iso((guint)video->transfer),
        .primaries = gst_video_color_primaries_from_iso((guint)video->primaries),
    };
    return color;
}

void gst_tonelift_ask_for_color(tonelift_options* options, const GstVideoColorimetry* color) {
    tonelift_video video;
    tonelift_video_default(&video);
    read_color(&video, color);
    if (options->primaries < 0 && color->primaries) options->primaries = video.primaries;
    if (options->transfer < 0 && color->transfer) options->transfer = video.transfer;
    if (options->range < 0 && color->range) options->range = video.range;
    if (options->matrix < 0 && color->matrix && color->matrix != GST_VIDEO_COLOR_MATRIX_RGB)
        options->matrix = video.matrix;
}

/* Converts a chromaticity to steps of 0.00002 (SMPTE ST 2086). First rounds it to 0.0001. */
static guint16 chromaticity(double value) { return (guint16)(lrint(value * 10000) * 5); }

static void set_display_primaries(GstVideoMasteringDisplayInfo* display,
                                  GstVideoColorPrimaries primaries) {
    const GstVideoColorPrimariesInfo* info = gst_video_color_primaries_get_info(primaries);
    const double points[][2] = {{info->Rx, info->Ry}, {info->Gx, info->Gy}, {info->Bx, info->By}};

    for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
        display->display_primaries[i].x = chromaticity(points[i][0]);
        display->display_primaries[i].y = chromaticity(points[i][1]);
    }
    display->white_point.x = chromaticity(info->Wx);
    display->white_point.y = chromaticity(info->Wy);
}

static void set_mastering_display(GstStructure* structure, const tonelift_video* video,
                                  const GstCaps* source) {
    GstVideoMasteringDisplayInfo display;
    g_autofree char* text = NULL;

    if (!source || !gst_video_mastering_display_info_from_caps(&display, source) ||
        !display.white_point.y)
        set_display_primaries(&display,
                              gst_video_color_primaries_from_iso((guint)video->primaries));
    display.max_display_mastering_luminance =
        (guint32)lrint(video->mastering_max * luminance_steps);
    display.min_display_mastering_luminance =
        (guint32)lrint(video->mastering_min * luminance_steps);
    text = gst_video_mastering_display_info_to_string(&display);
    gst_structure_set(structure, "mastering-display-info", G_TYPE_STRING, text, NULL);
}

static void set_light_level(GstStructure* structure, const tonelift_video* video) {
    GstVideoContentLightLevel light;
    g_autofree char* text = NULL;

    gst_video_content_light_level_init(&light);
    light.max_content_light_level = (guint16)lrint(video->max_cll);
    light.max_frame_average_light_level = (guint16)lrint(video->max_fall);
    text = gst_video_content_light_level_to_string(&light);
    gst_structure_set(structure, "content-light-level", G_TYPE_STRING, text, NULL);
}

void gst_tonelift_strip_color(GstStructure* structure) {
    gst_structure_remove_fields(structure, "format", "colorimetry", "chroma-site",
                                "mastering-display-info", "content-light-level", "hdr-format",
                                NULL);
}

void gst_tonelift_video_to_structure(const tonelift_video* video, GstStructure* structure,
                                     const GstCaps* source) {
    GstVideoColorimetry color = gst_tonelift_colorimetry(video);
    g_autofree char* text = gst_video_colorimetry_to_string(&color);

    gst_tonelift_strip_color(structure);
    gst_structure_set(structure, "format", G_TYPE_STRING, gst_tonelift_format_name(video->format),
                      NULL);
    if (text) gst_structure_set(structure, "colorimetry", G_TYPE_STRING, text, NULL);
    set_chroma_site(structure, video->chroma_location);
    if (!gst_tonelift_is_hdr(video)) return;
    if (video->mastering_max > 0) set_mastering_display(structure, video, source);
    if (video->max_cll > 0) set_light_level(structure, video);
}
