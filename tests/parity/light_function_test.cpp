// SPDX-License-Identifier: BSD-2-Clause
// Tests which parts of programs are replaced by tables of light, and that the parts compute the
// same values.
#include "kernels/point/light_function.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <span>

#include "kernels/point/point.h"
#include "kernels/program_has.h"
#include "tests/support/program_writer.h"
#include "tests/support/targets.h"

namespace tonelift::light_function_test {
namespace {

Operand number(float value) { return Operand::constant(value); }

// Writes programs that read a color and decode it by `decoding`.
struct Writer : ProgramWriter {
    explicit Writer(Op the_decoding = Op::pq_decode) : decoding(the_decoding) {}

    const Op decoding;
    const Operand r = component(0), g = component(1), b = component(2);
    const Operand light = op(Op::luminance, {r, g, b});

    Operand component(int index) { return op(decoding, {load(Op::load_core, index)}); }

    Operand mapped(Operand code) { return op(Op::pq_decode, {lookup(0, code)}); }
    Operand gain_of(Operand code) {
        return op(Op::divide, {mapped(code), op(Op::max, {light, number(1e-6f)})});
    }
    void finish(Operand factor) { store(Op::store_core, 0, op(Op::multiply, {r, factor})); }
};

// Runs a program with the color (0.3, 0.6, 0.9), or with the light `light` if it reads only this
// one value. Lookups return the root of their argument.
class Access : public PixelAccess {
  public:
    explicit Access(float light = -1) : light_(light) {}
    float load(const Instruction& instruction, float argument) override {
        if (instruction.op == Op::lookup) return std::sqrt(argument);
        return light_ >= 0 ? light_ : 0.3f * static_cast<float>(instruction.index + 1);
    }
    void store(const Instruction& instruction, float value) override {
        stored[instruction.index] = value;
    }
    std::map<int, float> stored;

