// SPDX-License-Identifier: BSD-2-Clause
// Tests the mean, the low frequencies and the correlation of dither masks.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "kernels/pack/pack.h"

namespace tonelift::dither_test {
namespace {

constexpr int period = dither_period;

double mean_of_rounded(Dither dither, int component, double number) {
    double sum = 0;
    for (int y = 0; y < period; ++y) {
        for (int x = 0; x < period; ++x) {
            sum += std::nearbyint(number + dither_offset(dither, component, x, y));
        }
    }
    return sum / (period * period);
}

TEST(Dither, KeepsTheMeanBetweenTwoCodes) {
    for (const Dither dither : {Dither::blue, Dither::ordered}) {
        for (int component = 0; component < 4; ++component) {
            for (const double number :
                 {100.0, 100.001, 100.1, 100.25, 100.333, 100.5, 100.77, 100.999}) {
                EXPECT_NEAR(mean_of_rounded(dither, component, number), number, 0.01);
            }
        }
    }
}

TEST(Dither, MasksContainEveryThresholdEquallyOften) {
    for (const auto& [dither, ranks] : {std::pair{Dither::blue, 4096}, {Dither::ordered, 64}}) {
        std::multiset<float> seen;
        for (int y = 0; y < period; ++y) {
            for (int x = 0; x < period; ++x) seen.insert(dither_offset(dither, 2, x, y));
        }
        for (int rank = 0; rank < ranks; ++rank) {
            const float threshold =
                (static_cast<float>(rank) + 0.5f) / static_cast<float>(ranks) - 0.5f;
            EXPECT_EQ(seen.count(threshold), static_cast<size_t>(4096 / ranks)) << rank;
        }
    }
}

TEST(Dither, BlueNoiseHasNoLowFrequencies) {
    double sum = 0;
    for (int block_y = 0; block_y < period; block_y += 8) {
        for (int block_x = 0; block_x < period; block_x += 8) {
            double mean = 0;
            for (int i = 0; i < 64; ++i) {
                mean += dither_offset(Dither::blue, 0, block_x + i % 8, block_y + i / 8) / 64;
            }
            sum += mean * mean;
        }
    }
    EXPECT_LT(std::sqrt(sum / 64), 0.012);
}

TEST(Dither, ComponentsAreNotCorrelated) {
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < a; ++b) {
            double sum = 0;
            for (int y = 0; y < period; ++y) {
                for (int x = 0; x < period; ++x) {
                    sum +=
                        dither_offset(Dither::blue, a, x, y) * dither_offset(Dither::blue, b, x, y);
                }
            }
            EXPECT_LT(std::abs(sum / 4096 * 12), 0.1) << a << " and " << b;
        }
    }
}

TEST(Dither, RepeatsAfterItsPeriod) {
    for (const Dither dither : {Dither::blue, Dither::ordered}) {
        EXPECT_EQ(dither_offset(dither, 1, 3, 5),
                  dither_offset(dither, 1, 3 + period, 5 + 2 * period));
    }
    EXPECT_EQ(dither_offset(Dither::none, 1, 3, 5), 0.0f);
}

}  // namespace
}  // namespace tonelift::dither_test
