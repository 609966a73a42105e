// SPDX-License-Identifier: BSD-2-Clause
// Measures a figure with every preset, and returns the worst (largest) value and its preset.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "tests/quality/mapping.h"

namespace quality {

inline std::vector<std::string> all_presets() {
    return {
#define TONELIFT_PRESET(name, algorithm, values, sentence) #name,
#include "core/algorithms/presets.def"
    };
}

struct Worst {
    double value = 0;
    std::string preset = "none";
};

inline Worst worst_of_presets(const std::function<double(const Mapping&)>& figure,
                              const std::vector<std::string>& but = {}) {
    Worst worst;
    for (const std::string& preset : all_presets()) {
        if (std::count(but.begin(), but.end(), preset) > 0) continue;
        const double value = figure({.options = "preset=" + preset});
        if (value > worst.value) worst = {value, preset};
    }
    return worst;
}

}  // namespace quality
