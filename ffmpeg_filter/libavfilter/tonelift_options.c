/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_options.h"

/* 1 if options of this group (in options.def) affect the look of the picture, else 0. */
enum {
    makes_look_look = 1,
    makes_look_inspection = 1,
    makes_look_tone = 0,
    makes_look_color_out = 0,
    makes_look_color_in = 0,
    makes_look_machine = 0,
};

tonelift_options ff_tonelift_without_look(const tonelift_options* options) {
    tonelift_options result = *options;
    tonelift_options plain;

    if (options->metadata) { /* the picture passes through unchanged */
        result.lookahead = 0;
        return result;
    }
    tonelift_options_default(&plain);
#define RESET(name, group) \
    if (makes_look_##group) result.name = plain.name;
#define TONELIFT_OPTION_STRING(name, group, value, live, help) RESET(name, group)
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    RESET(name, group)
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) \
    RESET(name, group)
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) RESET(name, group)
#include <tonelift/options.def>
#undef RESET
    result.preset = "faithful";
    /* The options script_memory and script_work limit the user's script. The preset faithful is a
     * small script of libtonelift, so it gets the default limits. */
    result.script_memory = plain.script_memory;
    result.script_work = plain.script_work;
    result.stats_file = plain.stats_file;
    result.stats = plain.stats;
    return result;
}
