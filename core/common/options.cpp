// SPDX-License-Identifier: BSD-2-Clause
#include "core/common/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "core/common/structs.h"
#include "core/common/text.h"
#include "kernels/error.h"
#include "kernels/lasting.h"

namespace tonelift {
namespace {

Option* find(std::vector<Option>& table, std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const Option& option) { return option.name == name; });
    return found == table.end() ? nullptr : &*found;
}

// Copies the values of each option to the option with the prefix `in_`, unless that option has its
// own values. Replaces the help of the value `auto`, because for inputs, `auto` means the value of
// the stream.
void share_values(std::vector<Option>& table) {
    for (Option& option : table) {
        if (option.type != OptionType::choice || !option.values.empty()) continue;
        const Option* twin =
            option.name.starts_with("in_") ? find(table, option.name.substr(3)) : nullptr;
        if (twin == nullptr)
            throw Error(Failure::internal, "the option " + option.name + " has no values");
        option.values = twin->values;
        for (OptionValue& value : option.values) {
            if (value.number == -1) value.help = "from the stream";
        }
    }
}

std::vector<Option> read_table() {
    std::vector<Option> table;
#define TONELIFT_ADD(name, group, type, text, number, low, high, unit, live, help)               \
    table.push_back({#name, #group, OptionType::type, text, number, low, high, unit, live, help, \
                     offsetof(tonelift_options, name), sizeof(tonelift_options::name)});
#define TONELIFT_OPTION_STRING(name, group, value, live, help) \
    TONELIFT_ADD(name, group, text, value, 0, 0, 0, "", live != 0, help)
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    TONELIFT_ADD(name, group, number, "", value, minimum, maximum, unit, live != 0, help)
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) \
    TONELIFT_ADD(name, group, whole, "", value, minimum, maximum, unit, live != 0, help)
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) \
    TONELIFT_ADD(name, group, choice, "", value, minimum, maximum, "", live != 0, help)
#define TONELIFT_OPTION_VALUE(option, id, value_name, number, help) \
    find(table, #option)->values.push_back({#value_name, number, help});
#define TONELIFT_OPTION_ALIAS(alias, name) find(table, #name)->aliases.emplace_back(#alias);
#include <tonelift/options.def>
#undef TONELIFT_ADD
    share_values(table);
    return table;
}

// Returns a hint that names the replacement in Tonelift for an option of another tone mapper.
// Returns an empty string for other names.
std::string foreign_hint(std::string_view name) {
#define TONELIFT_OPTION_FOREIGN(foreign, hint) \
    if (same_name(name, #foreign)) return hint;
#include <tonelift/options.def>
    return {};
}

std::vector<std::string> option_names() {
    std::vector<std::string> names;
    for (const Option& option : options()) {
        names.push_back(option.name);
        names.insert(names.end(), option.aliases.begin(), option.aliases.end());
    }
    return names;
}

[[noreturn]] void reject(const Option& option, std::string_view value, const std::string& why) {
    throw Error(Failure::argument,
                option.name + "=" + printable(value.substr(0, 100)) + ": " + why);
}

// A negative minimum is a value with a meaning of its own, such as the preset's value.
double lowest(const Option& option) { return std::max(option.minimum, 0.0); }

bool takes(const Option& option, double number) {
    const auto is_it = [&](const OptionValue& value) { return value.number == number; };
    return number == option.default_number ||
           (number >= lowest(option) && number <= option.maximum) ||
           std::any_of(option.values.begin(), option.values.end(), is_it);
}

std::string allowed_values(const Option& option) {
    std::vector<std::string> names;
    for (const OptionValue& value : option.values) names.push_back(value.name);
    if (names.empty() && option.minimum < 0) names.push_back(number_text(option.minimum));
    if (option.type != OptionType::choice)
        names.push_back(
            std::string(option.type == OptionType::whole ? "a whole number from " : "") +
            number_text(lowest(option)) + " to " + number_text(option.maximum) +
            (option.unit.empty() ? "" : " ") + option.unit);
    return allowed_names(names);
}

// Parses a number, independently of the locale. Returns false unless the whole text is a number.
template <typename T>
bool parse(std::string_view text, T* number) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), *number);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

