// SPDX-License-Identifier: BSD-2-Clause
// Tests that CPU programs fuse a product with the sum that uses it (fused multiply-add).
#include "kernels/cpu/fused_products.h"

#include <gtest/gtest.h>

#include "tests/support/program_writer.h"

namespace tonelift::fused_products_test {
namespace {

const Operand half = Operand::constant(0.5f), minus_half = Operand::constant(-0.5f);

struct Example {
    ProgramWriter writer;
    Operand x = writer.load(Op::load_input, 0), y = writer.load(Op::load_input, 1);

    std::vector<Instruction> stored(const Operand& result) {
        writer.store(Op::store_output, 0, result);
        std::vector<Instruction> code = with_fused_products(writer.take()).code;
        code.erase(code.begin(), code.begin() + 2);
        return code;
    }
};

void expect_fused(const std::vector<Instruction>& code, const Operand& a, const Operand& b,
                  const Operand& rest) {
    ASSERT_EQ(code.size(), 2u);
    EXPECT_EQ(code[0].op, Op::multiply_add);
    EXPECT_EQ(code[0].in[0], a);
    EXPECT_EQ(code[0].in[1], b);
    EXPECT_EQ(code[0].in[2], rest);
    EXPECT_EQ(code[1].in[0], Operand::value(code[0].out[0]));
}

TEST(FusedProducts, SumIsFused) {
    for (const bool first : {true, false}) {
        Example with;
        const Operand product = with.writer.op(Op::multiply, {with.x, with.y});
        const Operand sum = first ? with.writer.op(Op::add, {product, with.x})
                                  : with.writer.op(Op::add, {with.x, product});
        expect_fused(with.stored(sum), with.x, with.y, with.x);
    }
}

TEST(FusedProducts, DifferenceWithAConstantNegatesTheConstant) {
    Example first, second, last;
    Operand product = first.writer.op(Op::multiply, {half, first.x});
    expect_fused(first.stored(first.writer.op(Op::subtract, {first.y, product})), minus_half,
                 first.x, first.y);
    product = second.writer.op(Op::multiply, {second.x, half});
    expect_fused(second.stored(second.writer.op(Op::subtract, {second.y, product})), second.x,
                 minus_half, second.y);
    product = last.writer.op(Op::multiply, {last.x, last.y});
    expect_fused(last.stored(last.writer.op(Op::subtract, {product, half})), last.x, last.y,
                 minus_half);
}

TEST(FusedProducts, DifferenceWithAConstantInAFactorNegatesTheConstant) {
    Example with;
    const Operand factor = with.writer.op(Op::multiply, {half, with.x});
    const Operand product = with.writer.op(Op::multiply, {factor, with.y});
    const auto code = with.stored(with.writer.op(Op::subtract, {with.x, product}));
    ASSERT_EQ(code.size(), 3u);
    EXPECT_EQ(code[0].in[0], minus_half);
    EXPECT_EQ(code[1].op, Op::multiply_add);
    EXPECT_EQ(code[1].in[0], Operand::value(code[0].out[0]));
    EXPECT_EQ(code[1].in[1], with.y);
    EXPECT_EQ(code[1].in[2], with.x);
}

TEST(FusedProducts, FactorReadTwiceIsNotNegated) {
    Example with;
    const Operand factor = with.writer.op(Op::multiply, {half, with.x});
    const Operand product = with.writer.op(Op::multiply, {factor, with.y});
    const Operand difference = with.writer.op(Op::subtract, {with.x, product});
    const auto code = with.stored(with.writer.op(Op::max, {difference, factor}));
    ASSERT_EQ(code.size(), 5u);
    EXPECT_EQ(code[0].in[0], half);
    EXPECT_EQ(code[2].op, Op::subtract);
}

TEST(FusedProducts, ProductReadTwiceIsNotFused) {
    Example with;
    const Operand product = with.writer.op(Op::multiply, {with.x, with.y});
    const Operand sum = with.writer.op(Op::add, {product, with.x});
    const auto code = with.stored(with.writer.op(Op::max, {product, sum}));
    ASSERT_EQ(code.size(), 4u);
    EXPECT_EQ(code[0].op, Op::multiply);
    EXPECT_EQ(code[1].op, Op::add);
}

TEST(FusedProducts, DifferenceWithoutAConstantIsNotFused) {
    Example with;
    const Operand product = with.writer.op(Op::multiply, {with.x, with.y});
    const auto code = with.stored(with.writer.op(Op::subtract, {with.x, product}));
    ASSERT_EQ(code.size(), 3u);
    EXPECT_EQ(code[1].op, Op::subtract);
}

}  // namespace
}  // namespace tonelift::fused_products_test
