// SPDX-License-Identifier: BSD-2-Clause
// Tests the plan of a graph: its passes, the buffers between them, and the reuse of buffers.
#include "core/graph/plan.h"

#include <gtest/gtest.h>

#include <optional>

#include "core/graph/check_plan.h"
#include "core/graph/explain.h"
#include "core/graph/resize.h"
#include "kernels/error.h"
#include "kernels/evaluate.h"
#include "kernels/index16.h"
#include "kernels/point/point.h"
#include "kernels/program_has.h"
#include "tests/support/small_plans.h"

namespace tonelift::plan_test {
namespace {

std::optional<Failure> failure_of(const Graph& graph, std::vector<NodeId> components) {
    try {
        make_plan(graph, request_for(std::move(components)));
    } catch (const Error& error) {
        return error.failure();
    }
    return std::nullopt;
}

TEST(Plan, PointOperationsBecomeOnePass) {
    Graph graph(plan_width, plan_height);
    const NodeId red = graph.op(Op::sqrt, graph.input(0));
    const Plan plan = make_plan(
        graph, request_for({red, graph.input(1), graph.op(Op::add, red, graph.input(2))}));
    EXPECT_EQ(plan.steps.size(), 1u);
    EXPECT_TRUE(plan.buffers.empty());
    EXPECT_EQ(count(plan, Op::sqrt), 1);
    EXPECT_EQ(count(plan, Op::store_output), 3);
}

TEST(Plan, ScansShareOneBufferInPlaceAndTheGuideIsStoredOnce) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    NodeId base = v;
    for (int i = 0; i < 3; ++i) base = scan(graph, Axis::y, scan(graph, Axis::x, base, v), v);
    const Plan plan = make_plan(graph, request_for({base, base, base}));
    EXPECT_EQ(plan.steps.size(), 7u);
    EXPECT_EQ(plan.buffers.size(), 2u);
    EXPECT_EQ(count(plan, Op::lightness), 1);
    for (const Buffer& buffer : plan.buffers) EXPECT_EQ(buffer.storage, Storage::unorm16);
}

TEST(Plan, RefusesAnOutputOfAnotherSize) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId half = resized(graph, v, plan_width / 2, plan_height / 2);
    EXPECT_EQ(failure_of(graph, {half, half, half}), Failure::internal);
    EXPECT_EQ(failure_of(graph, {v, v, half}), Failure::internal);
    const NodeId whole = resized(graph, half, plan_width, plan_height);
    EXPECT_EQ(failure_of(graph, {v, v, whole}), std::nullopt);
}

TEST(Plan, RefusesCoresOverPlanesOfSeveralSizes) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId half = resized(graph, v, plan_width / 2, plan_height / 2);
    const NodeId out = scan(graph, Axis::x, v, half);
    EXPECT_EQ(failure_of(graph, {out, out, out}), Failure::internal);
    Resample joint;
    joint.kind = ResampleKind::joint;
    joint.in_width = plan_width / 2;
    joint.in_height = plan_height / 2;
    const NodeId bad = graph.core(joint, std::array{half, half, half}, plan_width, plan_height);
    EXPECT_EQ(failure_of(graph, {bad, bad, bad}), Failure::internal);
    const NodeId good = graph.core(joint, std::array{half, half, v}, plan_width, plan_height);
    EXPECT_EQ(failure_of(graph, {good, good, good}), std::nullopt);
}

