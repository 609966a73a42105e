/* SPDX-License-Identifier: BSD-2-Clause */
#include "caps.h"

#include <stddef.h>
#include <string.h>

#include "video.h"

static GstStructure* any_video(void) {
    GValue formats = G_VALUE_INIT;
    GstStructure* structure = gst_structure_new(
        "video/x-raw", "width", GST_TYPE_INT_RANGE, 1, 16384, "height", GST_TYPE_INT_RANGE, 1,
        16384, "framerate", GST_TYPE_FRACTION_RANGE, 0, 1, G_MAXINT, 1, NULL);

    g_value_init(&formats, GST_TYPE_LIST);
    gst_tonelift_list_formats(&formats);
    gst_structure_take_value(structure, "format", &formats);
    return structure;
}

static GstCapsFeatures* cuda_feature(void) {
    return gst_caps_features_new(GST_TONELIFT_CUDA_MEMORY, NULL);
}

GstCaps* gst_tonelift_template_caps(void) {
    GstCaps* caps = gst_caps_new_empty();
    gst_caps_append_structure_full(caps, any_video(), cuda_feature());
    gst_caps_append_structure(caps, any_video());
    return caps;
}

static gboolean is_cuda(const GstCapsFeatures* features) {
    return gst_caps_features_contains(features, GST_TONELIFT_CUDA_MEMORY);
}

gboolean gst_tonelift_caps_are_cuda(const GstCaps* caps) {
    return is_cuda(gst_caps_get_features(caps, 0));
}

static gboolean is_automatic(const char* format) {
    return !format || !*format || !strcmp(format, "auto");
}

static void limit_format(GstStructure* structure, const GstStructure* original,
                         const tonelift_options* options, GstPadDirection direction) {
    const GValue* formats = gst_structure_get_value(original, "format");
    const char* name;

    if (is_automatic(options->format)) return;
    if (!strcmp(options->format, "same")) {
        if (formats) gst_structure_set_value(structure, "format", formats);
        return;
    }
    name = gst_tonelift_format_name(tonelift_format_from_name(options->format));
    if (name && direction == GST_PAD_SINK)
        gst_structure_set(structure, "format", G_TYPE_STRING, name, NULL);
}

GstCaps* gst_tonelift_transform_caps(const tonelift_options* options, GstToneliftMemory memory,
                                     GstPadDirection direction, const GstCaps* caps) {
    GstCaps* result = gst_caps_new_empty();

    for (guint i = 0; i < gst_caps_get_size(caps); i++) {
        const GstStructure* original = gst_caps_get_structure(caps, i);
        gboolean on_device = is_cuda(gst_caps_get_features(caps, i));
        GstStructure* structure;

        if (on_device && memory == GST_TONELIFT_SYSTEM_ONLY) continue;
        structure = gst_structure_copy(original);
        gst_tonelift_strip_color(structure);
        limit_format(structure, original, options, direction);
        if (on_device)
            gst_caps_append_structure_full(result, gst_structure_copy(structure), cuda_feature());
        gst_caps_append_structure(result, gst_structure_copy(structure));
        if (!on_device && memory == GST_TONELIFT_SYSTEM_AND_CUDA)
            gst_caps_append_structure_full(result, gst_structure_copy(structure), cuda_feature());
        gst_structure_free(structure);
    }
    return result;
}

void gst_tonelift_order_formats(GstQuery* query) {
    GstCaps* caps;
    GValue ours = G_VALUE_INIT;

    gst_query_parse_caps_result(query, &caps);
    caps = gst_caps_copy(caps);
    g_value_init(&ours, GST_TYPE_LIST);
    gst_tonelift_list_formats(&ours);
    for (guint i = 0; i < gst_caps_get_size(caps); i++) {
        GstStructure* structure = gst_caps_get_structure(caps, i);
        const GValue* theirs = gst_structure_get_value(structure, "format");
        GValue ordered = G_VALUE_INIT;
        if (theirs && gst_value_intersect(&ordered, &ours, theirs))
            gst_structure_take_value(structure, "format", &ordered);
    }
    g_value_unset(&ours);
    gst_query_set_caps_result(query, caps);
    gst_caps_unref(caps);
}

