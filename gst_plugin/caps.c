/* SPDX-License-Identifier: BSD-2-Clause */
#include "caps.h"

#include <stddef.h>
#include <string.h>

#include <tonelift/list.h>

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

static void limit_format(GstStructure* structure, const GstStructure* original,
                         const tonelift_options* options) {
    const GValue* formats = gst_structure_get_value(original, "format");

    if (formats && !g_strcmp0(options->format, "same"))
        gst_structure_set_value(structure, "format", formats);
}

GstCaps* gst_tonelift_transform_caps(const tonelift_options* options, GstToneliftMemory memory,
                                     const GstCaps* caps) {
    GstCaps* result = gst_caps_new_empty();

    for (guint i = 0; i < gst_caps_get_size(caps); i++) {
        const GstStructure* original = gst_caps_get_structure(caps, i);
        gboolean on_device = is_cuda(gst_caps_get_features(caps, i));
        GstStructure* structure;

        if (on_device && memory == GST_TONELIFT_SYSTEM_ONLY) continue;
        structure = gst_structure_copy(original);
        gst_tonelift_strip_color(structure);
        limit_format(structure, original, options);
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

static gboolean find_info(tonelift_format format, tonelift_format_info* info) {
    for (int i = 0; tonelift_format_at(i, info, sizeof(*info)) == TONELIFT_OK; i++)
        if (info->format == format) return TRUE;
    return FALSE;
}

/* Packed YUV also has one plane, but its chroma is subsampled. */
static gboolean is_gray(const tonelift_format_info* info) {
    return info->planes == 1 && !info->is_rgb && !info->chroma_w;
}

static int subsampling_badness(int to, int wanted) {
    return to > wanted ? 64 * (to - wanted) : wanted - to;
}

static int badness(const tonelift_format_info* to, const tonelift_format_info* wanted) {
    int depth = to->depth - wanted->depth;
    int bad = depth < 0 ? 32 - depth : depth;

    bad += subsampling_badness(to->chroma_w, wanted->chroma_w);
    bad += subsampling_badness(to->chroma_h, wanted->chroma_h);
    if (to->is_rgb != wanted->is_rgb || is_gray(to) != is_gray(wanted))
        bad += is_gray(to) ? 1024 : 256;
    if (to->has_alpha != wanted->has_alpha) bad += wanted->has_alpha ? 512 : 1;
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

static tonelift_format choose_format(const GstStructure* structure, tonelift_format wanted) {
    const GValue* formats = gst_structure_get_value(structure, "format");
    tonelift_format best = formats ? TONELIFT_FORMAT_NONE : wanted;
    tonelift_format_info like, info;
    int least = G_MAXINT;

    if (!find_info(wanted, &like)) return TONELIFT_FORMAT_NONE;
    for (guint i = 0; i < count_strings(formats); i++) {
        tonelift_format format = tonelift_format_from_name(string_at(formats, i));
        int bad;
        if (!find_info(format, &info)) continue;
        if (format == wanted) return wanted;
        bad = badness(&info, &like);
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

static void choose_site(const GstStructure* structure, tonelift_video* out) {
    const GValue* sites = gst_structure_get_value(structure, "chroma-site");
    guint count = out->chroma_location ? count_strings(sites) : 0;
    tonelift_chroma_location first = TONELIFT_CHROMA_UNSPECIFIED;

    for (guint i = 0; i < count; i++) {
        tonelift_chroma_location site = gst_tonelift_chroma_location(string_at(sites, i));
        if (site == out->chroma_location) return;
        if (!first) first = site;
    }
    if (count) out->chroma_location = first;
}

static gboolean describe_with_color(const tonelift_options* given, const tonelift_video* in,
                                    const GstStructure* structure, const char* color,
                                    tonelift_video* out, const tonelift_log* log) {
    tonelift_options options = *given;
    GstVideoColorimetry asked;
    tonelift_format format;

    if (color && gst_video_colorimetry_from_string(&asked, color))
        gst_tonelift_ask_for_color(&options, &asked);
    tonelift_video_default(out);
    if (tonelift_output(&options, in, out, log) != TONELIFT_OK) return FALSE;
    format = choose_format(structure, out->format);
    if (!gst_tonelift_format_name(format)) return FALSE;
    options.format = tonelift_format_name(format);
    if (tonelift_output(&options, in, out, log) != TONELIFT_OK) return FALSE;
    choose_site(structure, out);
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

static gboolean has_site(const tonelift_video* video, const char* text) {
    return gst_tonelift_chroma_location(text) == video->chroma_location;
}

/* Writes the field as downstream spells it, because GStreamer compares it as text. */
static void keep_spelling(GstStructure* structure, const GstStructure* choice, const char* field,
                          const tonelift_video* out,
                          gboolean (*has)(const tonelift_video* out, const char* text)) {
    const GValue* texts = gst_structure_get_value(choice, field);
    for (guint i = 0; i < count_strings(texts); i++) {
        const char* text = string_at(texts, i);
        if (!has(out, text)) continue;
        gst_structure_set(structure, field, G_TYPE_STRING, text, NULL);
        return;
    }
}

static GstCaps* fixed_output(const GstCaps* choices, guint index, const tonelift_video* out,
                             const GstCaps* source) {
    const GstStructure* choice = gst_caps_get_structure(choices, index);
    GstStructure* structure = gst_structure_copy(choice);
    const GstCapsFeatures* features = gst_caps_get_features(choices, index);
    GstCaps* caps = gst_caps_new_empty();

    gst_tonelift_video_to_structure(out, structure, source);
    keep_spelling(structure, choice, "colorimetry", out, has_color);
    if (out->chroma_location) keep_spelling(structure, choice, "chroma-site", out, has_site);
    gst_caps_append_structure_full(caps, structure, gst_caps_features_copy(features));
    return gst_caps_fixate(caps);
}

/* Returns the index of the first suitable caps of `choices`, or -1. */
static gint find_choice(const tonelift_options* options, const tonelift_video* in,
                        const GstCaps* choices, gboolean on_device, tonelift_format format,
                        tonelift_video* out, const tonelift_log* log) {
    for (guint i = 0; i < gst_caps_get_size(choices); i++) {
        const GstStructure* structure = gst_caps_get_structure(choices, i);
        if (is_cuda(gst_caps_get_features(choices, i)) == on_device &&
            gst_tonelift_describe_output(options, in, structure, out, log) &&
            (format == TONELIFT_FORMAT_NONE || out->format == format))
            return (gint)i;
    }
    return -1;
}

GstCaps* gst_tonelift_choose_output(const tonelift_options* options, const GstCaps* in,
                                    const GstCaps* choices, const tonelift_log* log) {
    const tonelift_format formats[] = {tonelift_format_from_name(options->format),
                                       TONELIFT_FORMAT_NONE};
    gboolean on_device = gst_tonelift_caps_are_cuda(in), states_sdr;
    tonelift_video from, to;
    GstCaps* fixed;
    gint found = -1;

    if (!gst_tonelift_video_from_caps(&from, in)) return NULL;
    for (guint i = formats[0] == TONELIFT_FORMAT_NONE; i < G_N_ELEMENTS(formats) && found < 0;
         i++) {
        found = find_choice(options, &from, choices, on_device, formats[i], &to, log);
        if (found < 0)
            found = find_choice(options, &from, choices, !on_device, formats[i], &to, log);
    }
    if (found < 0) return NULL;
    states_sdr = gst_tonelift_input_light(options, &from) == GST_TONELIFT_LIGHT_SDR;
    fixed = fixed_output(choices, (guint)found, &to, states_sdr ? NULL : in);
    if (!gst_caps_can_intersect(fixed, choices)) {
        if (log)
            log->callback(
                log->user, TONELIFT_LOG_ERROR,
                "the next element requires other HDR metadata or another chroma site than "
                "the output has");
        gst_clear_caps(&fixed);
    }
    return fixed;
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

/* Returns whether the option `format` names a format and negotiation chose another format than that
 * of the caps `before`. */
static gboolean leaves_format(const tonelift_options* options, const GstCaps* before,
                              const GstCaps* chosen) {
    return tonelift_format_from_name(options->format) != TONELIFT_FORMAT_NONE &&
           format_of(before) != format_of(chosen);
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
        !are_alike(before, chosen) || leaves_format(options, before, chosen) ||
        !gst_tonelift_describe_output(options, &from, gst_caps_get_structure(before, 0), &to, NULL))
        return NULL;
    kept = gst_caps_copy(before);
    if (!memcmp(&from, in_before, sizeof(from)) ||
        (gst_tonelift_is_hdr(&from) && gst_tonelift_is_hdr(in_before)))
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
