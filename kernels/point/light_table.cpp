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

// Returns the line whose errors at the start, the middle and the end of a row are equal. In row 0,
// the line starts at the result for black.
Line line_of(size_t row, const float* results) {
    const size_t from = 2 * row, middle = from + 1, to = from + 2;
    const float light = lights()[from];
    const float slope = (results[to] - results[from]) / (lights()[to] - light);
    const float start = results[from] - slope * light;
    if (row == 0) return {start, slope};
    return {start + 0.5f * (results[middle] - 0.5f * (results[from] + results[to])), slope};
}

}  // namespace

std::span<const float> sampled_lights() { return lights(); }

LightTable::LightTable(size_t functions)
    : functions_(functions), rows_(light_row_floats(functions) * (light_rows + 1)) {}

void LightTable::fill(size_t function, const float* results) {
    float* at = rows_.data() + 2 * function;
    for (size_t row = 0; row < light_rows; ++row, at += light_row_floats(functions_)) {
        const Line line = line_of(row, results);
        at[0] = line.start;
        at[1] = line.slope;
    }
}

}  // namespace tonelift