  private:
    float light_;
};

std::vector<float> values_of(const PointProgram& program, Access& access) {
    std::vector<float> values(static_cast<size_t>(program.values));
    run_plain(program, {}, values, access);
    return values;
}

void expect_same_values(const PointProgram& program, const LightFunction& function) {
    Access whole;
    const std::vector<float> values = values_of(program, whole);
    Access alone(values[function.light]);
    values_of(function.program, alone);
    ASSERT_EQ(alone.stored.size(), function.results.size());
    for (size_t i = 0; i < function.results.size(); ++i)
        EXPECT_EQ(alone.stored[static_cast<int>(i)], values[function.results[i]]);
}

// Runs `rest` with the results of the function.
std::map<int, float> stored_by(const LightFunction& function) {
    Access access;
    std::vector<float> values(static_cast<size_t>(function.rest.values));
    const auto run = [&](size_t from, size_t to) {
        const auto code = std::span(function.rest.code).subspan(from, to - from);
        const PointProgram part{{code.begin(), code.end()}, function.rest.values};
        run_plain(part, {}, values, access);
    };
    run(0, function.place);
    Access alone(values[function.light]);
    values_of(function.program, alone);
    for (size_t i = 0; i < function.results.size(); ++i)
        values[function.results[i]] = alone.stored[static_cast<int>(i)];
    run(function.place, function.rest.code.size());
    return access.stored;
}

PointProgram random_program(uint32_t seed) {
    std::mt19937 random(seed);
    const auto pick = [&](size_t count) { return random() % count; };
    constexpr Op ops[] = {Op::luminance, Op::lightness, Op::pq_encode, Op::pq_encode, Op::pq_decode,
                          Op::multiply,  Op::divide,    Op::max,       Op::add,       Op::min};
    Writer writer;
    std::vector<Operand> values{writer.r, writer.g, writer.b, writer.light};
    const auto value = [&] {
        return values[values.size() - 1 - pick(std::min<size_t>(6, values.size()))];
    };
    for (size_t i = 0; i < 12; ++i) {
        const size_t kind = pick(std::size(ops) + 4);
        if (kind < std::size(ops))
            values.push_back(writer.op(ops[kind], {value(), value(), value()}));
        else if (kind < std::size(ops) + 2)
            values.push_back(writer.lookup(0, value()));
        else
            writer.store(Op::store_core, static_cast<int>(i), value());
    }
    writer.store(Op::store_core, 12, value());
    return writer.take();
}

TEST(LightFunction, ProgramsWithTheResultsStoreTheSameValues) {
    int functions = 0;
    for (uint32_t seed = 1; seed <= 5000; ++seed) {
        const PointProgram program = random_program(seed);
        const auto function = find_light_function(program);
        if (!function) continue;
        ++functions;
        Access whole;
        values_of(program, whole);
        for (const auto& [index, found] : stored_by(*function)) {
            const float expected = whole.stored[index];
            EXPECT_TRUE(found == expected ||
                        std::abs(found - expected) <= 1e-5f * std::abs(expected))
                << "seed " << seed << ": " << found << ", " << expected;
        }
    }
    EXPECT_GT(functions, 500);
}

TEST(LightFunction, ReplacesTheWholeGainOfAToneCurve) {
    Writer writer;
    writer.finish(writer.gain_of(writer.op(Op::pq_encode, {writer.light})));
    const PointProgram program = writer.take();
    const auto function = find_light_function(program);
    ASSERT_TRUE(function);
    EXPECT_EQ(function->results.size(), 1u);
    for (const Op op : {Op::pq_encode, Op::lookup, Op::max, Op::divide})
        EXPECT_FALSE(program_has(function->rest, op)) << static_cast<int>(op);
    EXPECT_EQ(operations_of(function->rest, Op::pq_decode), 3u);
    expect_same_values(program, *function);
}

TEST(LightFunction, KeepsACodeThatOtherInstructionsRead) {
    Writer writer;
    const Operand code = writer.op(Op::pq_encode, {writer.light});
    writer.finish(writer.op(Op::add, {writer.lookup(0, code), writer.op(Op::sin, {code})}));
    const PointProgram program = writer.take();
    const auto function = find_light_function(program);
    ASSERT_TRUE(function);
    EXPECT_EQ(function->results.size(), 2u);
    EXPECT_FALSE(program_has(function->rest, Op::pq_encode));
    EXPECT_FALSE(program_has(function->rest, Op::lookup));
    EXPECT_TRUE(program_has(function->rest, Op::sin));
    expect_same_values(program, *function);
}

TEST(LightFunction, FindsFactorCodeAndTone) {
    Writer writer;
    const Operand factor = writer.op(Op::pow, {writer.light, number(0.2f)});
    const Operand shown = writer.op(Op::multiply, {writer.light, factor});
    const Operand code = writer.op(Op::pq_encode, {shown});
    const Operand sum = writer.op(Op::add, {writer.lookup(0, code), writer.op(Op::sin, {code})});
    writer.finish(writer.op(Op::multiply_add, {sum, factor, writer.g}));
    const PointProgram program = writer.take();
    const auto function = find_light_function(program);
    ASSERT_TRUE(function);
    EXPECT_EQ(Operand::value(function->light), writer.light);
    EXPECT_EQ(function->results.size(), 3u);
    expect_same_values(program, *function);
}

TEST(LightFunction, SplitsLightness) {
    Writer writer;
    writer.finish(writer.mapped(writer.op(Op::lightness, {writer.r, writer.g, writer.b})));
    const auto function = find_light_function(writer.take());
    ASSERT_TRUE(function);
    EXPECT_FALSE(program_has(function->rest, Op::lightness));
    EXPECT_TRUE(program_has(function->rest, Op::luminance));
}

// The slope of a sum can be steep within a row of a table.
TEST(LightFunction, HasNoSumsStepsOrSteepPowers) {
    for (const Op op : {Op::add, Op::step, Op::less, Op::mod, Op::pow}) {
        Writer writer;
        const Operand tone = writer.mapped(writer.op(Op::pq_encode, {writer.light}));
        writer.finish(writer.op(op, {tone, number(100)}));
        const auto function = find_light_function(writer.take());
        ASSERT_TRUE(function);
        EXPECT_FALSE(program_has(function->program, op)) << static_cast<int>(op);
        EXPECT_TRUE(program_has(function->rest, op)) << static_cast<int>(op);
    }
}

TEST(LightFunction, IsNotUsedIfItSavesNoTime) {
    Writer writer;
    writer.finish(writer.op(Op::pq_encode, {writer.light}));
    EXPECT_FALSE(find_light_function(writer.take()));
}

TEST(LightFunction, LeavesValuesThatDependOnMoreThanLight) {
    Writer writer;
    const Operand code = writer.op(Op::pq_encode, {writer.light});
    const Operand tone = writer.op(Op::multiply, {writer.lookup(0, code), writer.g});
    writer.finish(writer.op(Op::pq_decode, {tone}));
    const auto function = find_light_function(writer.take());
    ASSERT_TRUE(function);
    EXPECT_EQ(operations_of(function->rest, Op::pq_decode), 4u);
}

// A table ends at a finite light. Only values that are constant above the peak of PQ may depend on
// light that can be brighter.
TEST(LightFunction, ComputesGainsOfUnlimitedLightForEachPixel) {
    for (const Op decoding : {Op::pq_decode, Op::hlg_decode, Op::bt1886_decode, Op::exp}) {
        Writer writer(decoding);
        writer.finish(writer.gain_of(writer.op(Op::pq_encode, {writer.light})));
        const PointProgram program = writer.take();
        const auto function = find_light_function(program);
        ASSERT_TRUE(function);
        const bool is_limited = decoding == Op::pq_decode || decoding == Op::hlg_decode;
        EXPECT_EQ(program_has(function->rest, Op::divide), !is_limited);
        EXPECT_FALSE(program_has(function->rest, Op::lookup));
        expect_same_values(program, *function);
    }
}

TEST(LightFunction, IsNotUsedWithFullPrecision) {
    for_each_target([] {
        for (const Precision precision :
             {Precision::of_8_bits, Precision::of_16_bits, Precision::full}) {
            Writer writer;
            writer.finish(writer.gain_of(writer.op(Op::pq_encode, {writer.light})));
            const PreparedProgram prepared(writer.take(), {}, {}, nullptr, strip_pixels, precision);
            const bool is_used =
                std::ranges::any_of(prepared.accesses(), &PreparedProgram::Access::by_light);
            EXPECT_EQ(is_used, precision != Precision::full && find_light_loop(1) != nullptr);
            EXPECT_EQ(prepared.light_function().empty(), !is_used);
        }
    });
}

}  // namespace
}  // namespace tonelift::light_function_test
