// SPDX-License-Identifier: BSD-2-Clause
// Tests that GPU threads skip instructions that have no effect, such as mixes whose weight is 0.
#include "kernels/cuda/emit/idle_part.h"
#include "kernels/pass.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "kernels/evaluate.h"
#include "tests/support/api_stream.h"
#include "tests/support/program_writer.h"
#include "tests/support/stream_plan.h"

namespace tonelift::cuda::idle_part_test {
namespace {

using Values = std::map<uint16_t, float>;

float value_of(const Operand& operand, const Values& values) {
    return operand.kind == Operand::Kind::constant ? operand.constant_value
                                                   : values.at(operand.index);
}

std::map<int, float> run(std::span<const Instruction> code, const std::vector<float>& inputs,
                         Values& values) {
    std::map<int, float> stored;
    for (const Instruction& instruction : code) {
        const OperationInfo& operation = operation_info(instruction.op);
        float in[max_inputs] = {}, out[max_outputs] = {};
        for (int i = 0; i < operation.inputs; ++i)
            in[i] = value_of(instruction.in[static_cast<size_t>(i)], values);
        if (instruction.op == Op::load_input) {
            out[0] = inputs.at(instruction.index);
        } else if (instruction.op == Op::store_output) {
            stored[instruction.index] = in[0];
        } else {
            evaluate_operation(instruction.op, in, out);
        }
        for (int i = 0; i < operation.outputs; ++i)
            values[instruction.out[static_cast<size_t>(i)]] = out[i];
    }
    return stored;
}

std::map<int, float> run(const PointProgram& program, const std::vector<float>& inputs) {
    Values values;
    return run(program.code, inputs, values);
}

PointProgram highlights() {
    ProgramWriter p;
    const Operand tone = p.load(Op::load_input, 3);
    for (int c = 0; c < 3; ++c) {
        const Operand color = p.op(Op::add, {p.load(Op::load_input, c), Operand::constant(0.1f)});
        const Operand excess =
            p.op(Op::saturate,
                 {p.op(Op::multiply_add, {tone, Operand::constant(2), Operand::constant(-1)})});
        const Operand warm = p.op(Op::sqrt, {p.op(Op::abs, {color})});
        const Operand weight =
            p.op(Op::multiply, {p.op(Op::multiply, {Operand::constant(0.3f), warm}), excess});
        const Operand lit = p.op(Op::mix, {color, warm, weight});
        p.store(Op::store_output, c, p.op(Op::multiply, {lit, Operand::constant(2)}));
    }
    return p.take();
}

TEST(IdlePart, ContainsTheMixesAndTheOperationsThatOnlyTheyRead) {
    const PointProgram program = highlights();
    const IdlePart part = idle_part_of(program);
    EXPECT_EQ(part.switches.size(), 3u);
    EXPECT_EQ(part.results.size(), 3u);
    EXPECT_EQ(part.program.code.size(), program.code.size());
    std::multiset<Op> inside;
    for (size_t i = part.begin; i < part.end; ++i) inside.insert(part.program.code[i].op);
    EXPECT_EQ(inside, (std::multiset<Op>{Op::abs, Op::abs, Op::abs, Op::sqrt, Op::sqrt, Op::sqrt,
                                         Op::multiply, Op::multiply, Op::multiply, Op::multiply,
                                         Op::multiply, Op::multiply, Op::mix, Op::mix, Op::mix}));
}

TEST(IdlePart, LeavesTheResultsOfTheProgramUnchanged) {
    const PointProgram program = highlights();
    const IdlePart part = idle_part_of(program);
    for (const float tone : {0.0f, 0.4f, 0.6f, 1.0f}) {
        const std::vector<float> inputs = {0.2f, 0.5f, 0.9f, tone};
        EXPECT_EQ(run(part.program, inputs), run(program, inputs)) << tone;
    }
}

TEST(IdlePart, HasNoEffectIfAllWeightsAre0) {
    const PointProgram program = highlights();
    const IdlePart part = idle_part_of(program);
    const std::vector<float> inputs = {0.2f, 0.5f, 0.9f, 0.4f};
    const std::span<const Instruction> code = part.program.code;
    Values values;
    run(code.first(part.begin), inputs, values);
    for (const uint16_t value : part.switches) EXPECT_EQ(values.at(value), 0);
    for (const auto& [value, kept] : part.results) values[value] = value_of(kept, values);
    EXPECT_EQ(run(code.subspan(part.end), inputs, values), run(program, inputs));
}

bool has_part(const PointProgram& program) {
    const IdlePart part = idle_part_of(program);
    EXPECT_TRUE(part.begin < part.end || part.program == program);
    return part.begin < part.end;
}

TEST(IdlePart, IsEmptyIfItWouldHaveFewOperations) {
    EXPECT_TRUE(has_part(highlights()));
    ProgramWriter p;
    const Operand color = p.load(Op::load_input, 0);
    const Operand weight = p.op(Op::saturate, {p.load(Op::load_input, 3)});
    p.store(Op::store_output, 0, p.op(Op::mix, {color, Operand::constant(1), weight}));
    EXPECT_FALSE(has_part(p.take()));
}

TEST(IdlePart, IsEmptyIfAWeightDependsOnAnotherMix) {
    PointProgram program = highlights();
    const auto mix = std::ranges::find(program.code, Op::mix, &Instruction::op);
    const uint16_t mixed = mix->out[0];
    auto last = std::ranges::find_if(
        program.code.rbegin(), program.code.rend(),
        [](const Instruction& instruction) { return instruction.op == Op::multiply_add; });
    last->in[0] = Operand::value(mixed);
    EXPECT_FALSE(has_part(program));
}

TEST(IdlePart, IsEmptyIfOperationsBetweenMixesChangeColors) {
    ProgramWriter p;
    const Operand weight = p.op(Op::saturate, {p.load(Op::load_input, 3)});
    Operand color = p.load(Op::load_input, 0);
    for (int i = 0; i < 8; ++i) {
        color = p.op(Op::mix, {color, Operand::constant(1), weight});
        color = p.op(Op::multiply, {color, Operand::constant(0.9f)});
    }
    p.store(Op::store_output, 0, color);
    EXPECT_FALSE(has_part(p.take()));
}

TEST(IdlePart, ContainsTheTreatmentOfVeryBrightLight) {
    for (const char* preset : {"natural", "interior", "sunset", "faithful"}) {
        tonelift_options options = default_options();
        options.preset = preset;
        const Plan plan =
            stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, 640, 360), TONELIFT_FORMAT_NV12);
        const PointProgram& program = std::get<Pass>(plan.steps.back()).epilogue;
        const IdlePart part = idle_part_of(program);
        const std::string_view name = preset;
        // In presets without `richness`, the idle part would have fewer operations than
        // least_operations, so these presets have no idle part.
        EXPECT_EQ(part.switches.size(), name == "natural" || name == "interior" ? 1u : 0u) << name;
    }
}

}  // namespace
}  // namespace tonelift::cuda::idle_part_test
