// SPDX-License-Identifier: BSD-2-Clause
//
// Parses options of the filter that are given on a command line.
#pragma once

#include <tonelift/tonelift.h>

#include <span>
#include <string>

#include "core/common/options.h"

namespace tonelift {

struct RequestedOption {
    std::string name;
    std::string value;
};

// Returns the default options with the requested changes. The result points to strings of
// `requested`. Throws Error (argument) for an unknown option or value.
inline tonelift_options options_for(std::span<const RequestedOption> requested) {
    tonelift_options options = default_options();
    for (const RequestedOption& option : requested)
        set_option(&options, option.name.c_str(), option.value.c_str());
    return options;
}

}  // namespace tonelift
