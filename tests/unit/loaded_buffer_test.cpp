// SPDX-License-Identifier: BSD-2-Clause
//
// The buffer that a core may read in place of its prologue, and the cases without one.
#include "kernels/point/loaded_buffer.h"

#include <gtest/gtest.h>

namespace tonelift {
namespace {

Instruction load(Op op, int index, int slot) {
    Instruction instruction;
    instruction.op = op;
    instruction.index = static_cast<uint16_t>(index);
    instruction.out[0] = static_cast<uint16_t>(slot);
    return instruction;
}

Instruction store(int input, const Operand& value) {
    Instruction instruction;
    instruction.op = Op::store_core;
    instruction.index = static_cast<uint16_t>(input);
    instruction.in[0] = value;
    return instruction;
}

Instruction doubled(int slot, int into) {
    Instruction instruction;
    instruction.op = Op::add;
    instruction.in[0] = instruction.in[1] = Operand::slot(slot);
    instruction.out[0] = static_cast<uint16_t>(into);
    return instruction;
}

TEST(LoadedBuffer, EveryInputHasItsOwn) {
    const PointProgram program{{load(Op::load_buffer, 7, 0), load(Op::load_buffer, 4, 1),
                                store(0, Operand::slot(0)), store(1, Operand::slot(1))},
                               2};
    EXPECT_EQ(loaded_buffer(program, 0), 7);
    EXPECT_EQ(loaded_buffer(program, 1), 4);
}

TEST(LoadedBuffer, ASlotThatIsUsedAgainHoldsTheLaterBuffer) {
    const PointProgram program{{load(Op::load_buffer, 1, 0), store(0, Operand::slot(0)),
                                load(Op::load_buffer, 3, 0), store(1, Operand::slot(0))},
                               1};
    EXPECT_EQ(loaded_buffer(program, 0), 1);
    EXPECT_EQ(loaded_buffer(program, 1), 3);
}

TEST(LoadedBuffer, ComputedValuesComeFromNone) {
    const PointProgram program{
        {load(Op::load_buffer, 2, 0), doubled(0, 1), store(0, Operand::slot(1)),
         load(Op::load_input, 2, 0), store(1, Operand::slot(0))},
        2};
    EXPECT_EQ(loaded_buffer(program, 0), -1);
    EXPECT_EQ(loaded_buffer(program, 1), -1);
}

TEST(LoadedBuffer, NumbersAndMissingInputsComeFromNone) {
    const PointProgram program{{load(Op::load_buffer, 2, 0), store(0, Operand::number(0.5f))}, 1};
    EXPECT_EQ(loaded_buffer(program, 0), -1);
    EXPECT_EQ(loaded_buffer(program, 1), -1);
}

Instruction store_in(int buffer, int slot) {
    Instruction instruction;
    instruction.op = Op::store_buffer;
    instruction.index = static_cast<uint16_t>(buffer);
    instruction.in[0] = Operand::slot(slot);
    return instruction;
}

TEST(StoredBuffer, HoldsTheValueOfTheCoreInput) {
    const PointProgram program{
        {load(Op::load_input, 0, 0), doubled(0, 1), store_in(4, 0), store_in(6, 1),
         store(0, Operand::slot(1)), store(1, Operand::slot(0))},
        2};
    EXPECT_EQ(stored_buffer(program, 0), 6);
    EXPECT_EQ(stored_buffer(program, 1), 4);
}

TEST(StoredBuffer, ASlotThatIsUsedAgainHoldsAnotherValue) {
    const PointProgram program{{load(Op::load_input, 0, 0), store_in(4, 0), doubled(0, 0),
                                store(0, Operand::slot(0)), store(1, Operand::number(0.5f))},
                               1};
    EXPECT_EQ(stored_buffer(program, 0), -1);
    EXPECT_EQ(stored_buffer(program, 1), -1);
    EXPECT_EQ(stored_buffer(program, 2), -1);
}

}  // namespace
}  // namespace tonelift
