// SPDX-License-Identifier: BSD-2-Clause
// Tests that passes that only measure the picture read some of its rows.
#include <gtest/gtest.h>

#include "core/graph/resize.h"
#include "kernels/input_grid.h"
#include "tests/support/small_plans.h"

namespace tonelift::sampled_rows_test {
namespace {

PlanRequest tall_request(int height, NodeId shown) {
    PlanRequest request = request_for({shown, shown, shown});
    request.input.height = request.output.height = height;
    request.samples_rows = true;
    return request;
}

NodeId scaled_input(Graph& graph, NodeId factor) {
    return graph.op(Op::multiply, graph.input(0), factor);
}

const Pass& first_pass(const Plan& plan) { return std::get<Pass>(plan.steps[0]); }

int measured_rows(int height) {
    Graph graph(plan_width, height);
    const NodeId shown = scaled_input(graph, median_of(graph, graph.input_halved(0)));
    const Plan plan = make_plan(graph, tall_request(height, shown));
    EXPECT_EQ(first_pass(plan).width, plan_width / 2);
    const int rows = first_pass(plan).height;
    EXPECT_EQ(plan.reductions[0].samples, plan_width / 2 * rows);
    return rows;
}

TEST(SampledRows, AtLeast256RowsAreMeasured) {
    EXPECT_EQ(measured_rows(200), 100);
    EXPECT_EQ(measured_rows(1022), 511);
    EXPECT_EQ(measured_rows(1024), 256);
    EXPECT_EQ(measured_rows(1026), 256);
    EXPECT_EQ(measured_rows(1080), 270);
    EXPECT_EQ(measured_rows(1600), 266);
    EXPECT_EQ(measured_rows(2160), 270);
    EXPECT_EQ(measured_rows(4320), 270);
}

TEST(SampledRows, LieInThePictureAtEqualDistances) {
    const Picture input = request_for({}).input;
    for (int height = 2; height < 9000; height += 2) {
        Picture tall = input;
        tall.height = height;
        const int rows = height / 2 / std::max(height / 2 / 256, 1);
        const int apart = halved_rows_apart(tall, rows);
        EXPECT_TRUE(is_halved(tall, tall.width / 2, rows)) << height;
        EXPECT_EQ(halved_row(0, apart), (apart - 1) / 2) << height;
        EXPECT_LT(halved_row(rows - 1, apart), height / 2) << height;
        EXPECT_GE(halved_row(rows, apart) + apart, height / 2) << height;
    }
}

constexpr int height = 2160;

TEST(SampledRows, ExtremesAndMeansAreOfAllRows) {
    for (const auto& [kind, op] : {std::pair{ReductionKind::maximum, FrameOp::maximum},
                                   {ReductionKind::minimum, FrameOp::minimum},
                                   {ReductionKind::sum, FrameOp::mean}}) {
        Graph graph(plan_width, height);
        const std::array reduced{graph.reduce(kind, graph.input_halved(0))};
        const NodeId shown = scaled_input(graph, graph.frame(op, reduced));
        EXPECT_EQ(first_pass(make_plan(graph, tall_request(height, shown))).height, height / 2);
    }
}

TEST(SampledRows, HistogramsAreTheSameBesideOtherStatistics) {
    Graph graph(plan_width, height);
    const NodeId half = graph.input_halved(0);
    const std::array reduced{graph.reduce(ReductionKind::sum, half)};
    const NodeId mean = graph.frame(FrameOp::mean, reduced);
    const NodeId shown = scaled_input(graph, graph.op(Op::multiply, mean, median_of(graph, half)));
    const Plan plan = make_plan(graph, tall_request(height, shown));
    std::vector<int> heights;
    for (const auto& step : plan.steps) {
        if (const auto* pass = std::get_if<Pass>(&step)) heights.push_back(pass->height);
    }
    EXPECT_EQ(heights, (std::vector{270, height / 2, height}));
    for (const Reduction& reduction : plan.reductions) {
        const bool is_histogram = reduction.kind == ReductionKind::histogram;
        EXPECT_EQ(reduction.samples, plan_width / 2 * (is_histogram ? 270 : height / 2));
    }
}

TEST(SampledRows, PlanesHaveAllRows) {
    Graph graph(plan_width, height);
    const NodeId half = graph.op(Op::pq_encode, graph.op(Op::pq_decode, graph.input_halved(0)));
    Scan core;
    core.rate = 1;
    const NodeId base = graph.core(core, std::array{half, half}, plan_width / 2, height / 2);
    const NodeId larger = resampled(graph, ResampleKind::bilinear, base, plan_width, height);
    const NodeId shown = graph.op(Op::subtract, larger, median_of(graph, half));
    for (const auto& step : make_plan(graph, tall_request(height, shown)).steps) {
        const auto* pass = std::get_if<Pass>(&step);
        EXPECT_TRUE(pass == nullptr || pass->height >= height / 2);
    }
}

TEST(SampledRows, PlanesThatDependOnThePositionAreMeasuredInAllRows) {
    Graph graph(plan_width, height);
    const NodeId y = graph.coordinate(Axis::y, plan_width / 2, height / 2);
    const NodeId low = graph.op(Op::multiply, graph.input_halved(0), y);
    const NodeId shown = scaled_input(graph, median_of(graph, low));
    EXPECT_EQ(first_pass(make_plan(graph, tall_request(height, shown))).height, height / 2);
}

TEST(SampledRows, AreTheSameInPlansThatOnlyMeasure) {
    Graph graph(plan_width, height);
    const NodeId median = median_of(graph, graph.input_halved(0));
    const std::array smoothed{median, graph.constant(1)};
    const NodeId kept = graph.frame(FrameOp::smooth, smoothed);
    PlanRequest request = tall_request(height, scaled_input(graph, kept));
    request.measured = {kept};
    EXPECT_EQ(first_pass(make_plan(graph, request)).height, 270);
    request.statistics_only = true;
    EXPECT_EQ(first_pass(make_plan(graph, request)).height, 270);
}

}  // namespace
}  // namespace tonelift::sampled_rows_test
