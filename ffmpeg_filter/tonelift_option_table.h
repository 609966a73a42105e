/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Declares libtonelift's options as AVOptions. A host (a filter or an encoder) defines two macros.
 * TL_OPTION_FLAGS(live) gives the flags of an option; `live` tells whether the option may change
 * while the stream runs. TL_OPTION_OFFSET(name) gives the offset of the option's value in the
 * context. An array that contains
 *
 *   #include <tonelift/options.def>
 *   #include <tonelift/options_capitals.def>
 *
 * then has an entry for every option, alias and named value. av_opt_set() is case-sensitive, so
 * names also have entries with other capitalization, whose flags hide them from the help. A host
 * that declares an option NAME itself leaves out the entry of the table. It writes
 * `#define TL_WITHOUT_NAME ~, TL_LEAVE_OUT` before it includes this file.
 */
#ifndef FFMPEG_TONELIFT_OPTION_TABLE_H
#define FFMPEG_TONELIFT_OPTION_TABLE_H

#include <tonelift/tonelift.h>

#include "libavutil/opt.h"

/* Defines the default, the range and `live` of every integer option as constants. The entries of
 * aliases below use these constants. */
enum {
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help)   \
    default_##name = (value), minimum_##name = (minimum), maximum_##name = (maximum), \
    live_##name = (live),
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help)        \
    default_##name = (value), minimum_##name = (minimum), maximum_##name = (maximum), \
    live_##name = (live),
#include <tonelift/options.def>
};

#define TL_KEEP(...) __VA_ARGS__
#define TL_LEAVE_OUT(...)
#define TL_SECOND_OF(first, second, ...) second
#define TL_SECOND(...) TL_SECOND_OF(__VA_ARGS__)
/* Expands to TL_LEAVE_OUT if TL_WITHOUT_name is defined, else to TL_KEEP. */
#define TL_WANTED(name) TL_SECOND(TL_WITHOUT_##name, TL_KEEP, ~)

/* clang-format off */
#define TL_OPTION(name, type, member, value, minimum, maximum, live, help) \
    TL_WANTED(name)({#name, help, TL_OPTION_OFFSET(name), AV_OPT_TYPE_##type, {.member = value}, \
                     minimum, maximum, TL_OPTION_FLAGS(live), .unit = #name},)
/* An AVOption of type int whose name differs from its field, such as an alias. */
#define TL_NAMED_OPTION(name, field, value, minimum, maximum, live, help) \
    {#name, help, TL_OPTION_OFFSET(field), AV_OPT_TYPE_INT, {.i64 = value}, minimum, maximum, \
     TL_OPTION_FLAGS(live), .unit = #field},
#define TL_CONSTANT(unit_name, name, number, help, flags) \
    {#name, help, 0, AV_OPT_TYPE_CONST, {.i64 = number}, 0, 0, flags, .unit = unit_name},
#define TL_NAME(unit_name, name, number, help) \
    TL_CONSTANT(unit_name, name, number, help, TL_OPTION_FLAGS(1))

#define TONELIFT_OPTION_STRING(name, group, value, live, help) \
    TL_OPTION(name, STRING, str, value, 0, 0, live, help)
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    TL_OPTION(name, DOUBLE, dbl, value, minimum, maximum, live, help)
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) \
    TL_OPTION(name, INT, i64, value, minimum, maximum, live, help)
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) \
    TL_OPTION(name, INT, i64, value, minimum, maximum, live, help)
#define TONELIFT_OPTION_ALIAS(alias, name) \
    TL_NAMED_OPTION(alias, name, default_##name, minimum_##name, maximum_##name, live_##name, \
                    "the same as " #name)
/* Named values of an option. The option in_NAME accepts the same names. */
#define TONELIFT_OPTION_VALUE(option, id, name, number, help) \
    TL_NAME(#option, name, number, help)                      \
    TL_NAME("in_" #option, name, number, (number) == -1 ? "from the stream" : help)
#define TONELIFT_OPTION_CAPITALS(option, name, number) \
    TL_CONSTANT(#option, name, number, NULL, 0) TL_CONSTANT("in_" #option, name, number, NULL, 0)
/* clang-format on */

#endif
