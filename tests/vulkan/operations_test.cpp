// SPDX-License-Identifier: BSD-2-Clause
// Tests that every operation of operations.def, emitted as SPIR-V and run by a Vulkan driver,
// agrees with its definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "kernels/device/pq_lines.h"
#include "kernels/vulkan/emit/spirv_operations.h"
#include "operation.h"
#include "tests/support/device_operations.h"
#include "tests/vulkan/compute.h"

namespace tonelift::operations_test {
namespace {

using spirv::Code;
using spirv::Number;

constexpr uint32_t lanes = 4;
constexpr size_t cases_of_kind = 256;

struct Case {
    Op op{};
    unsigned known = 0;
    std::vector<Operands> in;
    bool tables = false;

    bool knows(int operand) const { return (known >> operand & 1) != 0; }
};

void add_cases(Case& test, Data data, std::mt19937& random) {
    for (size_t i = 0; i < cases_of_kind; ++i) {
        Operands in = draw_operands(test.op, data, random);
        for (size_t k = 0; k < max_inputs && !test.in.empty(); ++k) {
            if (test.knows(static_cast<int>(k))) in[k] = test.in[0][k];
        }
        test.in.push_back(in);
    }
}

std::vector<uint32_t> module_of(const Case& test, KnownBounds& known) {
    spirv::Module module(operation);
    const uint32_t function = module.function("operation");
    const std::vector<uint32_t> operands = module.parameters(function);
    spirv::SpirvWriter to(module, lanes);
    const spirv::WritingScope scope(to);
    Number in[max_inputs], out[max_outputs];
    const OperationInfo& info = operation_info(test.op);
    for (int i = 0; i < info.inputs; ++i) {
        const auto column = static_cast<uint32_t>(i);
        in[i] = test.knows(i) ? Number(test.in[0][column])
                              : Number::result(to.number(Code::composite_extract,
                                                         {operands[column / 4], column % 4}),
                                               bounds_of_operand(test.in, column));
    }
    (test.tables ? spirv::emit_with_tables : spirv::emit_operation)(test.op, in, out);
    std::transform(std::begin(out), std::end(out), known.begin(),
                   [](const Number& each) { return each.bounds(); });
    const uint32_t made = to.make(Code::composite_construct, module.result_type(function),
                                  {out[0].id(), out[1].id(), out[2].id()});
    to.line(Code::return_value, {made});
    module.replace_body(function, to.take_code());
    return module.words();
}

std::vector<OperationOutputs> run(test::Compute& device, const Case& test, KnownBounds& known) {
    const std::vector<uint32_t> module = module_of(test, known);
    const auto in = device.allocate(std::span<const Operands>(test.in));
    const size_t bytes = test.in.size() * sizeof(OperationOutputs);
    const auto results = device.allocate(bytes);
    const std::vector<PqLine> lines = pq_lines_of_both_tables();
    const auto pq_lines = device.allocate(std::span<const PqLine>(lines));
    const uint64_t push[] = {in.address, results.address, pq_lines.address};
    device.run({.module = module,
                .push = std::as_bytes(std::span(push)),
                .groups = {static_cast<uint32_t>(test.in.size() / lanes / 32), 1, 1},
                .constants = {32, 1, 0}});
    std::vector<OperationOutputs> out(test.in.size());
    std::memcpy(out.data(), results.host, bytes);
    return out;
}

std::vector<unsigned> known_operands(int inputs) {
    std::vector<unsigned> masks;
    const unsigned all = (1u << inputs) - 1;
    for (int i = 0; i < inputs; ++i) {
        masks.push_back(1u << i);
        if (inputs > 1) masks.push_back(all & ~(1u << i));
    }
    return masks;
}

void compare(test::Compute& device, const Case& test) {
    KnownBounds known;
    const std::vector<OperationOutputs> out = run(device, test, known);
    for (size_t i = 0; i < out.size(); ++i) {
        ASSERT_TRUE(lie_within(test.op, out[i], known)) << described(test.op, test.in[i], out[i]);
        ASSERT_LE(device_error(test.op, test.in[i], out[i]), 1)
            << described(test.op, test.in[i], out[i]) << ", operands known " << test.known
            << ", on " << device.name();
    }
}

class VulkanOperations : public testing::TestWithParam<Op> {};

TEST_P(VulkanOperations, FollowTheDefinitions) {
    test::Compute& device = test::shared_device();
    std::mt19937 random(7);
    Case test{GetParam(), 0, {}};
    for (const Data data : kinds_of_data) add_cases(test, data, random);
    compare(device, test);
    Case bounded{GetParam(), 0, {}};
    add_cases(bounded, Data::unit, random);
    compare(device, bounded);
    PqTables tables;
    tables.want(test.op);
    test.tables = tables.bytes() > 0;
    if (test.tables) compare(device, test);
}

TEST_P(VulkanOperations, FollowTheDefinitionsWithConstants) {
    test::Compute& device = test::shared_device();
    std::mt19937 random(7);
    size_t kind = 0;
    const std::vector<unsigned> choices = known_operands(operation_info(GetParam()).inputs);
    for (const unsigned known : choices) {
        for (int i = 0; i < (choices.size() < 6 ? 2 : 1); ++i) {
            Case test{GetParam(), known, {}};
            add_cases(test, kinds_of_data[kind++ % std::size(kinds_of_data)], random);
            compare(device, test);
        }
    }
}

std::vector<Op> arithmetic_operations() {
    std::vector<Op> operations;
    for_each_operation([&](Op op) { operations.push_back(op); });
    return operations;
}

INSTANTIATE_TEST_SUITE_P(All, VulkanOperations, testing::ValuesIn(arithmetic_operations()),
                         [](const auto& each) { return operation_info(each.param).name; });

// For an infinite x, 0 * x and x - x are NaN, but drivers may replace both expressions by 0.
TEST(VulkanGamut, NanAndInfiniteColorsAreMappedForAnySoftness) {
    test::Compute& device = test::shared_device();
    std::mt19937 random(7);
    constexpr float smallest = std::numeric_limits<float>::min();
    constexpr float peak = 1.5f, of_colors = 65504;
    constexpr unsigned limits = 0b11000;
    for (const float softness : {-1.0f, 0.0f, 0.5f, 1.0f, 2.0f, NAN}) {
        for (const unsigned known : {0u, limits}) {
            Case test{Op::gamut_map, known, {}};
            add_cases(test, Data::no_numbers, random);
            add_cases(test, Data::hostile, random);
            for (Operands& in : test.in) {
                for (float& x : in)
                    if (std::isfinite(x)) x = std::clamp(x, -of_colors, of_colors);
                in[3] = peak, in[4] = softness;
            }
            KnownBounds bounds;
            const std::vector<OperationOutputs> out = run(device, test, bounds);
            for (size_t i = 0; i < out.size(); ++i) {
                const bool inside = std::all_of(out[i].begin(), out[i].begin() + 3, [&](float x) {
                    return x > -smallest && x <= peak;
                });
                ASSERT_TRUE(inside && lie_within(test.op, out[i], bounds))
                    << described(test.op, test.in[i], out[i]) << ", operands known " << known;
            }
        }
    }
}

TEST(VulkanBounds, NumbersInRangeNeedNoClampAndNoTest) {
    spirv::Module module(operation);
    spirv::SpirvWriter to(module, lanes);
    const spirv::WritingScope scope(to);
    const Number unit = Number::result(module.make_id(), unit_bounds);
    const Number half = unit * Number(0.5f);
    for (const Number& same :
         {saturate(half), max(half, Number(0.0f)), min(half, Number(0.5f)), abs(half)})
        EXPECT_EQ(same.id(), half.id());
    const spirv::Mask is_number = half == half;
    EXPECT_TRUE(is_number.known() && is_number.value());
    const Number sum = half + half + half, quotient = unit / half;
    EXPECT_NE(saturate(sum).id(), sum.id());
    EXPECT_FALSE((quotient == quotient).known());
}

TEST(VulkanRamps, BetweenEqualEdgesAreSteps) {
    test::Compute& device = test::shared_device();
    for (const Op op : {Op::linearstep, Op::smoothstep}) {
        for (const unsigned known : {0u, 3u}) {
            Case test{op, known, std::vector<Operands>(cases_of_kind)};
            for (size_t i = 0; i < cases_of_kind; ++i)
                test.in[i] = {0.5f, 0.5f, static_cast<float>(i) / 256};
            compare(device, test);
        }
    }
}

}  // namespace
}  // namespace tonelift::operations_test
