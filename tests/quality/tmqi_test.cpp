// SPDX-License-Identifier: BSD-2-Clause
#include "tests/quality/tmqi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/quality/charts.h"

namespace quality::tmqi_test {
namespace {

constexpr int side = 192;

template <typename ValueAt>
Plane drawn(const ValueAt& value_at) {
    Plane out{side, side, {}};
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) out.values.push_back(value_at(x, y));
    return out;
}

double texture(int x, int y) {
    return 116 + 30 * std::sin(x * 0.21) * std::cos(y * 0.17) + 14 * gaussian(3, x, y, 0);
}

TEST(TmqiIndex, IsHighForAPictureAgainstItself) {
    const Plane picture = drawn(texture);
    const Tmqi index = tmqi(picture, picture);
    EXPECT_GT(index.structure, 0.97);
    EXPECT_GT(index.naturalness, 0.9);
    EXPECT_GT(index.quality, 0.97);
    EXPECT_LE(index.quality, 1);
}

TEST(TmqiIndex, DoesNotDependOnTheUnitOfTheSource) {
    const Plane ldr = drawn(texture);
    Plane hdr = ldr;
    for (double& value : hdr.values) value = value * 0.37 + 5;
    EXPECT_NEAR(tmqi(hdr, ldr).quality, tmqi(ldr, ldr).quality, 1e-6);
}

TEST(TmqiIndex, PunishesLostStructure) {
    const Plane hdr = drawn(texture);
    const Plane flat = drawn([](int, int) { return 116.0; });
    const Plane other = drawn([](int x, int y) { return 232 - texture(x, y); });
    EXPECT_LT(tmqi(hdr, flat).structure, 0.6);
    EXPECT_LT(tmqi(hdr, other).structure, tmqi(hdr, hdr).structure / 2);
}

TEST(TmqiIndex, PunishesUnnaturalBrightness) {
    const Plane hdr = drawn(texture);
    Plane dark = hdr;
    for (double& value : dark.values) value = std::max(0.0, value - 80);
    EXPECT_LT(tmqi(hdr, dark).naturalness, tmqi(hdr, hdr).naturalness / 5);
}

TEST(TmqiIndex, RefusesPicturesThatItCannotMeasure) {
    const Plane small{100, 100, std::vector<double>(10000)};
    EXPECT_THROW(tmqi(small, small), std::invalid_argument);
}

}  // namespace
}  // namespace quality::tmqi_test
