// SPDX-License-Identifier: BSD-2-Clause
// Tests that plans read the input at full size or at half size, and compute its luminance only
// once.
#include <gtest/gtest.h>

#include "core/graph/check_plan.h"
#include "core/graph/resize.h"
#include "kernels/error.h"
#include "kernels/program_has.h"
#include "tests/support/small_plans.h"

namespace tonelift::input_plan_test {
namespace {

TEST(InputPlan, LightnessReusesTheLuminanceOfItsColor) {
    Graph graph(plan_width, plan_height);
    const std::array<NodeId, 3> rgb{graph.input(0), graph.input(1), graph.input(2)};
    const NodeId v = graph.operation(Op::lightness, rgb);
    const NodeId brighter = graph.op(Op::sqrt, v);
    std::vector<NodeId> shown;
    for (int i = 0; i < 3; ++i)
        shown.push_back(
            graph.operation(Op::relight, std::array{rgb[0], rgb[1], rgb[2], v, brighter}, i));
    const Plan plan = make_plan(graph, request_for(shown));
    EXPECT_EQ(count(plan, Op::lightness), 0);
    EXPECT_EQ(count(plan, Op::luminance), 1);
    EXPECT_EQ(count(plan, Op::pq_encode), 1);
}

TEST(InputPlan, ReducedInputIsReadBeforeScans) {
    Graph graph(plan_width, plan_height);
    const NodeId v = graph.op(Op::pq_encode, graph.op(Op::pq_decode, graph.input_reduced(0, 2)));
    Scan core;
    core.rate = 1;
    const NodeId base = graph.core(core, std::array{v, v}, plan_width / 2, plan_height / 2);
    const NodeId shown = graph.op(
        Op::subtract, resampled(graph, ResampleKind::bilinear, base, plan_width, plan_height),
        median_of(graph, v));
    const Plan plan = make_plan(graph, request_for({shown, shown, shown}));
    const auto& first = std::get<Pass>(plan.steps[0]);
    EXPECT_TRUE(std::holds_alternative<Point>(first.core));
    EXPECT_EQ(first.width, plan_width / 2);
    EXPECT_EQ(first.height, plan_height / 2);
    for (const Op op : {Op::load_input, Op::store_buffer, Op::reduce})
        EXPECT_TRUE(program_has(first.epilogue, op));
    EXPECT_EQ(count(plan, Op::load_input), 1);
    for (const Buffer& buffer : plan.buffers) EXPECT_EQ(buffer.width, plan_width / 2);
}

TEST(InputPlan, InputIsReadAtFullHalfOrQuarterSize) {
    for (const auto& [across, down, fits] : {std::tuple{plan_width, plan_height, true},
                                             {plan_width / 2, plan_height / 2, true},
                                             {plan_width, 3, true},
                                             {plan_width / 2, plan_height, false},
                                             {plan_width / 4, plan_height / 4, true},
                                             {plan_width / 8, plan_height / 8, false}}) {
        Plan plan = make_plan(Graph(plan_width, plan_height), request_for({}));
        Pass pass;
        pass.width = across;
        pass.height = down;
        pass.epilogue.values = 1;
        pass.epilogue.code = {{Op::load_input, 0, {}, {}}};
        plan.steps = {pass};
        if (fits)
            EXPECT_NO_THROW(check_plan(plan)) << across << "x" << down;
        else
            EXPECT_THROW(check_plan(plan), Error) << across << "x" << down;
    }
}

}  // namespace
}  // namespace tonelift::input_plan_test
