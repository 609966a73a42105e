// SPDX-License-Identifier: BSD-2-Clause
// Tests that the graph of expressions shares equal nodes, folds constants and derives ranges. The
// number of nodes is limited.
#include "core/graph/graph.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/error.h"

namespace tonelift::graph_test {
namespace {

TEST(Graph, SharesEqualNodes) {
    Graph graph(8, 8);
    const NodeId a = graph.op(Op::sqrt, graph.input(0));
    EXPECT_EQ(graph.op(Op::sqrt, graph.input(0)), a);
    EXPECT_NE(graph.op(Op::sqrt, graph.input(1)), a);
    EXPECT_EQ(graph.constant(0.0f), graph.constant(-0.0f));
}

TEST(Graph, FoldsConstants) {
    Graph graph(8, 8);
    const NodeId sum = graph.op(Op::add, graph.constant(2), graph.constant(3));
    EXPECT_EQ(sum, graph.constant(5));
    EXPECT_EQ(graph.at(sum).type, NodeType::constant);
}

TEST(Graph, DropsOperationsWithoutEffect) {
    Graph graph(8, 8);
    const NodeId x = graph.input(0);
    const NodeId zero = graph.constant(0);
    const NodeId one = graph.constant(1);
    EXPECT_EQ(graph.op(Op::add, x, zero), x);
    EXPECT_EQ(graph.op(Op::multiply, one, x), x);
    EXPECT_EQ(graph.op(Op::subtract, x, x), zero);
    const NodeId difference = graph.op(Op::subtract, graph.input(1), x);
    EXPECT_EQ(graph.op(Op::add, x, difference), graph.input(1));
    EXPECT_EQ(graph.op(Op::add, difference, x), graph.input(1));
    EXPECT_EQ(graph.op(Op::multiply, zero, x), zero);
    EXPECT_EQ(graph.op(Op::mix, x, graph.input(1), zero), x);
    EXPECT_EQ(graph.op(Op::mix, x, graph.input(1), one), graph.input(1));
    EXPECT_EQ(graph.op(Op::mix, x, x, graph.input(1)), x);
    EXPECT_EQ(graph.op(Op::select, one, x, graph.input(1)), x);
    const NodeId unit = graph.op(Op::saturate, x);
    EXPECT_EQ(graph.op(Op::saturate, unit), unit);
    EXPECT_EQ(graph.op(Op::max, unit, graph.constant(-1)), unit);
    EXPECT_EQ(graph.op(Op::clamp, unit, graph.constant(-1), graph.constant(2)), unit);
    EXPECT_NE(graph.op(Op::clamp, unit, graph.constant(0.5f), graph.constant(2)), unit);
}

TEST(Graph, DivisionByAConstantBecomesMultiplication) {
    Graph graph(8, 8);
    const NodeId x = graph.op(Op::saturate, graph.input(0));
    const NodeId half = graph.op(Op::divide, x, graph.constant(2));
    EXPECT_EQ(half, graph.op(Op::multiply, x, graph.constant(0.5f)));
    EXPECT_EQ(graph.at(half).range.high, 0.5f);
    for (float divisor : {0.0f, 1e-39f, 3e38f, INFINITY, NAN}) {
        const Node& node = graph.at(graph.op(Op::divide, x, graph.constant(divisor)));
        EXPECT_EQ(node.op, Op::divide) << divisor;
    }
}

TEST(Graph, SmoothstepBetweenConstantsNeedsNoDivision) {
    Graph graph(8, 8);
    const NodeId x = graph.input(0);
    const auto step = [&](float from, float to) {
        return graph.op(Op::linearstep, graph.constant(from), graph.constant(to), x);
    };
    EXPECT_EQ(step(0.25f, 0.5f),
              graph.op(Op::saturate,
                       graph.op(Op::multiply_add, x, graph.constant(4), graph.constant(-1))));
    const std::pair<float, float> others[] = {
        {0.5f, 0.5f}, {0, INFINITY}, {NAN, 1}, {0, 1e-39f}, {0.99f, 1}};
    for (const auto& [from, to] : others)
        EXPECT_EQ(graph.at(step(from, to)).op, Op::linearstep) << from << " to " << to;
}

TEST(Graph, RelightToTheSameLightnessIsRemoved) {
    Graph graph(8, 8);
    const std::array<NodeId, 5> operands{graph.input(0), graph.input(1), graph.input(2),
                                         graph.input(3), graph.input(3)};
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(graph.operation(Op::relight, operands, i), graph.input(i));
}

TEST(Graph, RangesOfNodesAreDerived) {
    Graph graph(8, 8);
    const NodeId x = graph.input(0);
    const NodeId unit = graph.op(Op::saturate, x);
    const NodeId difference = graph.op(Op::subtract, unit, graph.op(Op::saturate, graph.input(1)));
    EXPECT_LT(graph.at(x).range.low, -1e30f);
    EXPECT_EQ(graph.at(unit).range.high, 1);
    EXPECT_EQ(graph.at(difference).range.low, -1);
    EXPECT_EQ(graph.at(graph.op(Op::multiply, unit, difference)).range.low, -1);
    Scan scan;
    scan.kind = ScanKind::edge;
    const std::array<NodeId, 2> operands{unit, x};
    EXPECT_EQ(graph.at(graph.core(scan, operands, 8, 8)).range.high, 1);
}

TEST(Graph, JointUpsamplingIsLimitedOnlyIfItsInputIs) {
    Graph graph(8, 8);
    const NodeId unit = graph.op(Op::saturate, graph.input(0));
    const auto upsampled = [&](NodeId v) {
        const std::array<NodeId, 3> operands{v, graph.input(1), graph.input(1)};
        return graph.at(graph.core(Resample{ResampleKind::joint, 8, 8}, operands, 8, 8)).range;
    };
    EXPECT_EQ(upsampled(unit).high, 1);
    EXPECT_EQ(upsampled(graph.op(Op::multiply, unit, graph.constant(0.5f))).high, 1);
    EXPECT_GT(upsampled(graph.op(Op::multiply, unit, graph.constant(2))).high, 1e30f);
}

TEST(Graph, BakesParams) {
    Graph graph(8, 8, {0.25f});
    EXPECT_EQ(graph.parameter(0, {0, 1}), graph.constant(0.25f));
    EXPECT_EQ(graph.at(graph.parameter(1, {0, 2})).kind, NodeKind::parameter);
    EXPECT_EQ(graph.at(graph.parameter(1, {0, 2})).range.high, 2);
    Graph second(8, 8, {std::nullopt, 0.25f});
    EXPECT_EQ(second.at(second.parameter(0, {0, 1})).kind, NodeKind::parameter);
    EXPECT_EQ(second.parameter(1, {0, 1}), second.constant(0.25f));
}

TEST(Graph, RefusesPlanesOfDifferentGrids) {
    Graph graph(8, 8);
    Resample half;
    half.in_width = half.in_height = 8;
    const std::array<NodeId, 1> operand{graph.input(0)};
    const NodeId small = graph.core(half, operand, 4, 4);
    EXPECT_THROW(graph.op(Op::add, small, graph.input(0)), Error);
}

TEST(Graph, NumberOfNodesIsLimited) {
    Graph graph(8, 8);
    const NodeId x = graph.input(0);
    EXPECT_THROW(
        {
            for (int i = 0; i < 200000; ++i)
                graph.op(Op::add, x, graph.constant(static_cast<float>(i + 1)));
        },
        Error);
}

}  // namespace
}  // namespace tonelift::graph_test
