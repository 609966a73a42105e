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
    std::vector<std::pair<int, int>> sizes;  // sizes of the input; empty: 1920x1080 and 3840x2160
    std::vector<std::string> presets;        // presets or scripts; empty: the default preset
    std::string file;                        // empty: the file in the user's cache
    bool batch = false;                      // also tune the frames per launch
    double seconds = 100;                    // approximate duration of the search
};

void tune(const TuneRequest& request);

}  // namespace tonelift
