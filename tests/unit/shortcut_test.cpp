// SPDX-License-Identifier: BSD-2-Clause
// Tests that a pass is skipped in frames that do not need it.
#include "kernels/shortcut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/small_plans.h"

namespace tonelift::shortcut_test {
namespace {

constexpr int amount = 7, other = 8;

Instruction step_of(Op op, std::vector<Operand> in, int out = 0, int index = 0) {
    Instruction instruction;
    instruction.op = op;
    std::copy(in.begin(), in.end(), instruction.in.begin());
    instruction.out[0] = static_cast<uint16_t>(out);
    instruction.index = static_cast<uint16_t>(index);
    return instruction;
}

Operand value(int i) { return Operand::value(i); }

PointProgram corrected_input() {
    PointProgram program;
    program.values = 5;
    program.code = {
        step_of(Op::load_input, {}, 0),
        step_of(Op::load_buffer, {}, 1, 3),
        step_of(Op::select, {Operand::uniform(amount), value(1), Operand::constant(0)}, 2),
        step_of(Op::add, {value(0), value(2)}, 3),
        step_of(Op::multiply, {value(3), Operand::uniform(other)}, 4),
        step_of(Op::store_output, {value(4)}),
    };
    return program;
}

TEST(Settled, RemovesLoadsThatOnlyFeedTheUnusedSide) {
    const std::vector<Instruction> left{
        step_of(Op::load_input, {}, 0),
        step_of(Op::multiply, {value(0), Operand::uniform(other)}, 4),
        step_of(Op::store_output, {value(4)}),
    };
    EXPECT_EQ(settled(corrected_input(), amount).code, left);
}

TEST(Settled, ResolvesNestedSelects) {
    PointProgram program = corrected_input();
    program.code[4] = step_of(Op::select, {Operand::uniform(amount), value(1), value(3)}, 4);
    const std::vector<Instruction> left{
        step_of(Op::load_input, {}, 0),
        step_of(Op::store_output, {value(0)}),
    };
    EXPECT_EQ(settled(program, amount).code, left);
}

TEST(Settled, KeepsSelectsByOtherNumbers) {
    PointProgram program = corrected_input();
    program.code[2].in[0] = Operand::uniform(other);
    EXPECT_EQ(settled(program, amount).code, program.code);
}

struct OptionalScan {
    Graph graph{plan_width, plan_height};
    NodeId plain = graph.input(0);
    NodeId number = median_of(graph, graph.input(1));

    NodeId if_above_zero(NodeId plane) {
        return graph.op(Op::select, number, plane, graph.constant(0));
    }
    Plan plan(NodeId out) const { return make_plan(graph, request_for({out, out, out})); }
};

std::vector<FrameCondition> conditions(const Plan& plan) {
    std::vector<FrameCondition> result;
    for (const auto& step : plan.steps) {
        const Pass* pass = std::get_if<Pass>(&step);
        result.push_back(pass == nullptr ? FrameCondition{} : pass->condition);
    }
    return result;
}

TEST(Shortcut, SkipsACoreThatOnlyFeedsTheUnusedSide) {
    OptionalScan made;
    const NodeId read = made.if_above_zero(made.plain);
    const NodeId base = scan(made.graph, Axis::x, read, read);
    const Plan whole = made.plan(made.graph.op(Op::add, made.plain, made.if_above_zero(base)));
    const Plan plan = with_shortcut(whole);
    const int number = std::get<FrameStep>(plan.steps[1]).operations.back().result;
    EXPECT_EQ(conditions(plan), (std::vector<FrameCondition>{
                                    {}, {}, {number, true}, {number, true}, {number, false}}));
    EXPECT_EQ(std::get<Pass>(plan.steps[3]).epilogue, std::get<Pass>(whole.steps[3]).epilogue);
    for (const Instruction& instruction : std::get<Pass>(plan.steps[4]).epilogue.code)
        EXPECT_NE(instruction.op, Op::load_buffer);
}

TEST(Shortcut, KeepsACoreThatIsReadElsewhere) {
    OptionalScan made;
    const NodeId read = made.if_above_zero(made.plain);
    const NodeId base = scan(made.graph, Axis::x, read, read);
    const Plan plan = made.plan(made.graph.op(Op::add, base, made.if_above_zero(base)));
    EXPECT_EQ(with_shortcut(plan), plan);
}

TEST(Shortcut, KeepsACoreThatIsMeasured) {
    OptionalScan made;
    const NodeId read = made.if_above_zero(made.plain);
    const NodeId base = scan(made.graph, Axis::x, read, read);
    const Plan plan = made.plan(
        made.graph.op(Op::multiply, made.if_above_zero(base), median_of(made.graph, base)));
    EXPECT_EQ(with_shortcut(plan), plan);
}

TEST(Shortcut, NeedsItsNumberBeforeTheFirstSkippedPass) {
    OptionalScan made;
    const NodeId base = scan(made.graph, Axis::x, made.plain, made.plain);
    const Plan plan = made.plan(made.graph.op(Op::add, made.plain, made.if_above_zero(base)));
    EXPECT_EQ(with_shortcut(plan), plan);
}

TEST(Shortcut, SkipsChainsOfCores) {
    OptionalScan made;
    const NodeId read = made.if_above_zero(made.plain);
    const NodeId first = scan(made.graph, Axis::x, read, read);
    const NodeId base = scan(made.graph, Axis::y, first, read);
    const Plan plan =
        with_shortcut(made.plan(made.graph.op(Op::add, made.plain, made.if_above_zero(base))));
    const int scans = static_cast<int>(std::ranges::count_if(plan.steps, [](const auto& step) {
        const Pass* pass = std::get_if<Pass>(&step);
        return pass != nullptr && pass->condition.uniform >= 0 &&
               std::holds_alternative<Scan>(pass->core);
    }));
    EXPECT_EQ(scans, 2);
}

}  // namespace
}  // namespace tonelift::shortcut_test
