// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "tests/quality/light.h"

namespace quality {

struct Field {
    int top;
    int bottom;
};

Field field_of(int height);
Light chart(int width, int height, double field_nits);

double stops(double count);

double gaussian(uint32_t seed, int x, int y, int frame);

}  // namespace quality