TEST(Plan, JointUpsamplingIsStoredIf16BitsSuffice) {
    const auto stored = [](Op op) {
        Graph graph(plan_width, plan_height);
        const NodeId v = lightness(graph);
        const NodeId half = resized(graph, v, plan_width / 2, plan_height / 2);
        const NodeId other = resized(graph, graph.input(1), plan_width / 2, plan_height / 2);
        const NodeId sum = graph.op(Op::add, half, other);
        const NodeId value = op == Op::add ? sum : graph.op(op, sum);
        Resample joint;
        joint.kind = ResampleKind::joint;
        joint.in_width = plan_width / 2;
        joint.in_height = plan_height / 2;
        const NodeId fine = graph.core(joint, std::array{value, half, v}, plan_width, plan_height);
        const NodeId out = scan(graph, Axis::x, fine, v);
        const Plan plan = make_plan(graph, request_for({out, out, out}));
        const auto& pass = std::get<Pass>(plan.steps.at(plan.steps.size() - 3));
        EXPECT_EQ(pass.name, "joint upsample");
        return !program_has(pass.prologue, Op::add);
    };
    EXPECT_TRUE(stored(Op::saturate));
    EXPECT_FALSE(stored(Op::add));
}

TEST(Plan, UpsamplingForTheOutputNeedsNoPass) {
    const auto upsamplings = [](int share, bool measured, bool filtered) {
        Graph graph(plan_width, plan_height);
        const NodeId v = lightness(graph);
        const NodeId small = resized(graph, v, plan_width / share, plan_height / share);
        const NodeId whole = resized(graph, graph.op(Op::sqrt, small), plan_width, plan_height);
        NodeId out = graph.op(Op::subtract, v, whole);
        if (measured) out = graph.op(Op::subtract, out, median_of(graph, whole));
        if (filtered) out = graph.op(Op::add, out, scan(graph, Axis::x, whole, v));
        const Plan plan = make_plan(graph, request_for({out, out, v}));
        EXPECT_EQ(count(plan, Op::load_upsampled), static_cast<int>(plan.upsamplings.size()));
        return plan.upsamplings.size();
    };
    EXPECT_EQ(upsamplings(2, false, false), 1u);
    EXPECT_EQ(upsamplings(4, false, false), 1u);
    EXPECT_EQ(upsamplings(8, false, false), 0u);
    EXPECT_EQ(upsamplings(2, true, false), 0u);
    EXPECT_EQ(upsamplings(2, false, true), 0u);
}

TEST(Plan, JointUpsamplingForTheOutputNeedsNoPass) {
    Graph graph(plan_width, plan_height);
    const NodeId v = graph.op(Op::sqrt, graph.input(0));
    const NodeId half = resized(graph, graph.input(1), plan_width / 2, plan_height / 2);
    Resample joint;
    joint.kind = ResampleKind::joint;
    joint.in_width = plan_width / 2;
    joint.in_height = plan_height / 2;
    const std::array operands{graph.op(Op::exp, half), half, v};
    const NodeId out = graph.core(joint, operands, plan_width, plan_height);
    const Plan plan = make_plan(graph, request_for({out, out, v}));
    ASSERT_EQ(plan.upsamplings.size(), 1u);
    EXPECT_EQ(count(plan, Op::sqrt), 1);
    for (const Buffer& buffer : plan.buffers) EXPECT_EQ(buffer.width, plan_width / 2);
    EXPECT_TRUE(program_has(std::get<Pass>(plan.steps.back()).epilogue, Op::sqrt));
}

TEST(Plan, StatisticsAreFusedIntoThePassOfTheirPlane) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId base = scan(graph, Axis::x, v, v);
    const NodeId out = graph.op(Op::subtract, base, median_of(graph, v));
    const Plan plan = make_plan(graph, request_for({out, out, out}));
    ASSERT_EQ(plan.steps.size(), 3u);
    EXPECT_TRUE(std::holds_alternative<Pass>(plan.steps[0]));
    EXPECT_TRUE(std::holds_alternative<FrameStep>(plan.steps[1]));
    EXPECT_EQ(count(plan, Op::reduce), 1);
    EXPECT_EQ(count(plan, Op::lightness), 1);
    ASSERT_EQ(plan.reductions.size(), 1u);
    EXPECT_TRUE(plan.reductions[0].unit_range);
    EXPECT_EQ(plan.reductions[0].samples, plan_width * plan_height);
}

