// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift tune`: finds the fastest tuning numbers for this machine, and writes them
// to a file that libtonelift reads.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tonelift {

struct TuneRequest {
    std::string device = "auto";
    // sizes of the input in pixels, by default 1920x1080 and 3840x2160
    std::vector<std::pair<int, int>> sizes;
    std::vector<std::string> presets;  // presets or scripts, or the default preset if empty
    std::string file;                  // output file, or empty for the file in the user's cache
    bool batch = false;                // also tune the number of frames per launch
    double seconds = 100;              // approximate duration of the search in seconds
};

void tune(const TuneRequest& request);

}  // namespace tonelift
