// SPDX-License-Identifier: BSD-2-Clause
//
// Returns the presets over which a test loops: every preset, or every fifth preset in builds with
// instrumentation.
#pragma once

#include <vector>

#include "core/algorithms/algorithms.h"
#include "tests/support/repeats.h"

namespace tonelift {

inline std::vector<Preset> looped_presets() {
    std::vector<Preset> chosen;
    for (size_t i = 0; i < presets().size(); i += case_step) chosen.push_back(presets()[i]);
    return chosen;
}

}  // namespace tonelift
