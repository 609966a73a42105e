// SPDX-License-Identifier: BSD-2-Clause
// Tests the properties of a stream that a statistics file states.
#include "core/runtime/stats_subject.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/language/script.h"
#include "tests/support/api_stream.h"

namespace tonelift::stats_subject_test {
namespace {

// The order in which two independent parts of a script become nodes. Compilers differ in this
// order, because they choose the order in which the arguments of a call are evaluated.
enum class Order : uint8_t { first_part_first, second_part_first };

NodeId smoothed_mean(Graph& graph, NodeId plane) {
    const std::array<NodeId, 1> of_frame{graph.reduce(ReductionKind::sum, plane)};
    const std::array<NodeId, 2> operands{graph.frame(FrameOp::mean, of_frame), graph.constant(1)};
    return graph.frame(FrameOp::smooth, operands);
}

std::string formula_of(const Graph& graph, NodeId root, int output_transfer) {
    const Ast ast = parse_script({"test.tl", "output input;"});
    const Settings settings{default_options()};
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
    tonelift_video out = in;
    out.transfer = output_transfer;
    const std::array roots{root};
    const std::vector<StatsField> fields =
        stats_fields({ast, {}, settings, in, out, graph, roots, {}});
    const auto found = std::ranges::find(fields, std::string(last_resort_key), &StatsField::key);
    return found->value;
}

std::string formula_of(Order order, int first, int second, int output_transfer) {
    Graph graph(64, 36);
    const auto part = [&](int component) {
        const NodeId plane = graph.op(Op::sqrt, graph.input(component));
        return graph.op(Op::multiply, plane, smoothed_mean(graph, plane));
    };
    if (order == Order::second_part_first) part(second);
    const NodeId left = part(first);
    return formula_of(graph, graph.op(Op::subtract, left, part(second)), output_transfer);
}

TEST(StatsSubjectTest, FormulaDoesNotDependOnTheOrderOfTheNodes) {
    using enum Order;
    for (const int transfer : {TONELIFT_TRANSFER_BT709, TONELIFT_TRANSFER_PQ}) {
        const std::string formula = formula_of(first_part_first, 0, 1, transfer);
        EXPECT_EQ(formula_of(second_part_first, 0, 1, transfer), formula);
        EXPECT_NE(formula_of(first_part_first, 0, 2, transfer), formula) << "another component";
        EXPECT_NE(formula_of(first_part_first, 1, 0, transfer), formula) << "other operands";
    }
}

TEST(StatsSubjectTest, FormulaOfADeepGraphIsFound) {
    Graph graph(64, 36);
    NodeId plane = graph.input(0);
    for (int i = 0; i < 50000; ++i) plane = graph.op(Op::sin, plane);
    EXPECT_NE(formula_of(graph, smoothed_mean(graph, plane), TONELIFT_TRANSFER_PQ), "");
}

}  // namespace
}  // namespace tonelift::stats_subject_test
