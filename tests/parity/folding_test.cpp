// SPDX-License-Identifier: BSD-2-Clause
// Tests that simplified expressions give the same results as the original expressions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/graph/graph.h"
#include "tests/oracle/definitions.h"
#include "tests/support/operands.h"
#include "tests/support/repeats.h"

namespace tonelift::folding_test {
namespace {

using reference::find_definition;
using reference::misfit;

std::vector<NodeId> constants(Graph& graph, Op op, const Operands& in) {
    std::vector<NodeId> ids;
    for (size_t i = 0; i < static_cast<size_t>(operation_info(op).inputs); ++i)
        ids.push_back(graph.constant(in[i]));
    return ids;
}

std::string text_of(Op op, const Operands& in, const float* actual) {
    return operation_info(op).name + operands_text(op, in) + " is " +
           testing::PrintToString(std::vector<float>(actual, actual + operation_info(op).outputs));
}

TEST(Folding, FollowsTheDefinitionsForConstants) {
    for_each_operation([](Op op) {
        Graph graph(8, 8);
        std::mt19937 random(2);
        for (int i = 0; i < repeats(700); ++i) {
            const Operands in =
                draw_operands(op, kinds_of_data[i % std::size(kinds_of_data)], random);
            const std::vector<NodeId> ids = constants(graph, op, in);
            float actual[max_outputs] = {};
            for (int k = 0; k < operation_info(op).outputs; ++k) {
                const Node& node = graph.at(graph.operation(op, ids, k));
                ASSERT_EQ(node.kind, NodeKind::constant) << operation_info(op).name;
                actual[k] = node.value;
            }
            ASSERT_LE(misfit(*find_definition(op), budget(op), in.data(), actual), 1)
                << text_of(op, in, actual);
        }
    });
}

class Evaluation {
  public:
    Evaluation(const Graph& graph, const std::array<float, max_inputs>& pixel)
        : graph_(graph), pixel_(pixel) {}

    float operator()(NodeId id) const {
        const Node& node = graph_.at(id);
        if (node.kind == NodeKind::constant) return node.value;
        if (node.kind == NodeKind::parameter) return pixel_[static_cast<size_t>(node.index)];
        float in[max_inputs] = {}, out[max_outputs] = {};
        for (size_t i = 0; i < node.operands.size(); ++i) in[i] = (*this)(node.operands[i]);
        evaluate_operation(node.op, in, out);
        return out[node.result];
    }

  private:
    const Graph& graph_;
    const std::array<float, max_inputs>& pixel_;
};

constexpr float telling[] = {0.0f, 1.0f, -1.0f, 0.5f, 2.0f, 0.37f};

bool is_defined(Op op, const Operands& in) {
    std::array<double, max_inputs> operands{};
    std::copy(in.begin(), in.end(), operands.begin());
    const auto where = find_definition(op)->where;
    if (where != nullptr && !where(operands.data())) return false;
    if (op == Op::relight) return in[3] > 1e-6f;
    if (op != Op::hue_rotate) return true;
    return std::all_of(in.begin(), in.begin() + 3, [](float x) { return x >= 0 && x < 49; });
}

class PartlyConstant {
  public:
    PartlyConstant(Op op, std::mt19937& random) : op_(op), random_(random) {
        const Data data[] = {Data::unit, Data::around_zero, Data::light};
        in_ = draw_operands(op, data[random() % 3], random);
    }

    std::vector<NodeId> operands(Graph& graph) {
        std::vector<NodeId> ids;
        const int inputs = operation_info(op_).inputs;
        for (int i = 0; i < inputs; ++i) {
            const auto at = static_cast<size_t>(i);
            if (i > 0 && random_() % 5 == 0) {
                in_[at] = in_[at - 1];
                ids.push_back(ids.back());
            } else if (random_() % 2 == 0) {
                in_[at] = telling[random_() % std::size(telling)];
                ids.push_back(graph.constant(in_[at]));
            } else {
                ids.push_back(graph.parameter(i, range_around(in_[at])));
            }
        }
        return ids;
    }
    const Operands& in() const { return in_; }

  private:
    Interval range_around(float x) {
        switch (random_() % 4) {
            case 0:
                return {x, x + 1};
            case 1:
                return {std::min(x, 0.0f), std::max(x, 1.0f)};
            case 2:
                return {x - 2, x};
            default:
                return {-65504, 65504};
        }
    }

