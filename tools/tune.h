// SPDX-License-Identifier: BSD-2-Clause
//
// `tonelift tune`: finds the tuning numbers with which this machine is fastest, and writes them to
// a file that the library reads.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tonelift {

struct TuneRequest {
    std::string device = "auto";             // as the option of the filter
    std::vector<std::pair<int, int>> sizes;  // of the input; none: 1920x1080 and 3840x2160
    std::vector<std::string> presets;        // or scripts; none: the default preset
    std::string file;                        // empty: the one in the user's cache
    bool batch = false;                      // frames of a launch, too
    double seconds = 100;                    // of the search, about
};

// Prints a table of what was gained. Throws Error.
void tune(const TuneRequest& request);

}  // namespace tonelift
