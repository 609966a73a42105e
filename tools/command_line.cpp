// SPDX-License-Identifier: BSD-2-Clause
#include "tools/command_line.h"

#include <algorithm>
#include <filesystem>

#include "core/common/options.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

RequestedOption option_of(const std::string& text) {
    const size_t sign = text.find('=');
    if (sign == 0 || sign == std::string::npos)
        reject("--with " + quote(text) + ": allowed is NAME=VALUE, like preset=vivid");
    return {text.substr(0, sign), text.substr(sign + 1)};
}

void check_name(const std::string& command, const std::string& name) {
    const size_t sign = name.find('=');
    if (sign == std::string::npos || find_option(name.substr(0, sign)) == nullptr) return;
    reject(command + ": " + quote(name) +
           " is not the name of a file; for an option of the filter, write --with " + name);
}

std::string unknown_option(const std::string& command, const std::string& argument,
                           const std::vector<CommandOption>& options) {
    const std::string problem = command + " has no option " + quote(argument);
    if (std::filesystem::exists(argument))
        return problem + "; for the file of this name, write " + quote("./" + argument);
    Arguments names;
    for (const CommandOption& option : options) names.push_back(option.name);
    const std::string near = suggestion(argument, names);
    return problem + (near.empty() ? "" : "; " + near);
}

}  // namespace

void reject(const std::string& message) {
    const bool asks = message.ends_with('?');
    throw Error(Failure::argument, message + (asks ? " See" : "; see") + " tonelift --help");
}

void reject_names(const std::string& command, const Arguments& names, const std::string& allowed) {
    std::string given;
    for (const std::string& name : names) given += (given.empty() ? " with " : ", ") + quote(name);
    reject(command + (given.empty() ? " without a name" : given) + ": allowed " + allowed);
}

CommandOption with_option(std::vector<RequestedOption>* options) {
    return {"--with", true,
            [=](const std::string& value) { options->push_back(option_of(value)); }};
}

CommandOption flag(const char* name, bool* to, bool value) {
    return {name, false, [=](const std::string&) { *to = value; }};
}

CommandOption number_option(const char* name, int least, int most, int* to) {
    return {name, true,
            [=](const std::string& value) { *to = number_of(name, value, least, most); }};
}

CommandOption text_option(const char* name, std::string* to) {
    return {name, true, [=](const std::string& value) { *to = value; }};
}

Arguments read_arguments(const std::string& command, const Arguments& arguments,
                         const std::vector<CommandOption>& options) {
    Arguments names;
    bool names_only = false;
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (argument == "--" && !names_only) {
            names_only = true;
            continue;
        }
        if (names_only || argument == "-" || !argument.starts_with('-')) {
            check_name(command, argument);
            names.push_back(argument);
            continue;
        }
        const auto option =
            std::find_if(options.begin(), options.end(),
                         [&](const CommandOption& known) { return known.name == argument; });
        if (option == options.end()) reject(unknown_option(command, argument, options));
        if (option->has_value && (++i == arguments.size() || arguments[i].empty()))
            reject(command + ": the value after " + argument + " is missing");
        option->take(option->has_value ? arguments[i] : "");
    }
    return names;
}

}  // namespace tonelift
