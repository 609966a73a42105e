// SPDX-License-Identifier: BSD-2-Clause
//
// Synthetic pictures whose properties are measured.
#pragma once

#include <cstdint>

#include "tests/quality/light.h"

namespace quality {

// Rows of a chart. The field is the middle half. The quarters above and below it contain a scale
// from 0.05 to 1000 cd/m2, dark at the outside and equal in all columns. Every chart therefore has
// the statistics of a real scene, whatever is in its field.
struct Field {
    int top;
    int bottom;  // exclusive
};

Field field_of(int height);
Light chart(int width, int height, double field_nits);

// Returns the luminance ratio of a number of photographic stops.
double stops(double count);

// Returns deterministic noise of standard deviation 1 for a pixel and a frame.
double gaussian(uint32_t seed, int x, int y, int frame);

}  // namespace quality
