// SPDX-License-Identifier: BSD-2-Clause
// Tests that lookups by light have nearly the same results as the functions in the table.
#include "kernels/point/light_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/math/plain.h"
#include "kernels/point/point.h"
#include "tests/support/targets.h"

namespace tonelift::light_table_test {
namespace {

struct alignas(64) Row {
    float at[strip_pixels];
};

using Function = float (*)(float light);

float code(float light) { return math::pq_encode(light); }
float bent(float light) { return code(light) + 0.2f * std::sin(6 * code(light)); }
float broken(float light) { return std::min(1.5f * code(light), 0.6f); }
float gain(float light) {
    return math::pq_decode(0.8f * code(light)) / std::max(light, least_light);
}

bool has_loop() { return find_light_loop(1) != nullptr; }

// Returns a row of results for each function.
std::vector<Row> found(const Row& light, const std::vector<Function>& functions) {
    LightTable table(functions.size());
    std::vector<Row> results(functions.size());
    void* at[2 + most_light_functions] = {const_cast<float*>(light.at),
                                          const_cast<float*>(table.rows())};
    PointStep step;
    step.in = {0, 1};
    step.varies[0] = ~0u;
    for (size_t i = 0; i < functions.size(); ++i) {
        std::vector<float> samples;
        for (const float sample : sampled_lights()) samples.push_back(functions[i](sample));
        table.fill(i, 0, light_rows, samples.data());
        at[2 + i] = results[i].at;
        step.out[i] = static_cast<uint16_t>(2 + i);
    }
    find_light_loop(functions.size())(step, {at, strip_pixels, 0, 0});
    return results;
}

void expect_near(const Row& light, const std::vector<Function>& functions, float share) {
    const std::vector<Row> results = found(light, functions);
    for (size_t i = 0; i < functions.size(); ++i) {
        for (int k = 0; k < strip_pixels; ++k) {
            const float expected = functions[i](light.at[k]);
            EXPECT_NEAR(results[i].at[k], expected, share * std::max(1.0f, expected))
                << "function " << i << " of " << functions.size() << ", light " << light.at[k];
        }
    }
}

// Lights from `from` to `to` with equal ratios.
Row lights(float from, float to) {
    Row row;
    for (int i = 0; i < strip_pixels; ++i)
        row.at[i] = from * std::pow(to / from, static_cast<float>(i) / (strip_pixels - 1));
    return row;
}

TEST(LightTable, FindsResultsOfAllLights) {
    for_each_target([] {
        if (!has_loop()) return;
        for (float from = 2 * least_light; from < 32; from *= 2) {
            const Row light = lights(from, 2 * from);
            expect_near(light, {gain}, 3e-5f);
            expect_near(light, {code, bent}, 3e-6f);
            expect_near(light, {bent, gain, code}, 3e-5f);
            expect_near(light, {broken}, 4e-4f);  // at the corner
        }
        // The PQ code has a corner at 10000 cd/m2.
        expect_near(lights(32, 128), {bent, gain, code}, 3e-4f);
        expect_near(lights(128, most_light), {bent, gain, code}, 3e-5f);
    });
}

TEST(LightTable, CoversTheBrightestDecodedLight) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    EXPECT_LT(math::hlg_decode(infinity), most_light);
    EXPECT_LT(math::pq_decode(infinity), most_light);
}

TEST(LightTable, KeepsBlackAndTheBrightestLight) {
    for_each_target([] {
        if (!has_loop()) return;
        Row light{};
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const float special[] = {0,          -0.0f,          -1,   -infinity, std::nanf(""),
                                 most_light, 2 * most_light, 1e9f, infinity};
        std::copy(std::begin(special), std::end(special), light.at);
        for (const std::vector<Function>& functions :
             {std::vector<Function>{bent}, {bent, code}, {code, code, bent}}) {
            const std::vector<Row> results = found(light, functions);
            for (size_t i = 0; i < functions.size(); ++i) {
                for (int k = 0; k < 9; ++k)
                    EXPECT_NEAR(results[i].at[k], functions[i](k < 5 ? 0 : most_light), 1e-5f)
                        << special[k];
            }
        }
    });
}

}  // namespace
}  // namespace tonelift::light_table_test
