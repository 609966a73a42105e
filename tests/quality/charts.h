// SPDX-License-Identifier: BSD-2-Clause
//
// Drawn pictures, of which figures are measured.
#pragma once

#include <cstdint>

#include "tests/quality/light.h"

namespace quality {

// Rows of a chart. The field is the middle half. The quarters above and below the field hold a
// scale from 0.05 to 1000 cd/m2, dark at the outside and equal in all columns. Every chart
// therefore has the statistics of a real scene, whatever its field shows.
struct Field {
    int top;
    int bottom;  // exclusive
};

Field field_of(int height);
Light chart(int width, int height, double field_nits);

// A luminance ratio in photographic stops, as a factor.
double stops(double count);

// Deterministic noise of standard deviation 1, by place and frame.
double gaussian(uint32_t seed, int x, int y, int frame);

}  // namespace quality
