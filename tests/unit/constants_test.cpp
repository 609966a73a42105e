// SPDX-License-Identifier: BSD-2-Clause
// Tests that numbers which are known before the first frame become constants.
#include "core/language/constants.h"

#include <gtest/gtest.h>

namespace tonelift::constants_test {
namespace {

TEST(Constants, AreEvaluatedFromParams) {
    Graph graph(8, 8);
    const float params[] = {3, 4};
    Constants constants(graph, params);
    const NodeId twice = graph.op(Op::multiply, graph.parameter(0, {0, 9}), graph.constant(2));
    EXPECT_EQ(constants.value(graph.constant(7)), 7.0f);
    EXPECT_EQ(constants.value(twice), 6.0f);
    EXPECT_EQ(constants.value(graph.op(Op::add, twice, graph.parameter(1, {0, 9}))), 10.0f);
    EXPECT_FALSE(constants.value(graph.frame_uniform(FrameUniform::time)).has_value());
    EXPECT_FALSE(constants.value(graph.input(0)).has_value());
    EXPECT_FALSE(constants.value(graph.op(Op::add, twice, graph.input(0))).has_value());
}

TEST(Constants, RecordTheParamsThatShapeTheGraph) {
    Graph graph(8, 8);
    const float params[] = {3, 4};
    Constants constants(graph, params);
    const NodeId sum = graph.op(Op::add, graph.parameter(1, {0, 9}), graph.constant(1));
    EXPECT_EQ(constants.value(sum), 5.0f);
    EXPECT_FALSE(constants.structural_params()[1]);
    EXPECT_EQ(constants.structural_value(sum), 5.0f);
    EXPECT_TRUE(constants.structural_params()[1]);
    EXPECT_FALSE(constants.structural_params()[0]);
}

TEST(Constants, EvaluateLongSharedChains) {
    Graph graph(8, 8);
    const float params[] = {1};
    Constants constants(graph, params);
    NodeId id = graph.parameter(0, {0, 9});
    for (int i = 0; i < 20000; ++i) {
        const NodeId half = graph.op(Op::multiply, id, graph.constant(0.5f));
        id = graph.op(Op::add, half, graph.op(Op::multiply, half, graph.constant(1)));
    }
    EXPECT_EQ(constants.value(id), 1.0f);
}

}  // namespace
}  // namespace tonelift::constants_test