template <typename T>
T in_range(const Option& option, T number, std::string_view text) {
    if (takes(option, number)) return number;
    reject(option, text, allowed_values(option));
}

double parse_number(const Option& option, std::string_view value) {
    for (const OptionValue& candidate : option.values) {
        if (same_name(candidate.name, value)) return candidate.number;
    }
    double number = 0;
    if (!parse(value, &number) || !std::isfinite(number))
        reject(option, value, allowed_values(option));
    return in_range(option, number, value);
}

int parse_whole(const Option& option, std::string_view value) {
    int number = 0;
    if (!parse(value, &number)) reject(option, value, allowed_values(option));
    return in_range(option, number, value);
}

int parse_choice(const Option& option, std::string_view value) {
    int number = 0;
    const bool numeric = parse(value, &number);
    std::vector<std::string> names;
    for (const OptionValue& candidate : option.values) {
        if (same_name(candidate.name, value) || (numeric && candidate.number == number))
            return candidate.number;
        names.push_back(candidate.name);
    }
    reject(option, value, suggestion_and_names(value, names));
}

double number_of(const tonelift_options& options, const Option& option) {
    const auto* at = reinterpret_cast<const std::byte*>(&options) + option.offset;
    double number = 0;
    int whole = 0;
    if (option.type == OptionType::number) {
        std::memcpy(&number, at, sizeof number);
        return number;
    }
    std::memcpy(&whole, at, sizeof whole);
    return whole;
}

template <typename T>
void store(tonelift_options* options, const Option& option, T value) {
    std::memcpy(reinterpret_cast<std::byte*>(options) + option.offset, &value, sizeof value);
}

void store_text(tonelift_options* options, const Option& option, const char* value) {
    switch (option.type) {
        case OptionType::text:
            return store(options, option, value);
        case OptionType::number:
            return store(options, option, parse_number(option, value));
        case OptionType::whole:
            return store(options, option, parse_whole(option, value));
        case OptionType::choice:
            return store(options, option, parse_choice(option, value));
    }
}

StructRule<tonelift_options> rule() {
    return {"tonelift_options", "tonelift_options_default()", sizeof(size_t), default_options()};
}

}  // namespace

std::string Option::default_value() const {
    if (type == OptionType::text) return default_text;
    for (const OptionValue& value : values) {
        if (value.number == static_cast<int>(default_number)) return value.name;
    }
    return number_text(default_number);
}

std::span<const Option> options() {
    static const auto& table = lasting(read_table);
    return table;
}

const Option* find_option(std::string_view name) {
    for (const Option& option : options()) {
        const auto& aliases = option.aliases;
        if (option.name == name || std::find(aliases.begin(), aliases.end(), name) != aliases.end())
            return &option;
    }
    return nullptr;
}

tonelift_options default_options() {
    tonelift_options options{};
    options.struct_size = sizeof options;
#define TONELIFT_OPTION_STRING(name, group, value, live, help) options.name = value;
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    options.name = value;
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) \
    options.name = value;
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) options.name = value;
#include <tonelift/options.def>
    return options;
}

tonelift_options read_options(const tonelift_options* given) { return read_struct(given, rule()); }

void check_ranges(const tonelift_options& given) {
    for (const Option& option : options()) {
        if (option.type == OptionType::text) continue;
        const double number = number_of(given, option);
        in_range(option, number, number_text(number));
    }
}

void set_option(tonelift_options* options, const char* name, const char* value) {
    if (options == nullptr || name == nullptr || value == nullptr)
        throw Error(Failure::argument, "options, name or value is NULL");
    check_struct_size(options->struct_size, rule());
    const Option* option = find_option(name);
    if (option == nullptr) {
        std::string near = foreign_hint(name);
        if (near.empty()) near = suggestion(name, option_names());
        if (near.empty()) near = "`tonelift options` lists the options";
        throw Error(
            Failure::argument,
            "there is no option " + quote(std::string_view(name).substr(0, 100)) + "; " + near);
    }
    // A caller built against an older version has a shorter struct, without the newer options.
    if (option->offset + option->size > options->struct_size)
        throw Error(Failure::argument,
                    "the option " + option->name +
                        " is newer than the program that sets it; build the program with the "
                        "headers of version " TONELIFT_VERSION);
    store_text(options, *option, value);
}

}  // namespace tonelift
