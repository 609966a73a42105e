// SPDX-License-Identifier: BSD-2-Clause
// Tests that two passes which halve planes of the input are merged into one pass.
#include "kernels/gpu/shared_halving.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/program_has.h"
#include "tests/support/program_writer.h"
#include "tests/support/test_picture.h"

namespace tonelift::cuda::shared_halving_test {
namespace {

constexpr int width = 32, height = 18;

Pass halving(Op op, int buffer) {
    ProgramWriter prologue;
    const Operand luma = prologue.load(Op::load_input, 0);
    prologue.store(Op::store_core, 0, prologue.op(op, {prologue.op(Op::pq_decode, {luma})}));
    Resample core;
    core.kind = ResampleKind::area;
    core.in_width = width;
    core.in_height = height;
    return core_pass(make_picture("p010", width / 2, height / 2), core, prologue.take(), buffer);
}

Plan plan_of(const Pass& first, const Pass& second) {
    const Picture picture = make_picture("p010", width, height);
    Plan plan = empty_plan(picture, picture);
    plan.buffers.resize(2, {width / 2, height / 2, Storage::unorm16});
    plan.steps = {first, second};
    return plan;
}

size_t steps_of(const Pass& first, const Pass& second) {
    return with_shared_halvings(plan_of(first, second)).steps.size();
}

TEST(SharedHalving, ComputesSharedOperandsOnce) {
    const Plan plan = with_shared_halvings(plan_of(halving(Op::sqrt, 0), halving(Op::cbrt, 1)));
    ASSERT_EQ(plan.steps.size(), 1u);
    const auto& pass = std::get<Pass>(plan.steps[0]);
    EXPECT_EQ(pass.inputs.size(), 2u);
    for (const Op op : {Op::load_input, Op::pq_decode, Op::sqrt, Op::cbrt})
        EXPECT_EQ(operations_of(pass.prologue, op), 1u) << operation_info(op).name;
    EXPECT_EQ(pass.prologue.values, 4);
    for (const int plane : {0, 1}) {
        EXPECT_TRUE(program_has(pass.prologue, Op::store_core, plane)) << plane;
        EXPECT_TRUE(program_has(pass.epilogue, Op::load_core, plane)) << plane;
        EXPECT_TRUE(program_has(pass.epilogue, Op::store_buffer, plane)) << plane;
    }
}

TEST(SharedHalving, DoesNotJoinDifferentPasses) {
    const Pass first = halving(Op::sqrt, 0);
    Pass second = halving(Op::cbrt, 1);
    EXPECT_EQ(steps_of(first, second), 1u);
    std::get<Resample>(second.core).in_height += 2;
    EXPECT_EQ(steps_of(first, second), 2u) << "another grid";
    EXPECT_EQ(steps_of(first, halving(Op::cbrt, 0)), 2u) << "one buffer for both";
}

TEST(SharedHalving, DoesNotJoinDependentPasses) {
    Pass second = halving(Op::cbrt, 1);
    ProgramWriter epilogue;
    const Operand sum =
        epilogue.op(Op::add, {epilogue.load(Op::load_core, 0), epilogue.load(Op::load_buffer, 0)});
    epilogue.store(Op::store_buffer, 1, sum);
    second.epilogue = epilogue.take();
    EXPECT_EQ(steps_of(halving(Op::sqrt, 0), second), 2u);
    EXPECT_EQ(steps_of(halving(Op::sqrt, 1), second), 2u);
}

TEST(SharedHalving, JoinsAtMostTwoPasses) {
    Plan plan = plan_of(halving(Op::sqrt, 0), halving(Op::cbrt, 1));
    plan.buffers.resize(3, plan.buffers[0]);
    plan.steps.emplace_back(halving(Op::exp2, 2));
    EXPECT_EQ(with_shared_halvings(plan).steps.size(), 2u);
}

}  // namespace
}  // namespace tonelift::cuda::shared_halving_test
