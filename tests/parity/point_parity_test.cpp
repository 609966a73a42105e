// SPDX-License-Identifier: BSD-2-Clause
//
// Every operation of operations.def: the SIMD loop of every instruction set against the plain
// version, over random and hostile numbers, with operands of all kinds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "kernels/point/evaluate.h"
#include "kernels/point/point.h"
#include "tests/support/targets.h"
#include "tests/support/tolerances.h"

namespace tonelift {
namespace {

constexpr int operations = static_cast<int>(Op::count_);

enum class Data { unit, around_zero, wide, hostile };
constexpr Data kinds_of_data[] = {Data::unit, Data::around_zero, Data::wide, Data::hostile};

float draw(std::mt19937& random, Data data) {
    using Limits = std::numeric_limits<float>;
    static const float hostile[] = {0.0f,      -0.0f,         1.0f,    -1.0f, 0.5f,   65504.0f,
                                    -65504.0f, 1e-40f,        -1e-40f, 1e-7f, 1e30f,  -1e30f,
                                    1e-30f,    Limits::max(), -1e9f,   2.0f,  255.5f, 3.1415927f};
    const float unit = std::uniform_real_distribution<float>(0, 1)(random);
    switch (data) {
        case Data::unit:
            return unit;
        case Data::around_zero:
            return 8 * unit - 4;
        case Data::wide:
            return (random() & 1 ? 1.0f : -1.0f) * std::exp2(30 * unit - 18);
        default:
            return hostile[random() % std::size(hostile)];
    }
}

// One instruction over strip_pixels pixels; operand i is a number of the strip where bit i of
// uniform is set.
struct Case {
    Op op;
    unsigned uniform;
    std::vector<std::vector<float>> in;
    const OperationInfo& info() const { return operation_info(op); }
};

Case make_case(Op op, unsigned uniform, Data data, std::mt19937& random) {
    Case test{op, uniform, {}};
    for (int i = 0; i < test.info().inputs; ++i) {
        std::vector<float> row(strip_pixels);
        for (float& number : row) number = draw(random, data);
        if ((uniform >> i) & 1) std::fill(row.begin(), row.end(), row[0]);
        test.in.push_back(row);
    }
    return test;
}

PointProgram program_of(const Case& test) {
    PointProgram program;
    const int inputs = test.info().inputs;
    program.slots = inputs + test.info().outputs;
    Instruction instruction;
    instruction.op = test.op;
    for (int i = 0; i < inputs; ++i) {
        if ((test.uniform >> i) & 1) {
            instruction.in[i] = Operand::uniform(i);
            continue;
        }
        Instruction load;
        load.op = Op::load_core;
        load.index = static_cast<uint16_t>(i);
        load.out[0] = static_cast<uint16_t>(i);
        program.code.push_back(load);
        instruction.in[i] = Operand::slot(i);
    }
    for (int i = 0; i < test.info().outputs; ++i)
        instruction.out[i] = static_cast<uint16_t>(inputs + i);
    program.code.push_back(instruction);
    for (int i = 0; i < test.info().outputs; ++i) {
        Instruction store;
        store.op = Op::store_core;
        store.index = static_cast<uint16_t>(i);
        store.in[0] = Operand::slot(inputs + i);
        program.code.push_back(store);
    }
    return program;
}

struct alignas(64) Row {
    float at[strip_pixels];
};

std::vector<Row> run_fast(const Case& test, int pixels) {
    const PreparedProgram prepared(program_of(test), {});
    std::vector<Row> in(max_inputs), out(max_outputs),
        scratch(prepared.scratch_floats() / strip_pixels + 1);
    std::vector<Row> uniforms(1);
    std::vector<void*> at(prepared.entries());
    for (int i = 0; i < test.info().inputs; ++i) {
        std::copy(test.in[i].begin(), test.in[i].end(), in[i].at);
        fill_block(uniforms[0].at + i * block_floats, test.in[i][0]);
    }
    for (Row& row : out) std::fill(std::begin(row.at), std::end(row.at), -12345.0f);
    prepared.bind(at, scratch[0].at, uniforms[0].at);
    for (const auto& access : prepared.accesses()) {
        at[access.entry] = access.op == Op::load_core ? in[access.index].at : out[access.index].at;
    }
    prepared.run({at.data(), pixels, 0, 0});
    return out;
}

// The plain results of a pixel, with operand `moved` moved by two units in the last place.
std::array<float, max_outputs> plain(const Case& test, int pixel, int moved = -1) {
    float in[max_inputs] = {};
    std::array<float, max_outputs> out{};
    for (int i = 0; i < test.info().inputs; ++i) {
        in[i] = test.in[i][pixel];
        if (i == moved) in[i] *= 1 + std::ldexp(1.0f, -22);
    }
    evaluate_operation(test.op, in, out.data());
    return out;
}

// A color is as precise as its largest component.
float allowed(const Case& test, int pixel) {
    const Tolerance budget = tolerance(test.op);
    const auto expected = plain(test, pixel);
    if (budget.relative + budget.absolute == 0) return 0;
    float size = 0, moved = 0;
    for (int k = 0; k < test.info().outputs; ++k) size = std::max(size, std::abs(expected[k]));
    for (int i = 0; i < test.info().inputs; ++i) {
        const auto out = plain(test, pixel, i);
        for (int k = 0; k < test.info().outputs; ++k) {
            const float step = std::abs(out[k] - expected[k]);
            if (std::isfinite(step)) moved += step;
        }
    }
    return budget.absolute + budget.relative * size + 2 * moved;
}

float distance(Op op, float a, float b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const float plain_distance = std::abs(a - b);
    // The hue circle.
    const float turn = op == Op::hue ? 6.2831853f : op == Op::to_hsv ? 1.0f : 0.0f;
    return turn > 0 ? std::min(plain_distance, std::abs(turn - plain_distance)) : plain_distance;
}

// Beyond what sanitize lets through, overflow is the script's affair. Hue has no meaning near gray,
// nor angles of thousands of turns. Ratios of light below 0.002 cd/m2 are coarse.
bool is_measurable(const Case& test, int pixel) {
    for (const auto& row : test.in) {
        if (std::abs(row[pixel]) > 65504.0f) return false;
    }
    if (test.op == Op::sin || test.op == Op::cos || test.op == Op::tan) {
        return std::abs(test.in[0][pixel]) < 1e4f;
    }
    if (test.op == Op::relight) return std::min(test.in[3][pixel], test.in[4][pixel]) > 0.01f;
    if (test.op != Op::hue) return true;
    const float in[] = {test.in[0][pixel], test.in[1][pixel], test.in[2][pixel]};
    float chroma = 0;
    evaluate_operation(Op::chroma, in, &chroma);
    return chroma > 0.05f;
}

void compare(const Case& test, uint32_t seed) {
    const std::vector<Row> fast = run_fast(test, strip_pixels);
    for (int output = 0; output < test.info().outputs; ++output) {
        for (int i = 0; i < strip_pixels; ++i) {
            const float expected = plain(test, i)[output], actual = fast[output].at[i];
            if (!is_measurable(test, i)) continue;
            ASSERT_LE(distance(test.op, expected, actual), allowed(test, i))
                << test.info().name << " output " << output << " pixel " << i << ": " << actual
                << ", plain " << expected << ", operands " << testing::PrintToString([&] {
                       std::vector<float> operands;
                       for (const auto& row : test.in) operands.push_back(row[i]);
                       return operands;
                   }())
                << ", uniform " << test.uniform << ", seed " << seed;
        }
    }
}

template <typename F>
void for_each_operation(F f) {
    for (int i = 0; i < operations; ++i) {
        const Op op = static_cast<Op>(i);
        if (!operation_info(op).access) f(op);
    }
}

std::vector<unsigned> uniform_masks(int inputs) {
    if (inputs > 3) return {0u, 1u, 1u << (inputs - 1), (1u << inputs) - 8u, (1u << inputs) - 1u};
    std::vector<unsigned> masks;
    for (unsigned mask = 0; mask < 1u << inputs; ++mask) masks.push_back(mask);
    return masks;
}

TEST(PointParity, EveryOperationAgreesWithPlainOnEveryTarget) {
    for_each_target([] {
        for_each_operation([](Op op) {
            uint32_t seed = 1;
            for (Data data : kinds_of_data) {
                for (unsigned uniform : uniform_masks(operation_info(op).inputs)) {
                    std::mt19937 random(++seed);
                    compare(make_case(op, uniform, data, random), seed);
                    if (testing::Test::HasFatalFailure()) return;
                }
            }
        });
    });
}

// Of numbers as they come out of sanitize and a few operations on.
TEST(PointParity, NoOperationMakesNaN) {
    for_each_operation([](Op op) {
        std::mt19937 random(7);
        for (int round = 0; round < 8; ++round) {
            const Case test = make_case(op, 0, round < 4 ? Data::wide : Data::hostile, random);
            for (int i = 0; i < strip_pixels; ++i) {
                const auto out = plain(test, i);
                for (int k = 0; k < test.info().outputs; ++k) {
                    ASSERT_FALSE(round < 4 && std::isnan(out[k]))
                        << test.info().name << " pixel " << i;
                }
            }
        }
    });
}

TEST(PointParity, RunsAsManyPixelsAsAsked) {
    for_each_target([] {
        std::mt19937 random(3);
        const Case test = make_case(Op::multiply_add, 0, Data::unit, random);
        const std::vector<Row> whole = run_fast(test, strip_pixels);
        for (int pixels = block_floats; pixels <= strip_pixels; pixels += block_floats) {
            const std::vector<Row> part = run_fast(test, pixels);
            for (int i = 0; i < strip_pixels; ++i) {
                ASSERT_EQ(part[0].at[i], i < pixels ? whole[0].at[i] : -12345.0f)
                    << i << " of " << pixels;
            }
        }
    });
}

}  // namespace
}  // namespace tonelift
