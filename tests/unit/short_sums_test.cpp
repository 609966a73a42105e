// SPDX-License-Identifier: BSD-2-Clause
// Tests that the sums of matrices become fewer or cheaper instructions on the CPU.
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

using Rows = std::vector<std::array<float, 3>>;

std::vector<Op> ops_of_matrix(const Rows& rows) {
    ProgramWriter writer;
    std::array<Operand, 3> x;
    for (int i = 0; i < 3; ++i) x[static_cast<size_t>(i)] = writer.load(Op::load_input, i);
    const auto number = [](float value) { return Operand::constant(value); };
    for (int i = 0; const auto& [a, b, c] : rows)
        writer.store(
            Op::store_output, i++,
            writer.op(Op::dot3, {x[0], x[1], x[2], number(a), number(b), number(c), number(0)}));
    std::vector<Op> ops;
    for (const Instruction& instruction : with_short_sums(writer.take()).code)
        if (instruction.op != Op::load_input && instruction.op != Op::store_output)
            ops.push_back(instruction.op);
    return ops;
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

TEST(ShortSums, MatrixThatKeepsGrayAddsDifferences) {
    const Rows rows = {{1.66f, -0.588f, -0.072f}, {-0.124f, 1.133f, -0.009f}, {0.5f, 0.25f, 0.25f}};
    const Op minus = Op::subtract, sum = Op::multiply_add;
    EXPECT_EQ(ops_of_matrix(rows), (std::vector{minus, minus, sum, sum, sum, sum, sum, sum}));
}

TEST(ShortSums, MatrixWithTwoGrayRowsStays) {
    const Rows rows = {{1.66f, -0.588f, -0.072f}, {-0.124f, 1.133f, -0.009f}, {0.5f, 0.25f, 0.3f}};
    EXPECT_EQ(ops_of_matrix(rows), std::vector(3, Op::dot3));
}

}  // namespace
}  // namespace tonelift::short_sums_test
