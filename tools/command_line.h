// SPDX-License-Identifier: BSD-2-Clause
//
// Reads the arguments of a command, and rejects wrong arguments with messages of one form.
#pragma once

#include <charconv>
#include <functional>
#include <string>
#include <vector>

#include "core/common/text.h"
#include "tools/requested_option.h"

namespace tonelift {

using Arguments = std::vector<std::string>;

struct CommandOption {
    std::string name;
    bool has_value;
    std::function<void(const std::string& value)> take;
};

// Throws Error (argument) with the message and a hint at the help.
[[noreturn]] void reject(const std::string& message);
// Rejects the names of files or scripts that follow a command. `allowed` is like "is one script".
[[noreturn]] void reject_names(const std::string& command, const Arguments& names,
                               const std::string& allowed);

template <typename Number>
Number number_of(const std::string& option, const std::string& text, Number least, Number most) {
    Number number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size() ||
        !(number >= least && number <= most))
        reject(option + " " + quote(text) + ": allowed is " + number_text(least) + " to " +
               number_text(most));
    return number;
}

CommandOption with_option(std::vector<RequestedOption>* options);
CommandOption flag(const char* name, bool* to, bool value);
CommandOption number_option(const char* name, int least, int most, int* to);
CommandOption text_option(const char* name, std::string* to);

// Applies the options. Returns the other arguments, which are names of files and scripts. All
// arguments after "--" are names.
Arguments read_arguments(const std::string& command, const Arguments& arguments,
                         const std::vector<CommandOption>& options);

}  // namespace tonelift
