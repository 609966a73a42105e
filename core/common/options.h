// SPDX-License-Identifier: BSD-2-Clause
// Gives access to the rows of options.def, for the option parser, the command-line tool and the
// documents.
#pragma once

#include <tonelift/tonelift.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

enum class OptionType : uint8_t { text, number, whole, choice };

struct OptionValue {
    std::string name;
    int number;
    std::string help;
};

struct Option {
    std::string name;
    std::string group;
    OptionType type;
    std::string default_text;
    double default_number;
    double minimum;
    double maximum;
    std::string unit;
    bool live;
    std::string help;
    size_t offset;
    size_t size;
    std::vector<std::string> aliases{};
    std::vector<OptionValue> values{};

    // Returns the default value as text, as a user would type it.
    std::string default_value() const;
};

std::span<const Option> options();
// Finds an option by name or alias. Returns nullptr if there is none.
const Option* find_option(std::string_view name);

inline bool is_given(const char* text) { return text != nullptr && *text != '\0'; }

tonelift_options default_options();
// Returns a copy of the options. The caller may have been built against another version of the
// library, with a smaller or larger struct (core/common/structs.h).
tonelift_options read_options(const tonelift_options* given);
// Throws Error (argument) for a number outside the range of its option.
void check_ranges(const tonelift_options& options);
// Parses `value` and stores it in the option `name`. A string option keeps the pointer `value`.
// Writes nothing beyond options->struct_size bytes.
void set_option(tonelift_options* options, const char* name, const char* value);

}  // namespace tonelift
