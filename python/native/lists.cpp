// SPDX-License-Identifier: BSD-2-Clause
#include "lists.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <tonelift/list.h>

#include <sstream>
#include <string>
#include <vector>

#include "messages.h"
#include "options.h"

namespace nb = nanobind;

namespace tonelift::python {
namespace {

// Reads all rows of a list. next(index, &row, size) reads one row.
template <typename Row, typename Next>
std::vector<Row> rows_of(Next next) {
    std::vector<Row> rows;
    Row row;
    while (next(static_cast<int>(rows.size()), &row, sizeof(row)) == TONELIFT_OK)
        rows.push_back(row);
    return rows;
}

// A param of a script. The strings are copies, because they outlive the library's list.
struct Param {
    std::string name;
    std::string help;
    std::string type;
    double default_value;
    double value;
    double minimum;
    double maximum;
};

const char* name_of(tonelift_type type) {
    switch (type) {
        case TONELIFT_TYPE_STRING:
            return "str";
        case TONELIFT_TYPE_FLOAT:
            return "float";
        case TONELIFT_TYPE_INT:
            return "int";
        case TONELIFT_TYPE_ENUM:
            return "enum";
        case TONELIFT_TYPE_BOOL:
            break;
    }
    return "bool";
}

std::vector<std::string> words_of(const char* text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

std::vector<tonelift_value_info> values_of(const tonelift_option_info& option) {
    return rows_of<tonelift_value_info>([&](int index, tonelift_value_info* row, size_t size) {
        return tonelift_option_value_at(option.name, index, row, size);
    });
}

std::vector<Param> params_of(const nb::kwargs& values) {
    Messages messages;
    tonelift_params* params = nullptr;
    messages.check(tonelift_params_create(&params, Options(values).get(), messages.log()));
    std::vector<Param> list;
    for (const tonelift_param_info& info :
         rows_of<tonelift_param_info>([&](int index, tonelift_param_info*row, size_t size) {
             return tonelift_param_at(params, index, row, size);
         }))
        list.push_back({info.name, info.help, name_of(info.type), info.default_value, info.value,
                        info.minimum, info.maximum});
    tonelift_params_destroy(&params);
    return list;
}

void bind_options(nb::module_& module) {
    nb::class_<tonelift_value_info>(module, "OptionValue", "A named value of an option.")
        .def_ro("name", &tonelift_value_info::name)
        .def_ro("help", &tonelift_value_info::help)
        .def("__repr__", [](const tonelift_value_info& self) {
            return "<OptionValue " + std::string(self.name) + ">";
        });
    nb::class_<tonelift_option_info>(module, "Option", "An option of a Filter.")
        .def_ro("name", &tonelift_option_info::name, "The keyword.")
        .def_prop_ro(
            "aliases", [](const tonelift_option_info& self) { return words_of(self.aliases); },
            "Other keywords for the same option.")
        .def_ro("group", &tonelift_option_info::group,
                "look, tone, color_out, color_in, inspection or machine.")
        .def_ro("help", &tonelift_option_info::help)
        .def_ro("unit", &tonelift_option_info::unit, "'' if there is none.")
        .def_prop_ro(
            "type", [](const tonelift_option_info& self) { return name_of(self.type); },
            "'str', 'float', 'int' or 'enum'.")
        .def_ro("default", &tonelift_option_info::default_text, "The default as text.")
        .def_ro("minimum", &tonelift_option_info::minimum, "0 for texts.")
        .def_ro("maximum", &tonelift_option_info::maximum, "0 for texts.")
        .def_prop_ro(
            "live", [](const tonelift_option_info& self) { return self.live != 0; },
            "Whether Filter.set() can change it.")
        .def_prop_ro("values", &values_of, "The named values of the option.")
        .def("__repr__", [](const tonelift_option_info& self) {
            return "<Option " + std::string(self.name) + "=" + self.default_text + ": " +
                   self.help + ">";
        });
    module.def(
        "options", [] { return rows_of<tonelift_option_info>(tonelift_option_at); },
        "All options that Filter takes as keywords.");
}

void bind_presets(nb::module_& module) {
    nb::class_<tonelift_preset_info>(module, "Preset", "A named look.")
        .def_ro("name", &tonelift_preset_info::name, "As accepted by the option preset.")
        .def_ro("algorithm", &tonelift_preset_info::algorithm, "The script of the look.")
        .def_ro("sentence", &tonelift_preset_info::sentence, "The purpose of the look.")
        .def_ro("values", &tonelift_preset_info::values, "As accepted by the option set.")
        .def("__repr__", [](const tonelift_preset_info& self) {
            return "<Preset " + std::string(self.name) + ": " + self.sentence + ">";
        });
    module.def(
        "presets", [] { return rows_of<tonelift_preset_info>(tonelift_preset_at); },
        "All presets.");
}

void bind_formats(nb::module_& module) {
    nb::class_<tonelift_format_info>(module, "Format", "A pixel format.")
        .def_ro("name", &tonelift_format_info::name, "FFmpeg's name, as accepted by Video.format.")
        .def_ro("depth", &tonelift_format_info::depth, "Significant bits of a sample.")
        .def_ro("planes", &tonelift_format_info::planes, "Number of arrays in a list of planes.")
        .def_prop_ro("has_alpha",
                     [](const tonelift_format_info& self) { return self.has_alpha != 0; })
        .def_prop_ro("is_rgb", [](const tonelift_format_info& self) { return self.is_rgb != 0; })
        .def("__repr__", [](const tonelift_format_info& self) {
            return "<Format " + std::string(self.name) + ">";
        });
    module.def(
        "formats", [] { return rows_of<tonelift_format_info>(tonelift_format_at); },
        "All pixel formats.");
}

void bind_params(nb::module_& module) {
    nb::class_<Param>(module, "Param", "A param of a script.")
        .def_ro("name", &Param::name, "The keyword.")
        .def_ro("help", &Param::help)
        .def_ro("type", &Param::type, "'float', 'int' or 'bool'.")
        .def_ro("default", &Param::default_value, "The default of the script.")
        .def_ro("value", &Param::value, "The value set by the options.")
        .def_ro("minimum", &Param::minimum)
        .def_ro("maximum", &Param::maximum)
        .def("__repr__",
             [](const Param& self) { return "<Param " + self.name + ": " + self.help + ">"; });
    module.def(
        "params", &params_of,
        "params(**options)\n\nThe params of the script that the options select: script_text, "
        "script, algorithm or preset. Raises ScriptError for a script that does not "
        "compile, FileError for a file that cannot be read, ArgumentError for other "
        "options.");
}

}  // namespace

void bind_lists(nb::module_& module) {
    bind_options(module);
    bind_presets(module);
    bind_formats(module);
    bind_params(module);
}

}  // namespace tonelift::python