TEST(Plan, StatisticsOfACoreAreFusedIntoItsPass) {
    Graph graph(plan_width, plan_height);
    const NodeId first = scan(graph, Axis::x, lightness(graph), lightness(graph));
    const NodeId base = scan(graph, Axis::y, first, first);
    const NodeId out = graph.op(Op::subtract, base, median_of(graph, first));
    const Plan plan = make_plan(graph, request_for({out, out, out}));
    const PointProgram& after = std::get<Pass>(plan.steps[0]).epilogue;
    EXPECT_EQ(count(plan, Op::reduce), 1);
    EXPECT_TRUE(program_has(after, Op::reduce));
}

TEST(Plan, UnplacedStatisticsGetAPass) {
    Graph graph(plan_width, plan_height);
    const std::array<NodeId, 1> argument{graph.reduce(ReductionKind::maximum, graph.input(0))};
    const NodeId gain =
        graph.op(Op::multiply, graph.input(0), graph.frame(FrameOp::maximum, argument));
    const Plan plan = make_plan(graph, request_for({gain, gain, gain}));
    EXPECT_EQ(plan.steps.size(), 3u);
}

// The number of statistics per pass is limited by the shared memory of a GPU.
TEST(Plan, UnplacedStatisticsOfOnePlaneSizeShareAPass) {
    const auto steps_with = [](int statistics) {
        Graph graph(plan_width, plan_height);
        NodeId sum = graph.input(0);
        for (int i = 0; i < statistics; ++i) {
            const NodeId tone = graph.constant(static_cast<float>(i + 2));
            const std::array<NodeId, 1> brightest{
                graph.reduce(ReductionKind::maximum, graph.op(Op::multiply, graph.input(1), tone))};
            sum = graph.op(Op::add, sum, graph.frame(FrameOp::maximum, brightest));
        }
        return make_plan(graph, request_for({sum, sum, sum})).steps.size();
    };
    EXPECT_EQ(steps_with(2), 3u);
    EXPECT_EQ(steps_with(8), 3u);
    EXPECT_EQ(steps_with(9), 4u);
}

TEST(Plan, APassThatSomeFramesSkipIsExplained) {
    Graph graph(plan_width, plan_height);
    const NodeId v = graph.input(0), zero = graph.constant(0);
    const NodeId amount = median_of(graph, graph.input(1));
    const NodeId read = graph.op(Op::select, amount, v, zero);
    const NodeId base = scan(graph, Axis::x, read, read);
    const NodeId out = graph.op(Op::add, v, graph.op(Op::select, amount, base, zero));
    const Plan plan = make_plan(graph, request_for({out, out, out}));
    ASSERT_EQ(plan.steps.size(), 4u);
    const std::string text = explain(plan);
    EXPECT_NE(text.find("only in frames for which step 1 needs it"), std::string::npos) << text;
    EXPECT_NE(text.find("of it only in some frames"), std::string::npos) << text;
    EXPECT_NE(explain_dot(plan).find("style=dashed];"), std::string::npos);
}

NodeId scene_change(Graph& graph, NodeId histogram) {
    const NodeId distance = graph.frame(FrameOp::distance, std::array{histogram});
    return graph.frame(FrameOp::scene_change,
                       std::array{graph.constant(0.2f), graph.constant(0.5f), distance});
}