static int badness(GstVideoFormat format, GstVideoFormat wanted) {
    const GstVideoFormatInfo* to = gst_video_format_get_info(format);
    const GstVideoFormatInfo* from = gst_video_format_get_info(wanted);
    const GstVideoFormatFlags family =
        GST_VIDEO_FORMAT_FLAG_YUV | GST_VIDEO_FORMAT_FLAG_RGB | GST_VIDEO_FORMAT_FLAG_GRAY;
    int depth = (int)GST_VIDEO_FORMAT_INFO_BITS(to) - (int)GST_VIDEO_FORMAT_INFO_BITS(from);
    int bad = depth < 0 ? 32 - depth : depth;

    /* Compares the horizontal and vertical subsampling of chroma. Component 1 is the first chroma
     * component. */
    for (int i = 0; i < 2; i++) {
        int less =
            i ? (int)to->h_sub[1] - (int)from->h_sub[1] : (int)to->w_sub[1] - (int)from->w_sub[1];
        bad += less > 0 ? 64 * less : -less;
    }
    if ((to->flags & family) != (from->flags & family))
        bad += GST_VIDEO_FORMAT_INFO_IS_GRAY(to) ? 1024 : 256;
    if (GST_VIDEO_FORMAT_INFO_HAS_ALPHA(to) != GST_VIDEO_FORMAT_INFO_HAS_ALPHA(from))
        bad += GST_VIDEO_FORMAT_INFO_HAS_ALPHA(from) ? 512 : 1;
    return bad;
}

static guint count_strings(const GValue* value) {
    if (!value) return 0;
    return GST_VALUE_HOLDS_LIST(value) ? gst_value_list_get_size(value) : 1;
}

static const char* string_at(const GValue* value, guint index) {
    const GValue* item =
        GST_VALUE_HOLDS_LIST(value) ? gst_value_list_get_value(value, index) : value;
    return G_VALUE_HOLDS_STRING(item) ? g_value_get_string(item) : NULL;
}

static tonelift_format choose_format(const GstStructure* structure, tonelift_format wanted,
                                     tonelift_format in) {
    const GValue* formats = gst_structure_get_value(structure, "format");
    const char* like = gst_tonelift_format_name(wanted);
    tonelift_format best = formats ? TONELIFT_FORMAT_NONE : wanted;
    int least = G_MAXINT;

    if (!like) like = gst_tonelift_format_name(in);
    for (guint i = 0; i < count_strings(formats); i++) {
        const char* name = string_at(formats, i);
        tonelift_format format = tonelift_format_from_name(name);
        int bad;
        if (format == TONELIFT_FORMAT_NONE) continue;
        if (format == wanted) return wanted;
        bad = badness(gst_video_format_from_string(name), gst_video_format_from_string(like));
        if (bad < least) best = format;
        least = MIN(least, bad);
    }
    return best;
}

static gboolean has_color(const tonelift_video* video, const char* text) {
    GstVideoColorimetry wanted, made = gst_tonelift_colorimetry(video);
    if (!gst_video_colorimetry_from_string(&wanted, text)) return FALSE;
    return (!wanted.range || wanted.range == made.range) &&
           (!wanted.matrix || wanted.matrix == made.matrix) &&
           (!wanted.transfer || wanted.transfer == made.transfer) &&
           (!wanted.primaries || wanted.primaries == made.primaries);
}

static gboolean describe_with_color(const tonelift_options* given, const tonelift_video* in,
                                    const GstStructure* structure, const char* color,
                                    tonelift_video* out, const tonelift_log* log) {
    const char* site = gst_structure_get_string(structure, "chroma-site");
    tonelift_options options = *given;
    GstVideoColorimetry asked;
    tonelift_format format;

    if (color && gst_video_colorimetry_from_string(&asked, color))
        gst_tonelift_ask_for_color(&options, &asked);
    tonelift_video_default(out);
    if (tonelift_output(&options, in, out, log) != TONELIFT_OK) return FALSE;
    format = choose_format(structure, out->format, in->format);
    if (!gst_tonelift_format_name(format)) return FALSE;
    options.format = tonelift_format_name(format);
    if (tonelift_output(&options, in, out, log) != TONELIFT_OK) return FALSE;
    if (site && out->chroma_location) out->chroma_location = gst_tonelift_chroma_location(site);
    return !color || has_color(out, color);
}

gboolean gst_tonelift_describe_output(const tonelift_options* options, const tonelift_video* in,
                                      const GstStructure* structure, tonelift_video* out,
                                      const tonelift_log* log) {
    const GValue* colors = gst_structure_get_value(structure, "colorimetry");
    guint count = count_strings(colors);

    if (!describe_with_color(options, in, structure, NULL, out, log)) return FALSE;
    if (!count) return TRUE;
    for (guint i = 0; i < count; i++)
        if (has_color(out, string_at(colors, i))) return TRUE;
    for (guint i = 0; i < count; i++)
        if (describe_with_color(options, in, structure, string_at(colors, i), out, log))
            return TRUE;
    return FALSE;
}

/* Writes the colorimetry as downstream spells it, because GStreamer compares this field as text. */
static void keep_spelling(GstStructure* structure, const GstStructure* choice,
                          const tonelift_video* out) {
    const GValue* colors = gst_structure_get_value(choice, "colorimetry");
    for (guint i = 0; i < count_strings(colors); i++) {
        const char* color = string_at(colors, i);
        if (!has_color(out, color)) continue;
        gst_structure_set(structure, "colorimetry", G_TYPE_STRING, color, NULL);
        return;
    }
}

