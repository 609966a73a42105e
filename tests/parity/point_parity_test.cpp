// SPDX-License-Identifier: BSD-2-Clause
// Tests that every operation of operations.def agrees with its definition, in the plain version and
// in the SIMD loops of every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "kernels/point/point.h"
#include "tests/oracle/definitions.h"
#include "tests/support/operands.h"
#include "tests/support/program_writer.h"
#include "tests/support/repeats.h"
#include "tests/support/targets.h"

namespace tonelift::point_parity_test {
namespace {

using reference::Definition;
using reference::find_definition;
using reference::misfit;

struct Case {
    Op op;
    unsigned uniform;
    std::vector<Operands> in;
    const OperationInfo& info() const { return operation_info(op); }
};

Case make_case(Op op, unsigned uniform, Data data, std::mt19937& random) {
    Case test{op, uniform, std::vector<Operands>(strip_pixels)};
    for (Operands& in : test.in) in = draw_operands(op, data, random);
    for (size_t i = 0; i < max_inputs; ++i) {
        if (((uniform >> i) & 1) == 0) continue;
        for (Operands& in : test.in) in[i] = test.in[0][i];
    }
    return test;
}

PointProgram program_of(const Case& test) {
    ProgramWriter program;
    std::array<Operand, max_inputs> in;
    for (int i = 0; i < test.info().inputs; ++i) {
        const bool uniform = ((test.uniform >> i) & 1) != 0;
        in[static_cast<size_t>(i)] = uniform ? Operand::uniform(i) : program.load(Op::load_core, i);
    }
    const auto out = program.ops(test.op, {in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]});
    for (int i = 0; i < test.info().outputs; ++i)
        program.store(Op::store_core, i, out[static_cast<size_t>(i)]);
    return program.take();
}

struct alignas(64) Row {
    float at[strip_pixels];
};

constexpr float untouched = -12345;

std::vector<Row> run_fast(const Case& test, int pixels, Precision precision = Precision::full) {
    const PreparedProgram prepared(program_of(test), {}, {}, nullptr, strip_pixels, precision);
    std::vector<Row> in(max_inputs), out(max_outputs),
        scratch(prepared.scratch_floats() / strip_pixels + 1);
    std::vector<Row> uniforms(1);
    std::vector<void*> at(prepared.entries());
    for (size_t i = 0; i < max_inputs; ++i) {
        for (size_t pixel = 0; pixel < strip_pixels; ++pixel) in[i].at[pixel] = test.in[pixel][i];
        fill_block(uniforms[0].at + i * block_floats, test.in[0][i]);
    }
    for (Row& row : out) std::fill(std::begin(row.at), std::end(row.at), untouched);
    prepared.bind(at, scratch[0].at, uniforms[0].at);
    for (const auto& access : prepared.accesses()) {
        at[access.entry] = access.op == Op::load_core ? in[access.index].at : out[access.index].at;
    }
    prepared.run({at.data(), pixels, 0, 0});
    return out;
}

bool is_as_defined(Op op, const Operands& in, const float* actual, const std::string& where) {
    const double share = misfit(*find_definition(op), budget(op), in.data(), actual);
    if (share <= 1) return true;
    std::array<double, max_inputs> operands{};
    std::array<double, max_outputs> expected{};
    std::copy(in.begin(), in.end(), operands.begin());
    find_definition(op)->of(operands.data(), expected.data());
    ADD_FAILURE() << operation_info(op).name << operands_text(op, in) << " is "
                  << testing::PrintToString(
                         std::vector<float>(actual, actual + operation_info(op).outputs))
                  << ", by its definition " << testing::PrintToString(expected) << ", off by "
                  << share << " times what is allowed; " << where;
    return false;
}

bool compare(const Case& test, uint32_t seed) {
    const std::vector<Row> fast = run_fast(test, strip_pixels);
    for (size_t i = 0; i < strip_pixels; ++i) {
        float actual[max_outputs] = {};
        for (size_t k = 0; k < max_outputs; ++k) actual[k] = fast[k].at[i];
        const std::string where =
            "uniform " + std::to_string(test.uniform) + ", seed " + std::to_string(seed);
        if (!is_as_defined(test.op, test.in[i], actual, where)) return false;
    }
    return true;
}

std::vector<unsigned> uniform_masks(int inputs) {
    if (inputs > 3) return {0u, 1u, 1u << (inputs - 1), (1u << inputs) - 8u, (1u << inputs) - 1u};
    std::vector<unsigned> masks;
    for (unsigned mask = 0; mask < 1u << inputs; ++mask) masks.push_back(mask);
    return masks;
}

TEST(PointParity, EveryOperationHasADefinition) {
    for_each_operation([](Op op) {
        const Definition* definition = find_definition(op);
        ASSERT_NE(definition, nullptr) << operation_info(op).name;
        EXPECT_EQ(definition->op, op);
    });
}

TEST(PointParity, PlainFollowsTheDefinitions) {
    for_each_operation([](Op op) {
        std::mt19937 random(1);
        for (int i = 0; i < repeats(12000); ++i) {
            const Operands in =
                draw_operands(op, kinds_of_data[i % std::size(kinds_of_data)], random);
            float actual[max_outputs] = {};
            evaluate_operation(op, in.data(), actual);
            if (!is_as_defined(op, in, actual, "plain, seed 1")) return;
        }
    });
}

TEST(PointParity, EveryTargetFollowsTheDefinitions) {
    for_each_target([] {
        for_each_operation([](Op op) {
            uint32_t seed = 1;
            for (Data data : kinds_of_data) {
                for (unsigned uniform : uniform_masks(operation_info(op).inputs)) {
                    ++seed;
                    if (seed % case_step != 0) continue;
                    std::mt19937 random(seed);
                    if (!compare(make_case(op, uniform, data, random), seed)) return;
                }
            }
        });
    });
}

double looked_up(const std::vector<float>& table, float x) {
    const double place =
        (std::isnan(x) ? 0 : std::clamp(double{x}, 0.0, 1.0)) * (curve_entries - 1);
    const auto entry = static_cast<size_t>(std::min(std::floor(place), curve_entries - 2.0));
    return table[entry] +
           (double{table[entry + 1]} - table[entry]) * (place - static_cast<double>(entry));
}

TEST(PointParity, LookupsAreLinearBetweenEntries) {
    std::mt19937 random(5);
    std::vector<float> table(curve_entries);
    for (float& entry : table) entry = draw(random, Data::unit);
    ProgramWriter program;
    program.store(Op::store_core, 0, program.lookup(0, program.load(Op::load_core, 0)));
    const PointProgram code = program.take();
    for_each_target([&] {
        const PreparedProgram prepared(code, {});
        for (const Data data : kinds_of_data) {
            Row in, out, scratch, uniforms;
            for (float& x : in.at) x = draw(random, data);
            std::vector<void*> at(prepared.entries());
            prepared.bind(at, scratch.at, uniforms.at);
            for (const auto& access : prepared.accesses()) {
                const bool load = access.op == Op::load_core;
                at[access.entry] = access.op == Op::lookup ? table.data() : load ? in.at : out.at;
            }
            prepared.run({at.data(), strip_pixels, 0, 0});
            for (int i = 0; i < strip_pixels; ++i) {
                ASSERT_NEAR(out.at[i], looked_up(table, in.at[i]), 7e-5) << in.at[i];
                ASSERT_NEAR(lookup_plain(table.data(), in.at[i]), looked_up(table, in.at[i]), 7e-5)
                    << in.at[i];
            }
        }
    });
}

// With equal values of the option cpu, a processor with slow gather instructions must give the same
// results as a processor with fast gather instructions.
TEST(PointParity, LookupsByGathersEqualLookupsByLoads) {
    std::mt19937 random(6);
    Row table[curve_entries / strip_pixels + 1], in, loaded, gathered;
    for (Row& part : table) {
        for (float& entry : part.at) entry = draw(random, Data::unit);
    }
    void* at[] = {in.at, table, loaded.at, gathered.at};
    PointStep step;
    step.in = {0, 1};
    step.varies = {~0u};
    for_each_target([&] {
        for (const Data data : kinds_of_data) {
            for (float& x : in.at) x = draw(random, data);
            step.out = {2};
            find_loop(MemoryLoop::lookup)(step, {at, strip_pixels, 0, 0});
            step.out = {3};
            find_loop(MemoryLoop::lookup_by_gathers)(step, {at, strip_pixels, 0, 0});
            for (int i = 0; i < strip_pixels; ++i)
                ASSERT_EQ(loaded.at[i], gathered.at[i]) << in.at[i];
        }
    });
}

TEST(PointParity, NoOperationMakesNaN) {
    for_each_operation([](Op op) {
        std::mt19937 random(7);
        for (int i = 0; i < 4000; ++i) {
            Operands in = draw_operands(op, i % 2 == 0 ? Data::wide : Data::hostile, random);
            for (float& number : in) number = std::clamp(number, -1e9f, 1e9f);
            float out[max_outputs] = {};
            evaluate_operation(op, in.data(), out);
            for (int k = 0; k < operation_info(op).outputs; ++k)
                ASSERT_FALSE(std::isnan(out[k]))
                    << operation_info(op).name << operands_text(op, in);
        }
    });
}

// Loops decide for whole vectors whether a shorter computation suffices. The pixels behind the end
// of a row have any values.
TEST(PointParity, NoOperationDependsOnOtherPixels) {
    for_each_target([] {
        for_each_operation([](Op op) {
            std::mt19937 random(static_cast<uint32_t>(op));
            std::bernoulli_distribution changes(0.1);
            for (const Precision precision : {Precision::full, Precision::of_8_bits}) {
                Case test = make_case(op, 0, Data::unit, random);
                const std::vector<Row> before = run_fast(test, strip_pixels, precision);
                std::array<bool, strip_pixels> changed{};
                for (size_t i = 0; i < strip_pixels; ++i) {
                    changed[i] = changes(random);
                    if (changed[i]) test.in[i] = draw_operands(op, Data::hostile, random);
                }
                const std::vector<Row> after = run_fast(test, strip_pixels, precision);
                for (size_t i = 0; i < strip_pixels; ++i) {
                    for (size_t k = 0; k < max_outputs && !changed[i]; ++k)
                        ASSERT_EQ(std::bit_cast<uint32_t>(before[k].at[i]),
                                  std::bit_cast<uint32_t>(after[k].at[i]))
                            << test.info().name << operands_text(op, test.in[i]);
                }
            }
        });
    });
}

Case colors_to_map(double share, std::mt19937& random) {
    std::uniform_real_distribution<float> inside(0.3f, 0.7f), outside(-0.5f, 3.0f);
    std::bernoulli_distribution bent(share);
    Case test{Op::gamut_map, 0b11000, std::vector<Operands>(strip_pixels)};
    for (Operands& in : test.in) {
        auto& range = bent(random) ? outside : inside;
        in = {range(random), range(random), range(random), 1.0f, 0.1f};
    }
    return test;
}

TEST(PointParity, GamutMapScalesWithThePeak) {
    for (const float softness : {0.0f, 0.1f, 1.0f}) {
        for (const Operands& color : {Operands{1.5f, 0.2f, 0.1f}, Operands{1, 0.5f, 1},
                                      Operands{0.2f, -0.1f, 0.9f}, Operands{3, 2.5f, 2.8f}}) {
            float expected[max_outputs] = {};
            Operands in = color;
            in[3] = 1, in[4] = softness;
            evaluate_operation(Op::gamut_map, in.data(), expected);
            for (const float peak : {1e-11f, 1e-6f, 0.01f, 1e6f, 1e9f, 1e12f}) {
                for (size_t k = 0; k < 4; ++k) in[k] = peak * (k < 3 ? color[k] : 1);
                float out[max_outputs] = {};
                evaluate_operation(Op::gamut_map, in.data(), out);
                for (int k = 0; k < 3; ++k)
                    EXPECT_NEAR(out[k] / peak, expected[k], 1e-5f) << peak << ", " << softness;
            }
        }
    }
}

TEST(PointParity, GamutMapDoesNotDependOnOtherPixels) {
    for_each_target([] {
        ASSERT_NE(find_loop(Op::gamut_map, 0b11000), find_loop(Op::gamut_map, 0));
        std::mt19937 random(11);
        for (const double share : {0.0, 0.02, 0.3, 0.9, 1.0}) {
            for (const int pixels : {16, 112, strip_pixels}) {
                Case test = colors_to_map(share, random);
                const std::vector<Row> together = run_fast(test, pixels);
                test.uniform = 0;
                const std::vector<Row> apart = run_fast(test, pixels);
                for (size_t k = 0; k < max_outputs; ++k)
                    ASSERT_TRUE(std::ranges::equal(together[k].at, apart[k].at))
                        << share << ", " << pixels << " pixels";
            }
        }
    });
}

TEST(PointParity, WritesOnlyTheRequestedPixels) {
    for_each_target([] {
        std::mt19937 random(3);
        const Case test = make_case(Op::multiply_add, 0, Data::unit, random);
        const std::vector<Row> whole = run_fast(test, strip_pixels);
        for (int pixels = block_floats; pixels <= strip_pixels; pixels += block_floats) {
            const std::vector<Row> part = run_fast(test, pixels);
            for (int i = 0; i < strip_pixels; ++i) {
                ASSERT_EQ(part[0].at[i], i < pixels ? whole[0].at[i] : untouched)
                    << i << " of " << pixels;
            }
        }
    });
}

}  // namespace
}  // namespace tonelift::point_parity_test