TEST(Plan, CutDetectionPrecedesSmoothing) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId histogram = graph.reduce(ReductionKind::histogram, v);
    const std::array<NodeId, 2> half{histogram, graph.constant(0.5f)};
    const std::array<NodeId, 2> over_time{graph.frame(FrameOp::percentile, half),
                                          graph.constant(0.5f)};
    const NodeId steady = graph.frame(FrameOp::smooth, over_time);
    const NodeId scene = scene_change(graph, histogram);
    const NodeId out = graph.op(Op::subtract, v, steady);
    const Plan plan = make_plan(graph, request_for({out, out, out}, scene));
    const auto* step = std::get_if<FrameStep>(&plan.steps[1]);
    ASSERT_NE(step, nullptr);
    ASSERT_EQ(step->operations.size(), 4u);
    EXPECT_EQ(step->operations[0].op, FrameOp::distance);
    EXPECT_EQ(step->operations[1].op, FrameOp::scene_change);
    EXPECT_EQ(step->operations[3].op, FrameOp::smooth);
    EXPECT_EQ(plan.states, 2);
}

TEST(Plan, CutDetectionWithoutTemporalStateIsRemoved) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId scene = scene_change(graph, graph.reduce(ReductionKind::histogram, v));
    const Plan plan = make_plan(graph, request_for({v, v, v}, scene));
    EXPECT_EQ(plan.steps.size(), 1u);
    EXPECT_TRUE(plan.reductions.empty());
    const Plan shown = make_plan(graph, request_for({v, v, graph.op(Op::add, v, scene)}, scene));
    EXPECT_EQ(shown.reductions.size(), 1u) << "the script shows cuts";
}

TEST(Plan, StatisticsOfTheOutputAreFusedIntoItsPass) {
    Graph graph(plan_width, plan_height);
    const NodeId v = graph.op(Op::sqrt, graph.input(0));
    const NodeId doubled = graph.op(Op::add, v, v);
    const std::array<NodeId, 1> highest{graph.reduce(ReductionKind::maximum, doubled)};
    const std::array<NodeId, 1> of_frame{graph.frame(FrameOp::maximum, highest)};
    PlanRequest request = request_for({v, v, v});
    request.measured = {graph.frame(FrameOp::largest, of_frame)};
    const Plan plan = make_plan(graph, request);
    ASSERT_EQ(plan.steps.size(), 2u);
    EXPECT_EQ(count(plan, Op::reduce), 1);
    EXPECT_EQ(count(plan, Op::sqrt), 1);
    EXPECT_TRUE(std::holds_alternative<FrameStep>(plan.steps[1]));
    EXPECT_EQ(plan.measured, std::vector<int>{0});
    EXPECT_EQ(plan.states, 1);
}

TEST(Plan, OversizedIndicesAreRefused) {
    for (const int index : {-1, 65536, 1 << 20}) {
        EXPECT_THROW(index16(index), Error) << index;
        EXPECT_THROW(Operand::value(index), Error) << index;
        EXPECT_THROW(Operand::uniform(index), Error) << index;
    }
    for (const int index : {0, 1, 65535}) {
        EXPECT_EQ(index16(index), index);
        EXPECT_EQ(Operand::value(index).index, index);
        EXPECT_EQ(Operand::uniform(index).index, index);
    }
}

TEST(Plan, EachOperationHasItsOwnStates) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId histogram = graph.reduce(ReductionKind::histogram, v);
    const NodeId half = graph.constant(0.5f);
    const std::array<NodeId, 2> arguments{histogram, half};
    const NodeId median = graph.frame(FrameOp::percentile, arguments);
    const std::array<NodeId, 8> of_curve{histogram, median, half, half, half, half, half, half};
    const NodeId curve = graph.frame(FrameOp::curve, of_curve, CurveKind::adaptive);
    const std::array<NodeId, 2> over_time{median, half};
    const NodeId steady = graph.frame(FrameOp::smooth, over_time);
    const NodeId out = graph.op(Op::add, graph.lookup(curve, v), steady);
    const Plan plan = make_plan(graph, request_for({out, out, out}));
    EXPECT_EQ(plan.states, 1 + adaptive_curve_bins);
    std::vector<int> owners(static_cast<size_t>(plan.states));
    for (const FrameOperation& operation : std::get<FrameStep>(plan.steps[1]).operations) {
        for (int i = 0; i < states_of(operation.op, operation.curve); ++i)
            ++owners[static_cast<size_t>(operation.state + i)];
    }
    EXPECT_EQ(owners, std::vector<int>(owners.size(), 1));
}

