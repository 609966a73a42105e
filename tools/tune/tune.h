// SPDX-License-Identifier: BSD-2-Clause
//
// `tonelift tune`: finds the fastest tuning numbers for this machine, and writes them to a file
// that the library reads.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tonelift {

struct TuneRequest {
    std::string device = "auto";
    // sizes of the input, by default 1920x1080 and 3840x2160
    std::vector<std::pair<int, int>> sizes;
    std::vector<std::string> presets;  // presets or scripts, or the default preset if empty
    std::string file;                  // if empty, the file in the user's cache is used
    bool batch = false;                // also tune the frames per launch
    double seconds = 100;              // approximate duration of the search
};

void tune(const TuneRequest& request);

}  // namespace tonelift
