// SPDX-License-Identifier: BSD-2-Clause
#include "tests/quality/charts.h"

#include <cmath>
#include <cstdint>

namespace quality {

namespace {

constexpr double scale_low = 0.05, scale_high = 1000;

double scale_at(double place) { return scale_low * std::pow(scale_high / scale_low, place); }

uint32_t mixed(uint32_t h) {
    h = (h ^ (h >> 16)) * 0x7feb352dU;
    h = (h ^ (h >> 15)) * 0x846ca68bU;
    return h ^ (h >> 16);
}

}  // namespace

Field field_of(int height) { return {height / 4, height - height / 4}; }

Light chart(int width, int height, double field_nits) {
    Light out(width, height, gray(field_nits));
    const int strip = field_of(height).top;
    for (int y = 0; y < strip; ++y)
        for (int x = 0; x < width; ++x) {
            const Color level = gray(scale_at((y + 0.5) / strip));
            out.at(x, y) = level;
            out.at(x, height - 1 - y) = level;
        }
    return out;
}

double stops(double count) { return std::exp2(count); }

double gaussian(uint32_t seed, int x, int y, int frame) {
    const uint32_t key =
        mixed(seed + mixed(static_cast<uint32_t>(x) +
                           mixed(static_cast<uint32_t>(y) + mixed(static_cast<uint32_t>(frame)))));
    double sum = 0;
    for (uint32_t i = 0; i < 12; ++i) sum += mixed(key + i * 0x9e3779b9U) / 4294967296.0;
    return sum - 6;
}

}  // namespace quality
