// SPDX-License-Identifier: BSD-2-Clause
// Tests that matrix rows with factors of 1 or 0 become fewer instructions on the CPU.
#include "kernels/cpu/short_sums.h"

#include <gtest/gtest.h>

#include "tests/support/program_writer.h"

namespace tonelift::short_sums_test {
namespace {

std::vector<Instruction> sum_of(float a, float b, float c, float rest = 0) {
    ProgramWriter writer;
    std::array<Operand, 3> x;
    for (int i = 0; i < 3; ++i) x[static_cast<size_t>(i)] = writer.load(Op::load_input, i);
    const auto number = [](float value) { return Operand::constant(value); };
    writer.store(
        Op::store_output, 0,
        writer.op(Op::dot3, {x[0], x[1], x[2], number(a), number(b), number(c), number(rest)}));
    std::vector<Instruction> code = with_short_sums(writer.take()).code;
    code.erase(code.begin(), code.begin() + 3);
    EXPECT_EQ(code.back().in[0], Operand::value(code[code.size() - 2].out[0]));
    code.pop_back();
    return code;
}

const Operand x = Operand::value(0), y = Operand::value(1), z = Operand::value(2);

TEST(ShortSums, ProductByZeroIsDropped) {
    const auto code = sum_of(1, 0, 1.5f);
    ASSERT_EQ(code.size(), 1u);
    EXPECT_EQ(code[0].op, Op::multiply_add);
    EXPECT_EQ(code[0].in[0], z);
    EXPECT_EQ(code[0].in[1], Operand::constant(1.5f));
    EXPECT_EQ(code[0].in[2], x);
}

TEST(ShortSums, ProductByOneBecomesTheRest) {
    const auto code = sum_of(-0.5f, 1, 0.25f);
    ASSERT_EQ(code.size(), 2u);
    EXPECT_EQ(code[0].op, Op::multiply_add);
    EXPECT_EQ(code[0].in[0], z);
    EXPECT_EQ(code[0].in[2], y);
    EXPECT_EQ(code[1].op, Op::multiply_add);
    EXPECT_EQ(code[1].in[0], x);
    EXPECT_EQ(code[1].in[1], Operand::constant(-0.5f));
    EXPECT_EQ(code[1].in[2], Operand::value(code[0].out[0]));
}

TEST(ShortSums, OtherSumsStay) {
    for (const auto& code : {sum_of(0.5f, 0, 0.5f), sum_of(1, 0, 0), sum_of(1, 0, 0.5f, 0.1f)}) {
        ASSERT_EQ(code.size(), 1u);
        EXPECT_EQ(code[0].op, Op::dot3);
    }
}

}  // namespace
}  // namespace tonelift::short_sums_test
