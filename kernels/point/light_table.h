// SPDX-License-Identifier: BSD-2-Clause
//
// A table for light. One lookup returns the PQ code of the light and the value of another table at
// this code. This takes less time than PQ encoding and a lookup by the code.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "kernels/math/constants.h"

namespace tonelift {

// The table has light_parts rows per octave of light, from least_light to most_light, which has the
// PQ code 1. Light is relative to the reference white. Row 0 begins at 0.
constexpr int light_parts = 64;
constexpr float least_light = 0x1p-26f;
constexpr auto most_light = static_cast<float>(constants::pq_peak / constants::reference_white);

// The mantissa of a float has 23 bits. Its upper bits are the number of the row within an octave.
constexpr int light_row_shift = 23 - std::bit_width(unsigned{light_parts - 1});

constexpr int light_row(float light) {
    const int above = std::bit_cast<int32_t>(light) - std::bit_cast<int32_t>(least_light);
    return above > 0 ? above >> light_row_shift : 0;
}
constexpr int light_rows = light_row(most_light) + 1;

// The code and the value are linear functions of the light between two rows:
// start + slope * light.
struct alignas(16) LightRow {
    float code_start, code_slope;
    float value_start, value_slope;
};

class LightTable {
  public:
    LightTable();

    // Takes the values from a table of curve_entries values.
    void fill(const float* table);

    const LightRow* rows() const { return rows_.data(); }

  private:
    std::vector<LightRow> rows_;
};

}  // namespace tonelift