PointProgram long_program() {
    Graph graph(plan_width, plan_height);
    NodeId x = graph.input(0);
    for (int i = 0; i < 500; ++i) x = graph.op(Op::sqrt, graph.op(Op::add, x, graph.input(i % 3)));
    return std::get<Pass>(make_plan(graph, request_for({x, x, x})).steps[0]).epilogue;
}

TEST(Plan, ValuesAreDefinedOnceAndBeforeTheyAreRead) {
    const PointProgram program = long_program();
    std::vector<bool> defined(static_cast<size_t>(program.values));
    for (const Instruction& instruction : program.code) {
        for (const Operand& operand : instruction.in) {
            if (operand.kind != Operand::Kind::value) continue;
            ASSERT_TRUE(defined.at(operand.index));
        }
        if (operation_info(instruction.op).outputs == 0) continue;
        ASSERT_FALSE(defined.at(instruction.out[0]));
        defined[instruction.out[0]] = true;
    }
}

TEST(Plan, ScratchRowsOfTheCpuAreReused) {
    const PreparedProgram prepared(long_program(), {});
    EXPECT_LE(prepared.scratch_floats(), size_t{8 * strip_pixels});
}

void expect_refused(PointProgram program) {
    Plan plan;
    plan.input = plan.output = request_for({}).input;
    Pass pass;
    pass.width = plan_width;
    pass.height = plan_height;
    pass.epilogue = std::move(program);
    plan.steps.emplace_back(pass);
    EXPECT_THROW(check_plan(plan), Error);
}

TEST(Plan, ValuesOfAnInvalidProgramAreRefused) {
    const Instruction negate{Op::negate, 0, {Operand::value(0)}, {1}};
    const Instruction load{Op::load_input, 0, {}, {0}};
    expect_refused({{negate}, 2});
    expect_refused({{load, load}, 1});
    expect_refused({{load, negate}, 1});
}

TEST(Plan, CoreInputsNameTheirSource) {
    using Source = CoreInput::Source;
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId across = scan(graph, Axis::x, v, v);
    const NodeId base = scan(graph, Axis::y, across, v);
    const NodeId other = scan(graph, Axis::x, graph.op(Op::sqrt, base), base);
    const Plan plan = make_plan(graph, request_for({other, base, v}));
    const auto source_of = [&](size_t step, size_t input) {
        return std::get<Pass>(plan.steps[step]).inputs.at(input);
    };
    const CoreInput stored = source_of(0, 0);
    EXPECT_EQ(stored.source, Source::stored);
    EXPECT_EQ(source_of(0, 1), stored);
    EXPECT_EQ(source_of(1, 0).source, Source::loaded);
    EXPECT_NE(source_of(1, 0).buffer, stored.buffer);
    EXPECT_EQ(source_of(1, 1), (CoreInput{Source::loaded, stored.buffer}));
    EXPECT_EQ(source_of(2, 0), CoreInput{});
    EXPECT_EQ(source_of(2, 1).source, Source::loaded);
}

TEST(Plan, IsExplainedAndPlotted) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId base = scan(graph, Axis::y, scan(graph, Axis::x, v, v), v);
    const Plan plan = make_plan(graph, request_for({base, base, base}));
    const std::string text = explain(plan);
    EXPECT_NE(text.find("recursive edge x"), std::string::npos) << text;
    EXPECT_NE(text.find("total"), std::string::npos);
    EXPECT_EQ(text.find("only in"), std::string::npos) << text;
    const std::string dot = explain_dot(plan);
    EXPECT_EQ(dot.find("digraph"), 0u);
    EXPECT_NE(dot.find("-> output"), std::string::npos);
}

}  // namespace
}  // namespace tonelift::plan_test