    Op op_;
    std::mt19937& random_;
    Operands in_{};
};

Budget with_rules(Op op) {
    Budget wider = budget(op);
    wider.ulps += 2;
    wider.operand_ulps += 2;
    wider.absolute = std::max(wider.absolute, 1e-30f);
    return wider;
}

TEST(Folding, RulesFollowTheDefinitions) {
    for_each_operation([](Op op) {
        std::mt19937 random(4);
        for (int i = 0; i < repeats(4000); ++i) {
            Graph graph(8, 8);
            PartlyConstant test(op, random);
            const std::vector<NodeId> ids = test.operands(graph);
            if (!is_defined(op, test.in())) continue;
            const Evaluation value(graph, test.in());
            float actual[max_outputs] = {};
            for (int k = 0; k < operation_info(op).outputs; ++k) {
                const NodeId id = graph.operation(op, ids, k);
                actual[k] = value(id);
                const Interval range = graph.at(id).range;
                const float slack = 1e-6f * std::abs(actual[k]);
                ASSERT_TRUE(actual[k] >= range.low - slack && actual[k] <= range.high + slack)
                    << text_of(op, test.in(), actual) << ", known to lie in " << range.low << " to "
                    << range.high;
            }
            ASSERT_LE(misfit(*find_definition(op), with_rules(op), test.in().data(), actual), 1)
                << text_of(op, test.in(), actual);
        }
    });
}

template <typename Build>
void expect_color(const char* what, Op op, Build build) {
    std::mt19937 random(6);
    for (int i = 0; i < repeats(4000); ++i) {
        Graph graph(8, 8);
        Operands pixel = draw_operands(Op::saturation, Data::light, random);
        pixel[3] = static_cast<float>(random() % 1024) / 1023;
        const auto input = [&](int k) { return graph.parameter(k, {-65504, 65504}); };
        const std::array<NodeId, 4> given{input(0), input(1), input(2), input(3)};
        const std::vector<NodeId> ids = build(graph, given);
        const Evaluation value(graph, pixel);
        Operands in{};
        for (size_t k = 0; k < ids.size(); ++k) in[k] = value(ids[k]);
        float actual[max_outputs] = {};
        for (int k = 0; k < operation_info(op).outputs; ++k)
            actual[k] = value(graph.operation(op, ids, k));
        const Budget wider{.ulps = 64, .absolute = 3e-7f, .operand_ulps = 16, .codes = 0.25f};
        ASSERT_LE(misfit(*find_definition(op), wider, in.data(), actual), 1)
            << what << ": " << text_of(op, in, actual);
    }
}

TEST(Folding, RelightFromTheColorsOwnLightnessFollowsTheDefinition) {
    expect_color("own lightness", Op::relight, [](Graph& graph, const std::array<NodeId, 4>& v) {
        const NodeId from = graph.op(Op::lightness, v[0], v[1], v[2]);
        return std::vector<NodeId>{v[0], v[1], v[2], from, v[3]};
    });
}

TEST(Folding, FunctionsOfAScaledColorFollowTheirDefinitions) {
    const auto scaled = [](Graph& graph, const std::array<NodeId, 4>& v) {
        const auto times = [&](size_t i) { return graph.op(Op::multiply, v[i], v[3]); };
        return std::vector<NodeId>{times(0), times(1), times(2)};
    };
    expect_color("scaled", Op::luminance, scaled);
    expect_color("scaled", Op::lightness, scaled);
    expect_color("scaled", Op::relight, [&](Graph& graph, const std::array<NodeId, 4>& v) {
        std::vector<NodeId> ids = scaled(graph, v);
        ids.push_back(graph.op(Op::lightness, ids[0], ids[1], ids[2]));
        ids.push_back(v[3]);
        return ids;
    });
    expect_color("scaled", Op::saturation, [&](Graph& graph, const std::array<NodeId, 4>& v) {
        std::vector<NodeId> ids = scaled(graph, v);
        ids.push_back(v[3]);
        return ids;
    });
}

TEST(Folding, LuminanceOfAScaledColorIsAProduct) {
    Graph graph(8, 8);
    const auto input = [&](int k) { return graph.parameter(k, {-65504, 65504}); };
    const auto times = [&](int k) { return graph.op(Op::multiply, input(k), input(3)); };
    const NodeId light = graph.op(Op::luminance, input(0), input(1), input(2));
    EXPECT_EQ(graph.op(Op::luminance, times(0), times(1), times(2)),
              graph.op(Op::multiply, light, input(3)));
}

TEST(Folding, ConsecutiveMatricesAreMultiplied) {
    Graph graph(8, 8);
    const auto row = [&](std::array<NodeId, 3> of, std::array<float, 4> entries) {
        const auto entry = [&](size_t i) { return graph.constant(entries[i]); };
        return graph.op(Op::dot3, of[0], of[1], of[2], entry(0), entry(1), entry(2), entry(3));
    };
    const auto parameter = [&](int i) { return graph.parameter(i, {-1, 1}); };
    const std::array<NodeId, 3> color = {parameter(0), parameter(1), parameter(2)};
    const std::array<NodeId, 3> inner = {row(color, {1, 2, 3, 4}), row(color, {-1, 0.5f, 2, 0}),
                                         row(color, {0.25f, 8, 1, 2})};
    const NodeId joined = row(inner, {2, -4, 8, 1});
    const Node& node = graph.at(joined);
    ASSERT_EQ(node.op, Op::dot3);
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(node.operands[i], color[i]);
    const float wanted[] = {8, 66, 6, 25};
    for (size_t i = 0; i < 4; ++i) EXPECT_EQ(graph.at(node.operands[3 + i]).value, wanted[i]);
    const NodeId mixed = row({inner[0], inner[1], color[2]}, {2, -4, 8, 1});
    EXPECT_EQ(graph.at(mixed).operands[0], inner[0]);
}

TEST(Folding, SaturationOfScaledColorsFollowsTheDefinition) {
    expect_color("scaled", Op::saturation, [](Graph& graph, const std::array<NodeId, 4>& v) {
        std::vector<NodeId> ids;
        for (size_t k = 0; k < 3; ++k) ids.push_back(graph.op(Op::multiply, v[k], v[3]));
        ids.push_back(v[3]);
        return ids;
    });
}

}  // namespace
}  // namespace tonelift::folding_test
