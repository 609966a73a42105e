// SPDX-License-Identifier: BSD-2-Clause
#include "video.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <tonelift/list.h>

#include <cmath>
#include <string>
#include <variant>

#include "messages.h"

namespace nb = nanobind;

namespace tonelift::python {
namespace {

// A field of tonelift_video with a code point of H.273, and the option of libtonelift that accepts
// the same names.
struct NamedField {
    const char* name;
    const char* option;
    int tonelift_video::*field;
    int unknown;
    int largest;
    const char* help;
};

constexpr NamedField named_fields[] = {
    {"primaries", "in_primaries", &tonelift_video::primaries, TONELIFT_PRIMARIES_UNSPECIFIED, 255,
     "Color primaries by name, like 'bt2020' (H.273 table 2). Default '': unknown, guessed."},
    {"transfer", "in_transfer", &tonelift_video::transfer, TONELIFT_TRANSFER_UNSPECIFIED, 255,
     "Transfer function by name, like 'pq' (H.273 table 3). Default '': unknown, guessed."},
    {"matrix", "in_matrix", &tonelift_video::matrix, TONELIFT_MATRIX_UNSPECIFIED, 255,
     "YUV matrix by name, like 'bt2020nc' (H.273 table 4); ignored for RGB. Default '': unknown, "
     "guessed."},
    {"range", "in_range", &tonelift_video::range, TONELIFT_RANGE_UNSPECIFIED, 2,
     "'limited' or 'full'. Default '': unknown, guessed."},
    {"alpha_mode", "in_alpha_mode", &tonelift_video::alpha_mode, 0, 2,
     "Whether colors are multiplied by alpha: 'premultiplied' or 'straight'. Default '': "
     "straight."},
};

struct NumberField {
    const char* name;
    double tonelift_video::*field;
    const char* help;
};

constexpr NumberField number_fields[] = {
    {"mastering_min", &tonelift_video::mastering_min,
     "Darkest luminance of the mastering display, cd/m2; default 0: unknown."},
    {"mastering_max", &tonelift_video::mastering_max,
     "Brightest luminance of the mastering display, cd/m2; default 0: unknown."},
    {"max_cll", &tonelift_video::max_cll,
     "Brightest pixel of the stream, cd/m2; default 0: unknown."},
    {"max_fall", &tonelift_video::max_fall,
     "Brightest frame average of the stream, cd/m2; default 0: unknown."},
    {"linear_white", &tonelift_video::linear_white,
     "Luminance of 1.0 in linear light, cd/m2; default 0: unknown, 203."},
};

struct SizeField {
    const char* name;
    int tonelift_video::*field;
};

constexpr SizeField size_fields[] = {{"width", &tonelift_video::width},
                                     {"height", &tonelift_video::height}};

constexpr int longest_side = 16384;

constexpr const char* chroma_locations[] = {"",    "left",       "center", "topleft",
                                            "top", "bottomleft", "bottom"};

std::string name_of(const NamedField& field, const tonelift_video& video) {
    const int number = video.*field.field;
    tonelift_value_info value;
    for (int i = 0; number != field.unknown &&
                    tonelift_option_value_at(field.option, i, &value, sizeof(value)) == TONELIFT_OK;
         ++i) {
        if (value.number == number) return value.name;
    }
    return "";
}

int number_of(const NamedField& field, const std::string& name) {
    Messages messages;
    tonelift_options options;
    tonelift_options_default(&options);
    messages.check(tonelift_options_set(&options, field.option, name.c_str(), messages.log()));
    tonelift_option_info info;
    for (int i = 0; tonelift_option_at(i, &info, sizeof(info)) == TONELIFT_OK; ++i) {
        if (std::string(field.option) == info.name)
            return *reinterpret_cast<const int*>(reinterpret_cast<const char*>(&options) +
                                                 info.offset);
    }
    return field.unknown;
}

void check_number(const char* name, int value, int largest) {
    if (value < 0 || value > largest)
        raise_argument(std::string(name) + "=" + std::to_string(value) + ": allowed is 0 to " +
                       std::to_string(largest));
}

void check_luminance(const char* name, double value) {
    if (!std::isfinite(value) || value < 0)
        raise_argument(std::string(name) + "=" +
                       nb::cast<std::string>(nb::repr(nb::float_(value))) +
                       ": allowed is 0 (unknown) or more cd/m2");
}

void set_name(const NamedField& field, tonelift_video* video,
              const std::variant<int, std::string>& value) {
    if (const int* number = std::get_if<int>(&value)) {
        check_number(field.name, *number, field.largest);
        video->*field.field = *number;
        return;
    }
    const std::string& name = std::get<std::string>(value);
    const int number = name.empty() ? field.unknown : number_of(field, name);
    video->*field.field = number < 0 ? field.unknown : number;
}

void set_format(tonelift_video* video, const std::string& name) {
    video->format = tonelift_format_from_name(name.c_str());
    if (!name.empty() && video->format == TONELIFT_FORMAT_NONE)
        raise_argument("there is no pixel format '" + name + "'; tonelift.formats() lists them");
}

std::string format_of(const tonelift_video& video) {
    const char* name = tonelift_format_name(video.format);
    return name != nullptr ? name : "";
}

void set_chroma_location(tonelift_video* video, const std::string& name) {
    int number = 0;
    for (const char* known : chroma_locations) {
        if (name == known) {
            video->chroma_location = static_cast<tonelift_chroma_location>(number);
            return;
        }
        ++number;
    }
    raise_argument("chroma_location='" + name +
                   "': allowed are left, center, topleft, top, bottomleft and bottom");
}

nb::object make(const nb::kwargs& fields) {
    tonelift_video video;
    tonelift_video_default(&video);
    nb::object made = nb::cast(video);
    for (const auto& [name, value] : fields) {
        if (!nb::hasattr(made, name))
            raise_argument("a Video has no field '" + nb::cast<std::string>(name) +
                           "'; help(tonelift.Video) lists the fields");
        made.attr(name) = value;
    }
    return made;
}

}  // namespace

void bind_video(nb::module_& module) {
    nb::class_<tonelift_video> video(module, "Video", R"(Video(**fields)

Describes the pictures of a stream, the input or the output of a Filter. All fields may be given as
keywords; their defaults mean unknown. The frames determine format and size, as far as these follow
from the shape of an array. Colors are names, or numbers of ITU-T H.273, which FFmpeg uses, too.

Raises ArgumentError for a name or field that does not exist.)");
    video.def(nb::new_(&make))
        .def_prop_rw(
            "format", &format_of,
            [](tonelift_video& self, const std::string& name) { set_format(&self, name); },
            "Pixel format by FFmpeg's name, like 'p010le'. Default '': from the shape and type of "
            "the "
            "array; planes need it.")
        .def_prop_rw(
            "chroma_location",
            [](const tonelift_video& self) { return chroma_locations[self.chroma_location]; },
            [](tonelift_video& self, const std::string& name) { set_chroma_location(&self, name); },
            "Position of 4:2:0 and 4:2:2 chroma: 'left', 'center', 'topleft', 'top', "
            "'bottomleft' or 'bottom'. Default '': as usual for codecs.");
    for (const SizeField& field : size_fields)
        video.def_prop_rw(
            field.name, [&field](const tonelift_video& self) { return self.*field.field; },
            [&field](tonelift_video& self, int value) {
                check_number(field.name, value, longest_side);
                self.*field.field = value;
            },
            "Pixels, 1 to 16384; default 0: from the frames.");
    for (const NamedField& field : named_fields)
        video.def_prop_rw(
            field.name, [&field](const tonelift_video& self) { return name_of(field, self); },
            [&field](tonelift_video& self, const std::variant<int, std::string>& value) {
                set_name(field, &self, value);
            },
            field.help);
    for (const NumberField& field : number_fields)
        video.def_prop_rw(
            field.name, [&field](const tonelift_video& self) { return self.*field.field; },
            [&field](tonelift_video& self, double value) {
                check_luminance(field.name, value);
                self.*field.field = value;
            },
            field.help);
}

}  // namespace tonelift::python
