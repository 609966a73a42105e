// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/light_table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tonelift {
namespace {

float start_of(int row) {
    if (row == 0) return 0;
    const float within = 1 + static_cast<float>(row % light_parts) / light_parts;
    return std::min(std::ldexp(least_light * within, row / light_parts), most_light);
}

constexpr size_t light_samples = 2 * light_rows + 1;
using Lights = std::array<float, light_samples>;

// The array has no destructor, because filters may work while the process exits.
const Lights& lights() {
    static const Lights all = [] {
        Lights made;
        for (size_t i = 0; i < made.size(); ++i) {
            const int row = static_cast<int>(i / 2);
            const float start = start_of(row);
            made[i] = i % 2 == 0 ? start : 0.5f * (start + start_of(row + 1));
        }
        return made;
    }();
    return all;
}

struct Line {
    float start;
    float slope;
};

// Returns the line whose errors at the start, the middle and the end of a row are equal. `results`
// has the results for these three lights. In row 0,
// the line starts at the result for black.
Line line_of(int row, const float* results) {
    const auto from = static_cast<size_t>(2 * row);
    const float light = lights()[from];
    const float slope = (results[2] - results[0]) / (lights()[from + 2] - light);
    const float start = results[0] - slope * light;
    if (row == 0) return {start, slope};
    return {start + 0.5f * (results[1] - 0.5f * (results[0] + results[2])), slope};
}

}  // namespace

std::span<const float> sampled_lights() { return lights(); }

LightTable::LightTable(size_t functions)
    : functions_(functions), rows_(light_row_floats(functions) * (light_rows + 1)) {}

void LightTable::fill(size_t function, int first, int rows, const float* results) {
    const size_t floats = light_row_floats(functions_);
    float* at = rows_.data() + static_cast<size_t>(first) * floats + 2 * function;
    for (int row = first; row < first + rows; ++row, at += floats, results += 2) {
        const Line line = line_of(row, results);
        at[0] = line.start;
        at[1] = line.slope;
    }
}

}  // namespace tonelift
