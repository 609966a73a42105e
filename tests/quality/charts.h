// SPDX-License-Identifier: BSD-2-Clause
//
// Synthetic pictures for measurements.
#pragma once

#include <cstdint>

#include "tests/quality/light.h"

namespace quality {

// The field is the middle half of a chart. The quarters above and below it have a scale from 0.05
// to 1000 cd/m2, dark at the outside and equal in all columns. So every chart has the statistics of
// a real scene, whatever its field contains.
struct Field {
    int top;
    int bottom;  // exclusive
};

Field field_of(int height);
Light chart(int width, int height, double field_nits);

// Converts photographic stops to a ratio of luminances.
double stops(double count);

// Returns noise with standard deviation 1. It is the same for the same pixel and frame.
double gaussian(uint32_t seed, int x, int y, int frame);

}  // namespace quality