static GstCaps* fixed_output(const GstCaps* choices, guint index, const tonelift_video* out,
                             const GstCaps* in) {
    const GstStructure* choice = gst_caps_get_structure(choices, index);
    GstStructure* structure = gst_structure_copy(choice);
    const GstCapsFeatures* features = gst_caps_get_features(choices, index);
    GstCaps* caps = gst_caps_new_empty();

    gst_tonelift_video_to_structure(out, structure, in);
    keep_spelling(structure, choice, out);
    gst_caps_append_structure_full(caps, structure, gst_caps_features_copy(features));
    return gst_caps_fixate(caps);
}

GstCaps* gst_tonelift_choose_output(const tonelift_options* options, const GstCaps* in,
                                    const GstCaps* choices, const tonelift_log* log) {
    gboolean on_device = gst_tonelift_caps_are_cuda(in);
    tonelift_video from, to;

    if (!gst_tonelift_video_from_caps(&from, in)) return NULL;
    for (int same = 1; same >= 0; same--) {
        for (guint i = 0; i < gst_caps_get_size(choices); i++) {
            const GstStructure* structure = gst_caps_get_structure(choices, i);
            if ((is_cuda(gst_caps_get_features(choices, i)) == on_device) != same) continue;
            if (gst_tonelift_describe_output(options, &from, structure, &to, log))
                return fixed_output(choices, i, &to, in);
        }
    }
    return NULL;
}

static const GstVideoFormatInfo* format_of(const GstCaps* caps) {
    const char* name = gst_structure_get_string(gst_caps_get_structure(caps, 0), "format");
    return gst_video_format_get_info(gst_video_format_from_string(name));
}

static gboolean are_alike(const GstCaps* a, const GstCaps* b) {
    const GstVideoFormatInfo *x = format_of(a), *y = format_of(b);
    const GstVideoFormatFlags kind = GST_VIDEO_FORMAT_FLAG_YUV | GST_VIDEO_FORMAT_FLAG_RGB |
                                     GST_VIDEO_FORMAT_FLAG_GRAY | GST_VIDEO_FORMAT_FLAG_ALPHA;
    return is_cuda(gst_caps_get_features(a, 0)) == is_cuda(gst_caps_get_features(b, 0)) &&
           (x->flags & kind) == (y->flags & kind) && x->depth[0] == y->depth[0] &&
           x->w_sub[1] == y->w_sub[1] && x->h_sub[1] == y->h_sub[1];
}

static void copy_fields(GstStructure* to, const GstStructure* from, const char* const* fields) {
    for (; *fields; fields++) {
        const GValue* value = gst_structure_get_value(from, *fields);
        if (value)
            gst_structure_set_value(to, *fields, value);
        else
            gst_structure_remove_field(to, *fields);
    }
}

GstCaps* gst_tonelift_keep_output(const tonelift_options* options, const tonelift_video* in_before,
                                  const GstCaps* in, const GstCaps* choices, const GstCaps* before,
                                  const GstCaps* chosen) {
    static const char* const light[] = {"mastering-display-info", "content-light-level", NULL};
    tonelift_video from, to;
    GstCaps* kept;

    if (!gst_tonelift_video_from_caps(&from, in) || !gst_caps_can_intersect(before, choices) ||
        !are_alike(before, chosen) ||
        !gst_tonelift_describe_output(options, &from, gst_caps_get_structure(before, 0), &to, NULL))
        return NULL;
    kept = gst_caps_copy(before);
    if (gst_tonelift_is_hdr(&from) && gst_tonelift_is_hdr(in_before))
        copy_fields(gst_caps_get_structure(kept, 0), gst_caps_get_structure(chosen, 0), light);
    return kept;
}

/* Options that can contradict the colorimetry in caps, with the names of their properties. */
static const struct {
    const char* name;
    size_t offset;
} color_properties[] = {
    {"transfer", offsetof(tonelift_options, transfer)},
    {"primaries", offsetof(tonelift_options, primaries)},
    {"matrix", offsetof(tonelift_options, matrix)},
    {"range", offsetof(tonelift_options, range)},
};

const char* gst_tonelift_conflicting_property(const tonelift_options* options, const GstCaps* in,
                                              const GstCaps* choices) {
    for (guint i = 0; i < G_N_ELEMENTS(color_properties); i++) {
        tonelift_options without = *options;
        int* value = (int*)((char*)&without + color_properties[i].offset);
        g_autoptr(GstCaps) possible = NULL;

        if (*value < 0) continue;
        *value = -1;
        possible = gst_tonelift_choose_output(&without, in, choices, NULL);
        if (possible) return color_properties[i].name;
    }
    return NULL;
}
