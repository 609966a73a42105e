/* SPDX-License-Identifier: BSD-2-Clause */
#include "messages.h"

#include <string.h>

#include "caps.h"

enum { longest_side = 16384 };

const char* gst_tonelift_format_of(const GstCaps* caps) {
    const char* format = gst_structure_get_string(gst_caps_get_structure(caps, 0), "format");
    return format ? format : "this";
}

const char* gst_tonelift_hint_on_memory(const GstCaps* caps) {
    gboolean on_device =
        !gst_caps_is_any(caps) && !gst_caps_is_empty(caps) && gst_tonelift_caps_are_cuda(caps);
    return on_device ? " in the memory of a device: they need a CUDA device, and a libtonelift "
                       "built for CUDA"
                     : "";
}

static const char* unknown_feature(const GstCaps* caps) {
    const GstCapsFeatures* features = gst_caps_get_features(caps, 0);

    for (guint i = 0; features && i < gst_caps_features_get_size(features); i++) {
        const char* feature = gst_caps_features_get_nth(features, i);
        if (strcmp(feature, GST_CAPS_FEATURE_MEMORY_SYSTEM_MEMORY) &&
            strcmp(feature, GST_TONELIFT_CUDA_MEMORY))
            return feature;
    }
    return NULL;
}

static gboolean is_known_format(const char* name) {
    return tonelift_format_from_name(name) != TONELIFT_FORMAT_NONE;
}

static gboolean has_wrong_size(const GstStructure* structure, gint* width, gint* height) {
    return gst_structure_get_int(structure, "width", width) &&
           gst_structure_get_int(structure, "height", height) &&
           (*width < 1 || *width > longest_side || *height < 1 || *height > longest_side);
}

/* Returns a message that explains why the caps are refused. The caller frees the message. */
static char* refusal_of(const GstCaps* caps) {
    const GstStructure* structure = gst_caps_get_structure(caps, 0);
    const char* format = gst_tonelift_format_of(caps);
    const char* feature = unknown_feature(caps);
    gint width, height;

    if (feature && !strcmp(feature, GST_CAPS_FEATURE_FORMAT_INTERLACED))
        return g_strdup_printf(
            "buffers hold single fields (%s, interlace-mode=alternate), which tonelift does not "
            "support; put a deinterlacer before it",
            feature);
    if (feature)
        return g_strdup_printf(
            "tonelift supports video in system memory and CUDA memory, not in %s; put an element "
            "that downloads frames before tonelift",
            feature);
    if (has_wrong_size(structure, &width, &height))
        return g_strdup_printf("the picture has %dx%d pixels; allowed is 1x1 to %dx%d", width,
                               height, longest_side, longest_side);
    if (is_known_format(format) && !*gst_tonelift_hint_on_memory(caps))
        return g_strdup_printf("tonelift supports %s, but not with the other fields of these caps",
                               format);
    return g_strdup_printf("tonelift does not support %s%s", format,
                           gst_tonelift_hint_on_memory(caps));
}

void gst_tonelift_warn_of_caps(GstTonelift* self, const GstCaps* caps) {
    g_autofree char* text = refusal_of(caps);
    GST_ELEMENT_WARNING(self, STREAM, FORMAT, ("%s", text), ("%" GST_PTR_FORMAT, caps));
}

/* Returns whether the frame consists of two fields. In the interlace mode "mixed", each buffer
 * states this, and many streams with this mode have no interlaced frames. */
static gboolean has_fields(const GstVideoInfo* info, const GstBuffer* buffer) {
    switch (GST_VIDEO_INFO_INTERLACE_MODE(info)) {
        case GST_VIDEO_INTERLACE_MODE_INTERLEAVED:
        case GST_VIDEO_INTERLACE_MODE_FIELDS:
            return TRUE;
        case GST_VIDEO_INTERLACE_MODE_MIXED:
            return GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED);
        default:
            return FALSE;
    }
}

void gst_tonelift_warn_of_fields(GstTonelift* self, const GstBuffer* buffer) {
    if (self->logged_fields || !has_fields(&self->in_info, buffer)) return;
    self->logged_fields = TRUE;
    GST_ELEMENT_WARNING(self, STREAM, FORMAT,
                        ("frames are interlaced, and their two fields are mapped as one picture, "
                         "which amplifies combing; put a deinterlacer before tonelift"),
                        (NULL));
}

void gst_tonelift_report_hlg(GstTonelift* self) {
    const GstVideoInfo* info = &self->in_info;
    gboolean asked;

    GST_OBJECT_LOCK(self);
    asked = self->options.in_transfer >= 0;
    GST_OBJECT_UNLOCK(self);
    if (self->coded && gst_tonelift_coded_is_complete(self->coded)) return;
    if (asked || self->logged_hlg || GST_VIDEO_INFO_COMP_DEPTH(info, 0) < 10 ||
        info->colorimetry.transfer != GST_VIDEO_TRANSFER_BT2020_10)
        return;
    self->logged_hlg = TRUE;
    GST_ELEMENT_INFO(self, STREAM, FORMAT,
                     ("caps are tagged bt2020-10, which means SDR in BT.2020; broadcasters also "
                      "use this tag for HLG, which only an SEI message states, and the element has "
                      "not read the stream from its start; set in-transfer=hlg for HLG"),
                     (NULL));
}

/* Returns a message that explains why negotiation failed. The caller frees the message. */
static char* negotiation_fault(GstTonelift* self, const tonelift_options* options,
                               const GstCaps* in, const GstCaps* out) {
    const char* property;
    if (self->message) return g_strdup(self->message);
    property = gst_tonelift_conflicting_property(options, in, out);
    if (!property)
        return g_strdup("none of the formats and colors of the next element can be output");
    return g_strdup_printf("the property %s and the caps of the next element differ in color",
                           property);
}

void gst_tonelift_post_negotiation_error(GstTonelift* self, const tonelift_options* options,
                                         const GstCaps* in, const GstCaps* out) {
    g_autofree char* fault = negotiation_fault(self, options, in, out);
    if (self->logged) return;
    self->logged = TRUE;
    GST_ELEMENT_ERROR(self, CORE, NEGOTIATION, ("%s", fault),
                      ("%" GST_PTR_FORMAT " to %" GST_PTR_FORMAT, in, out));
}
