// SPDX-License-Identifier: BSD-2-Clause
// Tests that a lookup by light has nearly the same results as PQ encoding and a lookup by the code.
#include "kernels/point/light_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/math/plain.h"
#include "kernels/point/point.h"
#include "tests/support/program_writer.h"
#include "tests/support/targets.h"

namespace tonelift::light_table_test {
namespace {

struct alignas(64) Row {
    float at[strip_pixels];
};

using Table = std::vector<float>;

Table table_of(float (*function)(float)) {
    Table table;
    for (int i = 0; i < curve_entries; ++i)
        table.push_back(function(static_cast<float>(i) / (curve_entries - 1)));
    return table;
}

float bent(float x) { return x + 0.2f * std::sin(6 * x); }
float broken(float x) { return std::min(1.5f * x, 0.6f); }

bool has_loop() { return find_loop(MemoryLoop::encode_and_lookup) != nullptr; }

struct Found {
    Row code, value;
};

Found found(const Row& light, const Table& table) {
    LightTable by_light;
    by_light.fill(table.data());
    Found result;
    void* at[] = {const_cast<float*>(light.at), const_cast<LightRow*>(by_light.rows()),
                  result.code.at, result.value.at};
    PointStep step;
    step.in = {0, 1};
    step.out = {2, 3};
    step.varies[0] = ~0u;
    find_loop(MemoryLoop::encode_and_lookup)(step, {at, strip_pixels, 0, 0});
    return result;
}

void expect_near(const Row& light, const Table& table, float tolerance) {
    const Found result = found(light, table);
    for (int i = 0; i < strip_pixels; ++i) {
        const float code = math::pq_encode(light.at[i]);
        EXPECT_NEAR(result.code.at[i], code, 2e-6f) << light.at[i];
        EXPECT_NEAR(result.value.at[i], lookup_plain(table.data(), code), tolerance) << light.at[i];
    }
}

// Lights from `from` to `to` with equal ratios.
Row lights(float from, float to) {
    Row row;
    for (int i = 0; i < strip_pixels; ++i)
        row.at[i] = from * std::pow(to / from, static_cast<float>(i) / (strip_pixels - 1));
    return row;
}

TEST(LightTable, FindsCodesAndValuesOfAllLights) {
    for_each_target([] {
        if (!has_loop()) return;
        for (float from = 2 * least_light; from < most_light; from *= 2) {
            expect_near(lights(from, 2 * from), table_of(bent), 3e-6f);
            expect_near(lights(from, 2 * from), table_of(broken), 4e-4f);  // at the corner
        }
    });
}

TEST(LightTable, KeepsBlackAndTheBrightestLight) {
    for_each_target([] {
        if (!has_loop()) return;
        const Table table = table_of(bent);
        Row light{};
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const float special[] = {0, -0.0f, -1, -infinity, std::nanf(""), 49.3f, 64, 1e9f, infinity};
        std::copy(std::begin(special), std::end(special), light.at);
        const Found result = found(light, table);
        for (int i = 0; i < 5; ++i) {
            EXPECT_NEAR(result.code.at[i], 0, 1e-6f) << special[i];
            EXPECT_NEAR(result.value.at[i], table.front(), 1e-5f) << special[i];
        }
        for (int i = 5; i < 9; ++i) {
            EXPECT_NEAR(result.code.at[i], 1, 1e-5f) << special[i];
            EXPECT_NEAR(result.value.at[i], table.back(), 1e-5f) << special[i];
        }
    });
}

// Returns the steps of a program that encodes a color or a luminance, and looks up the code in
// `tables` tables.
PreparedProgram prepared(Op encoding, uint16_t tables, Precision precision) {
    ProgramWriter writer;
    const Operand r = writer.load(Op::load_core, 0), g = writer.load(Op::load_core, 1),
                  b = writer.load(Op::load_core, 2);
    const Operand code =
        encoding == Op::lightness ? writer.op(encoding, {r, g, b}) : writer.op(encoding, {r});
    for (uint16_t table = 0; table < tables; ++table)
        writer.store(Op::store_core, table, writer.lookup(table, code));
    return {writer.take(), {}, {}, nullptr, strip_pixels, precision};
}

int lookups_by_light(const PreparedProgram& program) {
    return static_cast<int>(std::ranges::count_if(
        program.accesses(), [](const PreparedProgram::Access& access) { return access.by_light; }));
}

TEST(LightTable, ReplacesOneLookupOfEachQuickEncoding) {
    for_each_target([] {
        const int expected = has_loop() ? 1 : 0;
        for (const Op encoding : {Op::pq_encode, Op::lightness}) {
            for (const uint16_t tables : {uint16_t{1}, uint16_t{3}}) {
                EXPECT_EQ(lookups_by_light(prepared(encoding, tables, Precision::of_8_bits)),
                          expected);
                EXPECT_EQ(lookups_by_light(prepared(encoding, tables, Precision::full)), 0);
            }
        }
    });
}

}  // namespace
}  // namespace tonelift::light_table_test
