/* SPDX-License-Identifier: BSD-2-Clause */
#include "options.h"

#include <gst/gst.h>
#include <stdlib.h>
#include <string.h>

typedef enum { OPTION_STRING, OPTION_FLOAT, OPTION_INT, OPTION_ENUM } OptionType;

typedef struct {
    const char* name;
    OptionType type;
    gsize offset;
    const char* text;
    gdouble number;
    gdouble minimum, maximum;
    const char* unit;
    gboolean live;
    const char* help;
} Option;

/* clang-format off */
#define OFFSET(name) G_STRUCT_OFFSET(tonelift_options, name)
static const Option options[] = {
#define TONELIFT_OPTION_STRING(name, group, value, live, help) \
    {#name, OPTION_STRING, OFFSET(name), value, 0, 0, 0, "", live, help},
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    {#name, OPTION_FLOAT, OFFSET(name), NULL, value, minimum, maximum, unit, live, help},
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) \
    {#name, OPTION_INT, OFFSET(name), NULL, value, minimum, maximum, unit, live, help},
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) \
    {#name, OPTION_ENUM, OFFSET(name), NULL, value, minimum, maximum, "", live, help},
#include <tonelift/options.def>
};

typedef struct {
    const char* option;
    GEnumValue value;
} Choice;

static const Choice choices[] = {
#define TONELIFT_OPTION_VALUE(option, id, name, number, help) {#option, {number, help, #name}},
#include <tonelift/options.def>
};
/* clang-format on */

guint gst_tonelift_options_count(void) { return G_N_ELEMENTS(options); }

gboolean gst_tonelift_options_is_live(guint index) { return options[index].live; }

/* Returns the option that defines the named values of the option `name`. For example, in_transfer
 * has the named values of transfer. */
static const char* choices_of(const char* name) {
    return g_str_has_prefix(name, "in_") ? name + strlen("in_") : name;
}

static char* enum_type_name(const char* name) {
    GString* text = g_string_new("GstTonelift");
    for (gboolean upper = TRUE; *name; upper = *name++ == '_')
        if (*name != '_') g_string_append_c(text, upper ? g_ascii_toupper(*name) : *name);
    return g_string_free(text, FALSE);
}

static GQuark option_of_type(void) { return g_quark_from_static_string("tonelift-option"); }

static void warn(void* user, tonelift_log_level level, const char* message) {
    g_warning("%s", message);
}

/* Warns about an unknown value and suggests the closest known value, because gst-launch does not
 * say why it rejects a value. */
static void warn_of_unknown(GType type, const char* text) {
    const tonelift_log log = {.struct_size = sizeof(log), .callback = warn};
    tonelift_options unused;

    tonelift_options_default(&unused);
    tonelift_options_set(&unused, g_type_get_qdata(type, option_of_type()), text, &log);
}

/* Reads an enum value by name or number. Unlike in GStreamer's own function, names are
 * case-insensitive. */
static gboolean read_enum(GValue* result, const char* text) {
    GEnumClass* values = g_type_class_ref(G_VALUE_TYPE(result));
    char* end;
    gint64 number = g_ascii_strtoll(text, &end, 10);
    gboolean known = end != text && !*end;

    for (guint i = 0; i < values->n_values && !known; i++) {
        known = !g_ascii_strcasecmp(values->values[i].value_nick, text);
        number = values->values[i].value;
    }
    g_type_class_unref(values);
    if (known)
        g_value_set_enum(result, (gint)number);
    else
        warn_of_unknown(G_VALUE_TYPE(result), text);
    return known;
}

static char* write_enum(const GValue* value) {
    GEnumClass* values = g_type_class_ref(G_VALUE_TYPE(value));
    const GEnumValue* found = g_enum_get_value(values, g_value_get_enum(value));
    char* text =
        found ? g_strdup(found->value_nick) : g_strdup_printf("%d", g_value_get_enum(value));
    g_type_class_unref(values);
    return text;
}

static gint compare_enums(const GValue* a, const GValue* b) {
    gint x = g_value_get_enum(a), y = g_value_get_enum(b);
    return x == y ? GST_VALUE_EQUAL : x < y ? GST_VALUE_LESS_THAN : GST_VALUE_GREATER_THAN;
}

/* Registers the functions for an enum type. GStreamer uses the table until the process ends, so it
 * is never freed. */
static void register_functions(GType type) {
    GstValueTable* table = g_new0(GstValueTable, 1);
    table->type = type;
    table->compare = compare_enums;
    table->serialize = write_enum;
    table->deserialize = read_enum;
    gst_value_register(table);
}

/* Makes the enum type of an option. For in_ options, the value auto means "from the stream".
 * GObject uses the values until the process ends, so they are never freed. */
static GType enum_type(const char* option) {
    const char* source = choices_of(option);
    g_autofree char* name = enum_type_name(option);
    GArray* values = g_array_new(TRUE, TRUE, sizeof(GEnumValue));
    GType type;

    for (guint i = 0; i < G_N_ELEMENTS(choices); i++) {
        GEnumValue value = choices[i].value;
        if (strcmp(choices[i].option, source)) continue;
        if (source != option && value.value < 0) value.value_name = "from the stream";
        g_array_append_val(values, value);
    }
    type = g_enum_register_static(name, (GEnumValue*)g_array_free(values, FALSE));
    g_type_set_qdata(type, option_of_type(), (gpointer)option);
    gst_type_mark_as_plugin_api(type, 0);
    register_functions(type);
    return type;
}

/* Returns the flags of a property. Strings are not controllable, because GstController can
 * interpolate only numbers. */
static GParamFlags flags_of(const Option* option) {
    GParamFlags flags = G_PARAM_READWRITE;
    if (!option->live) return flags | GST_PARAM_MUTABLE_READY;
    flags |= GST_PARAM_MUTABLE_PLAYING;
    return option->type == OPTION_STRING ? flags : flags | GST_PARAM_CONTROLLABLE;
}

static char* blurb_of(const Option* option) {
    GString* text = g_string_new(option->help);

    if (*option->unit) g_string_append_printf(text, " (%s)", option->unit);
    for (guint i = 0; option->type != OPTION_ENUM && i < G_N_ELEMENTS(choices); i++) {
        const GEnumValue* value = &choices[i].value;
        if (strcmp(choices[i].option, option->name)) continue;
        g_string_append_printf(text, "; %d is %s: %s", value->value, value->value_nick,
                               value->value_name);
    }
    return g_string_free(text, FALSE);
}

static GParamSpec* make_property(const Option* option) {
    g_autofree char* name = g_strdelimit(g_strdup(option->name), "_", '-');
    g_autofree char* blurb = blurb_of(option);
    GParamFlags flags = flags_of(option);

    switch (option->type) {
        case OPTION_STRING:
            return g_param_spec_string(name, name, blurb, option->text, flags);
        case OPTION_FLOAT:
            return g_param_spec_double(name, name, blurb, option->minimum, option->maximum,
                                       option->number, flags);
        case OPTION_INT:
            return g_param_spec_int(name, name, blurb, (gint)option->minimum, (gint)option->maximum,
                                    (gint)option->number, flags);
        case OPTION_ENUM:
            break;
    }
    return g_param_spec_enum(name, name, blurb, enum_type(option->name), (gint)option->number,
                             flags);
}

void gst_tonelift_options_install(GObjectClass* object_class, guint first) {
    for (guint i = 0; i < G_N_ELEMENTS(options); i++)
        g_object_class_install_property(object_class, first + i, make_property(&options[i]));
}

static gpointer place(const tonelift_options* owner, const Option* option) {
    return (guint8*)owner + option->offset;
}

static void set_string(char** text, const char* value) {
    g_free(*text);
    *text = g_strdup(value);
}

void gst_tonelift_options_init(tonelift_options* owner) {
    tonelift_options_default(owner);
    for (guint i = 0; i < G_N_ELEMENTS(options); i++) {
        char** text = place(owner, &options[i]);
        if (options[i].type == OPTION_STRING) *text = g_strdup(*text);
    }
}

void gst_tonelift_options_clear(tonelift_options* owner) {
    for (guint i = 0; i < G_N_ELEMENTS(options); i++)
        if (options[i].type == OPTION_STRING)
            g_clear_pointer((char**)place(owner, &options[i]), g_free);
}

void gst_tonelift_options_set(tonelift_options* owner, guint index, const GValue* value) {
    const Option* option = &options[index];
    switch (option->type) {
        case OPTION_STRING:
            set_string(place(owner, option), g_value_get_string(value));
            break;
        case OPTION_FLOAT:
            *(double*)place(owner, option) = g_value_get_double(value);
            break;
        case OPTION_INT:
            *(int*)place(owner, option) = g_value_get_int(value);
            break;
        case OPTION_ENUM:
            *(int*)place(owner, option) = g_value_get_enum(value);
            break;
    }
}

void gst_tonelift_options_get(const tonelift_options* owner, guint index, GValue* value) {
    const Option* option = &options[index];
    switch (option->type) {
        case OPTION_STRING:
            g_value_set_string(value, *(char**)place(owner, option));
            break;
        case OPTION_FLOAT:
            g_value_set_double(value, *(double*)place(owner, option));
            break;
        case OPTION_INT:
            g_value_set_int(value, *(int*)place(owner, option));
            break;
        case OPTION_ENUM:
            g_value_set_enum(value, *(int*)place(owner, option));
            break;
    }
}

static gsize size_of(const Option* option) {
    return option->type == OPTION_FLOAT ? sizeof(double) : sizeof(int);
}

static void copy_option(tonelift_options* to, const tonelift_options* from, const Option* option) {
    if (option->type == OPTION_STRING)
        set_string(place(to, option), *(char**)place(from, option));
    else
        memcpy(place(to, option), place(from, option), size_of(option));
}

static gboolean is_equal(const tonelift_options* a, const tonelift_options* b,
                         const Option* option) {
    if (option->type == OPTION_STRING)
        return !g_strcmp0(*(char**)place(a, option), *(char**)place(b, option));
    return !memcmp(place(a, option), place(b, option), size_of(option));
}

void gst_tonelift_options_copy(tonelift_options* to, const tonelift_options* from,
                               GstToneliftOptionsPart part) {
    for (guint i = 0; i < G_N_ELEMENTS(options); i++)
        if (part == GST_TONELIFT_OPTIONS_ALL || options[i].live) copy_option(to, from, &options[i]);
}

void gst_tonelift_options_take_back(tonelift_options* owner, const tonelift_options* refused,
                                    const tonelift_options* before) {
    for (guint i = 0; i < G_N_ELEMENTS(options); i++)
        if (options[i].live && is_equal(owner, refused, &options[i]))
            copy_option(owner, before, &options[i]);
}

gint gst_tonelift_options_gpu(const tonelift_options* owner) {
    const char* prefix = "cuda";
    const char* device = owner->device;
    if (!device || g_ascii_strncasecmp(device, prefix, strlen(prefix)) != 0) return -1;
    device += strlen(prefix);
    if (*device == ':') device++;
    return g_ascii_isdigit(*device) ? atoi(device) : -1;
}

gboolean gst_tonelift_options_write_statistics(const tonelift_options* owner) {
    if (!owner->stats_file || !*owner->stats_file) return FALSE;
    if (owner->stats == TONELIFT_STATS_AUTO)
        return !g_file_test(owner->stats_file, G_FILE_TEST_EXISTS);
    return owner->stats != TONELIFT_STATS_READ;
}
