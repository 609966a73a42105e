// SPDX-License-Identifier: BSD-2-Clause
// Tests which parts of programs are replaced by tables of light, and that the parts compute the
// same values.
#include "kernels/point/light_function.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "kernels/point/point.h"
#include "kernels/program_has.h"
#include "tests/support/program_writer.h"
#include "tests/support/targets.h"

namespace tonelift::light_function_test {
namespace {

Operand number(float value) { return Operand::constant(value); }

// Writes programs that read a color.
struct Writer : ProgramWriter {
    const Operand r = load(Op::load_core, 0), g = load(Op::load_core, 1),
                  b = load(Op::load_core, 2);
    const Operand light = op(Op::luminance, {r, g, b});

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

TEST(LightFunction, ReplacesTheWholeGainOfAToneCurve) {
    Writer writer;
    writer.finish(writer.gain_of(writer.op(Op::pq_encode, {writer.light})));
    const PointProgram program = writer.take();
    const auto function = find_light_function(program);
    ASSERT_TRUE(function);
    EXPECT_EQ(function->results.size(), 1u);
    EXPECT_TRUE(program_has_only(function->rest,
                                 {Op::load_core, Op::luminance, Op::multiply, Op::store_core}));
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

// A narrow ramp could lie between two rows of a table.
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

// The results of values that other pixels or coordinates change are not functions of light.
TEST(LightFunction, LeavesValuesThatDependOnMoreThanLight) {
    Writer writer;
    const Operand code = writer.op(Op::pq_encode, {writer.light});
    const Operand tone = writer.op(Op::multiply, {writer.lookup(0, code), writer.g});
    writer.finish(writer.op(Op::pq_decode, {tone}));
    const auto function = find_light_function(writer.take());
    ASSERT_TRUE(function);
    EXPECT_TRUE(program_has(function->rest, Op::pq_decode));
}

TEST(LightFunction, IsUsedOnlyWithThePrecisionOf8Bits) {
    for_each_target([] {
        for (const Precision precision : {Precision::of_8_bits, Precision::full}) {
            Writer writer;
            writer.finish(writer.gain_of(writer.op(Op::pq_encode, {writer.light})));
            const PreparedProgram prepared(writer.take(), {}, {}, nullptr, strip_pixels, precision);
            const bool is_used =
                std::ranges::any_of(prepared.accesses(), &PreparedProgram::Access::by_light);
            EXPECT_EQ(is_used, precision == Precision::of_8_bits && find_light_loop(1) != nullptr);
            EXPECT_EQ(prepared.light_function().empty(), !is_used);
        }
    });
}

}  // namespace
}  // namespace tonelift::light_function_test
