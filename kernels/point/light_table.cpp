// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/light_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/math/plain.h"
#include "kernels/pass.h"

namespace tonelift {
namespace {

// The start or the middle of a row. The value of its code is `part` of the way from entry `entry`
// to the next entry.
struct LightPoint {
    float light;
    float code;
    int entry;
    float part;

    float value(const float* table) const {
        return math::mix(table[entry], table[entry + 1], part);
    }
};

float light_of(int row) {
    if (row == 0) return 0;
    const float within = 1 + static_cast<float>(row % light_parts) / light_parts;
    return std::min(std::ldexp(least_light * within, row / light_parts), most_light);
}

LightPoint point_at(float light) {
    const float code = math::pq_encode(light);
    const float place = code * static_cast<float>(curve_entries - 1);
    const int entry = std::min(static_cast<int>(place), curve_entries - 2);
    return {light, code, entry, place - static_cast<float>(entry)};
}

constexpr size_t light_points = 2 * light_rows + 1;
using LightPoints = std::array<LightPoint, light_points>;
using Values = std::array<float, light_points>;

// The array has no destructor, because filters may work while the process exits.
const LightPoints& points() {
    static const LightPoints all = [] {
        LightPoints made;
        for (size_t i = 0; i < made.size(); ++i) {
            const int row = static_cast<int>(i / 2);
            const float start = light_of(row);
            made[i] = point_at(i % 2 == 0 ? start : 0.5f * (start + light_of(row + 1)));
        }
        return made;
    }();
    return all;
}

template <typename Value>
Values values_of(Value value) {
    Values values;
    std::ranges::transform(points(), values.begin(), value);
    return values;
}

struct Line {
    float start;
    float slope;
};

// Returns the line whose errors at the start, the middle and the end of a row are equal. In row 0,
// the line starts at the value of black. `values` has a value for each of points().
Line line_of(size_t row, const Values& values) {
    const size_t from = 2 * row, middle = from + 1, to = from + 2;
    const float light = points()[from].light;
    const float slope = (values[to] - values[from]) / (points()[to].light - light);
    const float start = values[from] - slope * light;
    if (row == 0) return {start, slope};
    return {start + 0.5f * (values[middle] - 0.5f * (values[from] + values[to])), slope};
}

}  // namespace

LightTable::LightTable() : rows_(light_rows) {
    const Values codes = values_of([](const LightPoint& point) { return point.code; });
    for (size_t row = 0; row < rows_.size(); ++row) {
        const Line line = line_of(row, codes);
        rows_[row] = {line.start, line.slope, 0, 0};
    }
}

void LightTable::fill(const float* table) {
    const Values values = values_of([&](const LightPoint& point) { return point.value(table); });
    for (size_t row = 0; row < rows_.size(); ++row) {
        const Line line = line_of(row, values);
        rows_[row].value_start = line.start;
        rows_[row].value_slope = line.slope;
    }
}

}  // namespace tonelift
