// SPDX-License-Identifier: BSD-2-Clause
// Tests that a lookup table which replaces a chain of operations does not change the picture.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/graph/explain.h"
#include "core/graph/plan.h"
#include "core/graph/tabulate.h"
#include "kernels/evaluate.h"
#include "kernels/executor.h"
#include "tests/support/test_plans.h"

namespace tonelift::tables_test {
namespace {

constexpr int width = 515, height = 9;
constexpr float source_peak = 0.31f;

class Tables : public testing::Test {
  protected:
    NodeId constant(float value) { return graph.constant(value); }
    NodeId unit_plane(int component) { return graph.op(Op::saturate, graph.input(component)); }

    NodeId bend(NodeId x) {
        const NodeId peak = graph.frame_uniform(FrameUniform::source_peak);
        const NodeId t = graph.op(Op::linearstep, constant(0.1f), peak, x);
        const NodeId hill = graph.op(Op::multiply, t, graph.op(Op::subtract, constant(1), t));
        return graph.op(Op::add, x, graph.op(Op::multiply, constant(0.05f), hill));
    }
    NodeId bends(NodeId x, int count) {
        for (int i = 0; i < count; ++i) x = bend(x);
        return x;
    }

    std::map<NodeId, NodeId> found(std::initializer_list<NodeId> roots) const {
        return find_tables(graph, std::vector<NodeId>(roots));
    }

    float value(NodeId id, const std::array<float, 3>& pixel) const {
        const Node& node = graph.at(id);
        if (node.kind == NodeKind::constant) return node.value;
        if (node.kind == NodeKind::frame_uniform) return source_peak;
        if (node.kind == NodeKind::input) return pixel[static_cast<size_t>(node.index)];
        float in[max_inputs] = {}, out[max_outputs] = {};
        for (size_t i = 0; i < node.operands.size(); ++i) in[i] = value(node.operands[i], pixel);
        evaluate_operation(node.op, in, out);
        return out[node.result];
    }

    Graph graph{width, height};
};

TEST_F(Tables, ReplaceLongChainsOfOnePlane) {
    const NodeId v = unit_plane(0), last = bends(v, 3);
    EXPECT_EQ(found({last}), (std::map<NodeId, NodeId>{{last, v}}));
}

TEST_F(Tables, ReplaceTheEndOfAChain) {
    const NodeId v = unit_plane(0), last = bends(v, 4);
    const NodeId shown = graph.op(Op::multiply, last, graph.input(1));
    EXPECT_EQ(found({shown}), (std::map<NodeId, NodeId>{{last, v}}));
}

TEST_F(Tables, KeepShortChains) { EXPECT_TRUE(found({bend(unit_plane(0))}).empty()); }

TEST_F(Tables, SharedOperationsDoNotCountTowardTheChainLength) {
    const NodeId middle = bends(unit_plane(0), 2), last = bend(middle);
    const NodeId both = graph.op(Op::multiply, graph.op(Op::multiply, middle, graph.input(1)),
                                 graph.op(Op::multiply, last, graph.input(2)));
    EXPECT_TRUE(found({both}).empty());
}

TEST_F(Tables, ReplaceTheCommonPartOfShortChains) {
    const NodeId v = unit_plane(0), shared = bends(v, 3);
    const NodeId low = graph.op(Op::min, shared, constant(0.5f));
    const NodeId high = graph.op(Op::max, shared, constant(0.5f));
    const NodeId both = graph.op(Op::multiply, graph.op(Op::multiply, low, graph.input(1)),
                                 graph.op(Op::multiply, high, graph.input(2)));
    EXPECT_EQ(found({both}), (std::map<NodeId, NodeId>{{shared, v}}));
}

TEST_F(Tables, NeedOneOperandWithin0To1) {
    const NodeId mixed = graph.op(Op::add, unit_plane(0), unit_plane(1));
    EXPECT_TRUE(found({bends(mixed, 4)}).empty());
    EXPECT_TRUE(found({bends(graph.input(0), 4)}).empty());
}

TEST_F(Tables, StepsAreNotTabulated) {
    const NodeId v = unit_plane(0);
    const NodeId stepped = graph.op(Op::step, constant(0.5f), bend(v));
    const auto tables = found({bends(graph.op(Op::add, bend(v), stepped), 1)});
    EXPECT_TRUE(tables.empty());
}

TEST_F(Tables, DoNotChangeThePicture) {
    std::array<NodeId, 3> shown{};
    for (int c = 0; c < 3; ++c) {
        const NodeId tone = bends(unit_plane(c), 3 + c);
        shown[static_cast<size_t>(c)] = graph.op(Op::multiply, tone, graph.input((c + 1) % 3));
    }
    const Picture picture = make_picture("gbrpf32", width, height);
    PlanRequest request;
    request.input = request.output = picture;
    request.components.assign(shown.begin(), shown.end());
    EXPECT_EQ(make_plan(graph, request).tables, 0) << "the script can have narrow steps";
    request.smooth = true;
    const Plan plan = make_plan(graph, request);
    EXPECT_EQ(plan.tables, 3);
    EXPECT_NE(explain(plan).find("table of 18 operations, table of 24 operations"),
              std::string::npos)
        << explain(plan);

    std::vector<TestPicture> in, out;
    in.emplace_back(picture, Pitch::aligned);
    out.emplace_back(picture, Pitch::aligned);
    std::mt19937 random(5);
    std::uniform_real_distribution<float> light(-0.1f, 1.1f);
    for (int c = 0; c < 3; ++c) {
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x)
                in[0].set_code(c, x, y, y == 0 ? std::round(light(random)) : light(random));
        }
    }
    Batch batch = batch_of(in, out);
    batch.parameters = {source_peak, 1.0f};
    make_cpu_executor(plan, 2)->run(batch);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            std::array<float, 3> pixel{};
            for (int c = 0; c < 3; ++c)
                pixel[static_cast<size_t>(c)] = static_cast<float>(in[0].code(c, x, y));
            for (int c = 0; c < 3; ++c) {
                ASSERT_NEAR(out[0].code(c, x, y), value(shown[static_cast<size_t>(c)], pixel), 5e-4)
                    << "component " << c << " of " << x << ", " << y;
            }
        }
    }
}

}  // namespace
}  // namespace tonelift::tables_test
