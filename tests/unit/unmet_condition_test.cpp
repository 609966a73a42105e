// SPDX-License-Identifier: BSD-2-Clause
//
// Programs of frames in which planes that they read were not made.
#include "kernels/unmet_condition.h"

#include <gtest/gtest.h>

#include <vector>

namespace tonelift {
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

// Stores the input, with a plane added in frames that meet a condition.
PointProgram corrected_input() {
    PointProgram program;
    program.values = 5;
    program.code = {
        step_of(Op::load_input, {}, 0),
        step_of(Op::load_buffer, {Operand::uniform(amount)}, 1, 3),
        step_of(Op::add, {value(0), value(1)}, 2),
        step_of(Op::select, {Operand::uniform(amount), value(2), value(0)}, 3),
        step_of(Op::multiply, {value(3), Operand::uniform(other)}, 4),
        step_of(Op::store_output, {value(4)}),
    };
    return program;
}

TEST(UnmetCondition, IsWhatLoadedPlanesDependOn) {
    EXPECT_EQ(conditions_of(corrected_input()), std::set<uint16_t>{amount});
    EXPECT_TRUE(conditions_of({}).empty());
}

TEST(UnmetCondition, IsThatOfASmallPlaneToo) {
    PointProgram program = corrected_input();
    program.code[1] =
        step_of(Op::load_upsampled, {Operand::number(0), Operand::uniform(amount)}, 1, 3);
    EXPECT_EQ(conditions_of(program), std::set<uint16_t>{amount});
    EXPECT_EQ(where_unmet(program, {amount}).code.size(), 3u);
}

TEST(UnmetCondition, LeavesOutWhatIsNotReadThen) {
    const PointProgram unmet = where_unmet(corrected_input(), {amount});
    const std::vector<Instruction> left{
        step_of(Op::load_input, {}, 0),
        step_of(Op::multiply, {value(0), Operand::uniform(other)}, 4),
        step_of(Op::store_output, {value(4)}),
    };
    EXPECT_EQ(unmet.code, left);
}

TEST(UnmetCondition, FollowsOneSelectToTheNext) {
    PointProgram program = corrected_input();
    program.code[4] = step_of(Op::select, {Operand::uniform(amount), value(1), value(3)}, 4);
    const std::vector<Instruction> left{
        step_of(Op::load_input, {}, 0),
        step_of(Op::store_output, {value(0)}),
    };
    EXPECT_EQ(where_unmet(program, {amount}).code, left);
}

TEST(UnmetCondition, LeavesSelectsByOtherNumbersAlone) {
    PointProgram program = corrected_input();
    program.code[3].in[0] = Operand::uniform(other);
    EXPECT_EQ(where_unmet(program, {amount}).code, program.code);
}

}  // namespace
}  // namespace tonelift
