// SPDX-License-Identifier: BSD-2-Clause
//
// A table of functions of light. One lookup returns the results of all functions. The lookup takes
// less time than PQ encoding and a lookup by the code.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tonelift {

// The table has light_parts rows per octave of light, from least_light to most_light. Light is
// relative to the reference white. Row 0 also covers the light from 0 to least_light. Light that is
// decoded from PQ or HLG is below most_light.
constexpr int light_parts = 64;
constexpr float least_light = 0x1p-26f;
constexpr float most_light = 0x1.fffffep16f;

// The mantissa of a float has 23 bits. Its upper bits are the number of the row within an octave.
constexpr int light_row_shift = 23 - std::bit_width(unsigned{light_parts - 1});

constexpr int light_row(float light) {
    const int above = std::bit_cast<int32_t>(light) - std::bit_cast<int32_t>(least_light);
    return above > 0 ? above >> light_row_shift : 0;
}
constexpr int light_rows = light_row(most_light) + 1;

// Returns the start and the middle of each row, in ascending order, and the end of the last row. A
// table is filled with the results for these lights.
std::span<const float> sampled_lights();

constexpr size_t most_light_functions = 3;

// Number of floats in a row of a table.
constexpr size_t light_row_floats(size_t functions) { return std::bit_ceil(2 * functions); }

class LightTable {
  public:
    explicit LightTable(size_t functions);  // 1 to most_light_functions

    // Fills `rows` rows from `first`. `results` has the results of a function for the sampled
    // lights from the start of the first row to the end of the last row.
    void fill(size_t function, int first, int rows, const float* results);

    // Within a row, each function is a linear function of the light. A row has a start and a slope
    // for each function: result = start + slope * light. The table has one unused row at its end,
    // because lookups load four floats at a time.
    const float* rows() const { return rows_.data(); }

  private:
    size_t functions_;
    std::vector<float> rows_;
};

}  // namespace tonelift
