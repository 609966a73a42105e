// SPDX-License-Identifier: BSD-2-Clause
// Tests that a matrix is applied to a color before the color is scaled.
#include "kernels/cpu/matrix_first.h"

#include <gtest/gtest.h>

#include "kernels/program_has.h"
#include "tests/support/program_writer.h"

namespace tonelift::matrix_first_test {
namespace {

using Row = std::array<float, 3>;
using Rows = std::array<Row, 3>;

constexpr Rows gray_kept = {
    {{1.66f, -0.588f, -0.072f}, {-0.124f, 1.133f, -0.009f}, {0.5f, 0.25f, 0.25f}}};
constexpr Rows gray_changed = {
    {{1.66f, -0.588f, -0.072f}, {-0.124f, 1.133f, -0.009f}, {0.5f, 0.25f, 0.3f}}};

// Scales a color and applies a matrix to it.
struct Example {
    ProgramWriter writer;
    std::array<Operand, 3> color, scaled;
    Operand factor, gray;

    Example() {
        for (int i = 0; i < 3; ++i) color[index(i)] = writer.load(Op::load_input, i);
        factor = writer.load(Op::load_buffer, 0);
        gray = writer.load(Op::load_buffer, 1);
    }

    static size_t index(int i) { return static_cast<size_t>(i); }

    void multiply() {
        for (size_t i = 0; i < 3; ++i) scaled[i] = writer.op(Op::multiply, {factor, color[i]});
    }
    void multiply_and_add() {
        multiply();
        for (Operand& component : scaled) component = writer.op(Op::add, {gray, component});
    }

    void store_matrix(const Rows& rows) {
        const auto number = [](float value) { return Operand::constant(value); };
        for (int i = 0; const auto& [a, b, c] : rows)
            writer.store(Op::store_output, i++,
                         writer.op(Op::dot3, {scaled[0], scaled[1], scaled[2], number(a), number(b),
                                              number(c), number(0)}));
    }
};

// Returns the stored numbers. `loaded` are the numbers that the program loads, in order.
std::vector<float> results_of(const PointProgram& program, std::span<const float> loaded) {
    std::vector<float> values(static_cast<size_t>(program.values)), stored;
    for (const Instruction& instruction : program.code) {
        std::array<float, max_inputs> in{};
        for (size_t i = 0; const Operand& operand : operands_of(instruction))
            in[i++] = operand.kind == Operand::Kind::constant ? operand.constant_value
                                                              : values[operand.index];
        const size_t buffers = instruction.op == Op::load_buffer ? 3 : 0;
        if (instruction.op == Op::store_output)
            stored.push_back(in[0]);
        else if (instruction.op == Op::load_input || instruction.op == Op::load_buffer)
            values[instruction.out[0]] = loaded[instruction.index + buffers];
        else
            evaluate_operation(instruction.op, in.data(), &values[instruction.out[0]]);
    }
    return stored;
}

void expect_equal_results(const PointProgram& before, const PointProgram& after) {
    constexpr std::array loaded = {0.3f, 0.7f, 0.05f, 2.5f, 0.125f};
    const auto was = results_of(before, loaded), is = results_of(after, loaded);
    ASSERT_EQ(was.size(), is.size());
    for (size_t i = 0; i < was.size(); ++i) EXPECT_NEAR(was[i], is[i], 1e-6f);
}

// Tests that the rows of the matrix read `color` in the changed program, and that the results stay.
void expect_matrix_of(const std::array<Operand, 3>& color, Example& example) {
    const PointProgram before = example.writer.take(), after = with_matrix_first(before);
    EXPECT_EQ(operations_of(after, Op::dot3), 3u);
    for (const Instruction& instruction : after.code) {
        for (size_t i = 0; i < 3 && instruction.op == Op::dot3; ++i)
            EXPECT_EQ(instruction.in[i], color[i]);
    }
    expect_equal_results(before, after);
}

void expect_same(Example& example) {
    const PointProgram before = example.writer.take();
    EXPECT_EQ(with_matrix_first(before), before);
}

TEST(MatrixFirst, MatrixIsAppliedBeforeAProduct) {
    for (const Rows& rows : {gray_kept, gray_changed}) {
        Example example;
        example.multiply();
        example.store_matrix(rows);
        expect_matrix_of(example.color, example);
    }
}

TEST(MatrixFirst, MatrixThatKeepsGrayIsAppliedBeforeASum) {
    Example example;
    example.multiply_and_add();
    example.store_matrix(gray_kept);
    expect_matrix_of(example.color, example);
}

TEST(MatrixFirst, FusedProductsAndSumsCount) {
    Example example;
    for (size_t i = 0; i < 3; ++i)
        example.scaled[i] =
            example.writer.op(Op::multiply_add, {example.color[i], example.factor, example.gray});
    example.store_matrix(gray_kept);
    expect_matrix_of(example.color, example);
}

TEST(MatrixFirst, NumberOfOperationsStays) {
    Example example;
    example.multiply_and_add();
    example.store_matrix(gray_kept);
    const PointProgram after = with_matrix_first(example.writer.take());
    EXPECT_EQ(operations_of(after, Op::multiply_add), 3u);
    EXPECT_EQ(operations_of(after, Op::multiply) + operations_of(after, Op::add), 0u);
}

TEST(MatrixFirst, OtherMatrixAfterASumStays) {
    Example example;
    example.multiply_and_add();
    example.store_matrix(gray_changed);
    expect_same(example);
}

TEST(MatrixFirst, ColorWithAnotherReaderStays) {
    Example example;
    example.multiply_and_add();
    example.store_matrix(gray_kept);
    example.writer.store(Op::store_buffer, 2, example.scaled[1]);
    expect_same(example);
}

TEST(MatrixFirst, ComponentsWithDifferentFactorsStay) {
    Example example;
    example.multiply();
    example.scaled[2] = example.writer.op(Op::multiply, {example.gray, example.color[2]});
    example.store_matrix(gray_kept);
    expect_matrix_of(example.scaled, example);
}

TEST(MatrixFirst, ComponentsWithDifferentSumsStay) {
    Example example;
    example.multiply_and_add();
    const Operand other = example.writer.op(Op::multiply, {example.factor, example.color[0]});
    example.scaled[0] = example.writer.op(Op::add, {other, example.factor});
    example.store_matrix(gray_kept);
    expect_matrix_of(example.scaled, example);
}

}  // namespace
}  // namespace tonelift::matrix_first_test
