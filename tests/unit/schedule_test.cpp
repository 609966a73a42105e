// SPDX-License-Identifier: BSD-2-Clause
// Tests the order in which the steps of a plan run, and which planes are stored.
#include "core/graph/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/graph/cost.h"
#include "core/graph/explain.h"
#include "core/graph/resize.h"
#include "tests/support/small_plans.h"

namespace tonelift::schedule_test {
namespace {

struct Steps {
    Work work;
    Fusion fusion;
    Selection selection;
};

Steps steps_of(const Graph& graph, const PlanRequest& request, const SchedulePolicy& policy = {}) {
    Steps steps;
    steps.work = order_work(graph, request);
    steps.fusion = fuse(graph, steps.work, policy);
    steps.selection = select(graph, steps.work, steps.fusion, policy);
    return steps;
}

std::vector<JobKind> kinds_of(const Work& work) {
    std::vector<JobKind> kinds;
    for (const Job& job : work.jobs) kinds.push_back(job.kind);
    return kinds;
}

Placement placement_of(const Steps& steps, JobKind kind) {
    std::vector<Placement> found;
    for (size_t i = 0; i < steps.work.jobs.size(); ++i) {
        if (steps.work.jobs[i].kind == kind) found.push_back(steps.fusion.placements[i]);
    }
    EXPECT_EQ(found.size(), 1u);
    return found.at(0);
}

NodeId convolved(Graph& graph, NodeId plane) {
    Stencil core;
    core.kind = StencilKind::convolve;
    core.radius_x = 1;
    core.weights_x = {0.25f, 0.5f, 0.25f};
    return graph.core(core, std::array{plane}, graph.at(plane).width, graph.at(plane).height);
}

NodeId blurred(Graph& graph, NodeId plane) {
    const std::array<NodeId, 1> result{graph.sum(graph.neighbor(plane), 1, 0)};
    return graph.gather(1, result, plane).front();
}

PlanRequest gray(NodeId plane, NodeId scene = no_node) {
    return request_for({plane, plane, plane}, scene);
}

TEST(Order, CoresFollowTheirOperandsAndTheOutputIsLast) {
    Graph graph(plan_width, plan_height);
    const NodeId v = graph.input(0);
    const NodeId first = scan(graph, Axis::x, v, v), second = scan(graph, Axis::x, first, v);
    const Work work = order_work(graph, gray(second));
    const std::vector<Job> expected{
        {JobKind::core, first, {v, v}},
        {JobKind::core, second, {first, v}},
        {JobKind::output, no_node, {second, second, second}},
    };
    EXPECT_EQ(work.jobs, expected);
}

TEST(Order, StatisticsAndTheirNumbersPrecedeTheirReader) {
    Graph graph(plan_width, plan_height);
    const NodeId v = graph.input(0), median = median_of(graph, v);
    const Work work = order_work(graph, gray(graph.op(Op::multiply, v, median)));
    EXPECT_EQ(kinds_of(work),
              (std::vector{JobKind::statistic, JobKind::uniforms, JobKind::output}));
    EXPECT_EQ(work.jobs[0].node, graph.at(median).operands[0]);
    EXPECT_EQ(work.jobs[1].nodes, std::vector{median});
}

TEST(Order, APlaneThatNeedsANumberIsMeasuredAfterIt) {
    Graph graph(plan_width, plan_height);
    const NodeId v = graph.input(0);
    const NodeId first = median_of(graph, v);
    const NodeId second = median_of(graph, graph.op(Op::multiply, v, first));
    const Work work = order_work(graph, gray(graph.op(Op::multiply, v, second)));
    EXPECT_EQ(kinds_of(work),
              (std::vector{JobKind::statistic, JobKind::uniforms, JobKind::statistic,
                           JobKind::uniforms, JobKind::output}));
    EXPECT_EQ(work.jobs[1].nodes, std::vector{first});
    EXPECT_EQ(work.jobs[3].nodes, std::vector{second});
}

TEST(Order, NumbersOfComputedPlanesAreNotPostponed) {
    Graph graph(plan_width, plan_height);
    const NodeId v = graph.input(0);
    const NodeId early = median_of(graph, v);
    const std::array<NodeId, 2> third{graph.at(early).operands[0], graph.constant(0.3f)};
    const NodeId late = graph.frame(FrameOp::percentile, third);
    const NodeId base = scan(graph, Axis::x, graph.op(Op::multiply, v, early), v);
    const Work work = order_work(graph, gray(graph.op(Op::multiply, base, late)));
    EXPECT_EQ(kinds_of(work),
              (std::vector{JobKind::statistic, JobKind::uniforms, JobKind::core, JobKind::output}));
    EXPECT_EQ(work.jobs[1].nodes, (std::vector{early, late}));
}

TEST(Order, StatisticsOfTheReducedInputComeFirst) {
    Graph graph(plan_width, plan_height);
    const NodeId half = graph.input_reduced(0, 2);
    const NodeId late = median_of(graph, graph.op(Op::multiply, half, half));
    const NodeId v = graph.input(0), filtered = scan(graph, Axis::x, v, v);
    const Work work = order_work(graph, gray(graph.op(Op::multiply, filtered, late)));
    ASSERT_FALSE(work.jobs.empty());
    EXPECT_EQ(work.jobs[0].kind, JobKind::statistic);
    EXPECT_EQ(work.jobs[0].node, graph.at(late).operands[0]);
}

TEST(Order, AStatisticFollowsTheCoreThatItsPlaneDependsOn) {
    Graph graph(plan_width, plan_height);
    const NodeId half = graph.input_reduced(0, 2);
    const NodeId filtered = convolved(graph, half);
    const NodeId late = median_of(graph, graph.op(Op::multiply, half, filtered));
    const Work work = order_work(graph, gray(graph.op(Op::multiply, graph.input(0), late)));
    const std::vector<JobKind> kinds = kinds_of(work);
    EXPECT_LT(std::ranges::find(kinds, JobKind::core),
              std::ranges::find(kinds, JobKind::statistic));
}

TEST(Order, ScansAlongColumnsNeedTheirPlaneInMemory) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    for (const Axis axis : {Axis::x, Axis::y}) {
        const Work work = order_work(graph, gray(scan(graph, axis, v, v)));
        const auto asks = std::ranges::count_if(work.jobs, [&](const Job& job) {
            return job.kind == JobKind::memory && job.need == Need::along_columns && job.node == v;
        });
        EXPECT_EQ(asks > 0, axis == Axis::y);
    }
}

std::vector<NodeId> cores_of(const Work& work) {
    std::vector<NodeId> cores;
    for (const Job& job : work.jobs) {
        if (job.kind == JobKind::core) cores.push_back(job.node);
    }
    return cores;
}

TEST(Order, CoresAreOrderedByTheGraphAndNotByTheScript) {
    for (const bool small_first : {true, false}) {
        Graph graph(plan_width, plan_height);
        const NodeId v = graph.input(0);
        NodeId fine = no_node, coarse = no_node, large = no_node;
        const auto make_small = [&] {
            coarse = resampled(graph, ResampleKind::area, v, plan_width / 8, plan_height / 8);
            large = resized(graph, convolved(graph, coarse), plan_width, plan_height);
        };
        if (small_first) make_small();
        fine = scan(graph, Axis::y, v, v);
        const NodeId light = scan(graph, Axis::x, fine, v);
        if (!small_first) make_small();
        const Work work = order_work(graph, gray(graph.op(Op::multiply, light, large)));
        const NodeId blurred = convolved(graph, coarse);
        EXPECT_EQ(cores_of(work), (std::vector{fine, light, coarse, blurred, large}))
            << small_first;
    }
}

TEST(Order, CoresThatReadMorePlanesOfTheInputComeFirst) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph), other = graph.op(Op::multiply, v, v);
    const NodeId one = scan(graph, Axis::y, v, v), two = scan(graph, Axis::y, other, v);
    const Work work = order_work(graph, gray(graph.op(Op::add, one, two)));
    EXPECT_EQ(cores_of(work), (std::vector{two, one}));
}

TEST(Fuse, AStatisticJoinsThePassThatComputesItsPlane) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId base = scan(graph, Axis::x, v, v);
    const Steps steps = steps_of(graph, gray(graph.op(Op::multiply, base, median_of(graph, v))));
    const Placement at = placement_of(steps, JobKind::statistic);
    EXPECT_EQ(at.pass, 0);
    EXPECT_EQ(at.program, 0);
    EXPECT_EQ(at.host, Host::computes_it);
    EXPECT_EQ(steps.fusion.passes.size(), 2u);
}

TEST(Fuse, AStatisticOfACoreJoinsItsPass) {
    Graph graph(plan_width, plan_height);
    const NodeId base = scan(graph, Axis::x, graph.input(0), graph.input(0));
    const Steps steps = steps_of(graph, gray(graph.op(Op::multiply, base, median_of(graph, base))));
    EXPECT_EQ(placement_of(steps, JobKind::statistic).host, Host::own_core);
}

template <typename Previous>
Refusal refusal_after(const Previous& previous) {
    Graph graph(plan_width, plan_height);
    const NodeId before = previous(graph);
    const NodeId median = median_of(graph, graph.op(Op::sqrt, graph.input(2)));
    const Steps steps = steps_of(graph, gray(graph.op(Op::multiply, before, median)));
    for (size_t i = 0; i < steps.work.jobs.size(); ++i) {
        const Job& job = steps.work.jobs[i];
        if (job.kind != JobKind::statistic || job.node != graph.at(median).operands[0]) continue;
        const Placement& at = steps.fusion.placements[i];
        if (at.host == Host::previous_pass) return Refusal::none;
        EXPECT_EQ(at.host, Host::point_pass);
        return steps.fusion.passes[static_cast<size_t>(at.pass)].refusal;
    }
    ADD_FAILURE() << "no statistic";
    return Refusal::count_;
}

TEST(Fuse, RulesOfThePreviousPassEqualTheTable) {
    const auto input = [](Graph& graph) { return graph.input(0); };
    EXPECT_EQ(refusal_after([&](Graph& g) { return input(g); }), Refusal::no_previous_pass);
    EXPECT_EQ(refusal_after([&](Graph& g) { return convolved(g, input(g)); }), Refusal::none);
    EXPECT_EQ(refusal_after([&](Graph& g) { return scan(g, Axis::x, input(g), input(g)); }),
              Refusal::fast_epilogue);
    EXPECT_EQ(refusal_after([&](Graph& g) { return blurred(g, input(g)); }),
              Refusal::fast_epilogue);
    EXPECT_EQ(refusal_after([&](Graph& g) {
                  const NodeId small = resized(g, input(g), plan_width / 2, plan_height / 2);
                  return resized(g, convolved(g, small), plan_width, plan_height);
              }),
              Refusal::other_size);
}

TEST(Fuse, APassComputesAsManyFurtherPlanesAsThePolicyAllows) {
    Graph graph(plan_width, plan_height);
    NodeId out = convolved(graph, graph.input(0));
    for (const Op op : {Op::sqrt, Op::exp2, Op::sin})
        out = graph.op(Op::multiply, out, median_of(graph, graph.op(op, graph.input(1))));
    SchedulePolicy policy;
    for (const int most : {2, 3, 4}) {
        policy.most_guests = most;
        const Steps steps = steps_of(graph, gray(out), policy);
        const bool fits = most == 4;
        EXPECT_EQ(steps.fusion.passes.size(), fits ? 2u : 3u) << most;
        if (fits) continue;
        EXPECT_EQ(steps.fusion.passes[1].refusal, Refusal::full);
    }
}

TEST(Select, ACostlyValueThatTwoPassesReadIsStoredByTheFirst) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId base = scan(graph, Axis::x, v, v);
    const Steps steps = steps_of(graph, gray(graph.op(Op::add, base, v)));
    const StoredPlane* plane = steps.selection.find(v);
    ASSERT_NE(plane, nullptr);
    EXPECT_EQ(plane->reason, StoreReason::used_again);
    EXPECT_EQ(plane->pass, 0);
    EXPECT_EQ(plane->program, 0);
    EXPECT_EQ(plane->cost, 3 * 8 + 8) << "three decoded components and their lightness";
    EXPECT_EQ(steps.selection.users_of(*plane), 2);
    EXPECT_TRUE(steps.selection.loaded[1].contains(v));
}

TEST(Select, ACheapValueOrOneBeyondTheUnitRangeIsComputedAgain) {
    Graph graph(plan_width, plan_height);
    const NodeId cheap = graph.op(Op::saturate, graph.input(0));
    const NodeId wide = graph.op(Op::multiply, lightness(graph), graph.constant(3));
    for (const NodeId plane : {cheap, wide}) {
        const NodeId base = scan(graph, Axis::x, plane, plane);
        const Steps steps = steps_of(graph, gray(graph.op(Op::add, base, plane)));
        EXPECT_EQ(steps.selection.find(plane), nullptr);
        EXPECT_EQ(steps.selection.find(base)->reason, StoreReason::result);
    }
}

TEST(Select, PolicyDeterminesTheCostThatIsWorthAPlane) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId out = graph.op(Op::add, scan(graph, Axis::x, v, v), v);
    SchedulePolicy policy;
    policy.cost_worth_storing = 33;
    EXPECT_EQ(steps_of(graph, gray(out), policy).selection.find(v), nullptr);
    policy.cost_worth_storing = 32;
    EXPECT_NE(steps_of(graph, gray(out), policy).selection.find(v), nullptr);
}

TEST(Select, AValueOfUnstoredColorsIsComputedWithTheColors) {
    Graph graph(plan_width, plan_height);
    std::array<NodeId, 3> light;
    for (int c = 0; c < 3; ++c)
        light[static_cast<size_t>(c)] = graph.op(Op::pq_decode, graph.input(c));
    const NodeId brightest = graph.op(Op::max_rgb, light[0], light[1], light[2]);
    const NodeId v = graph.op(Op::lightness, light[0], light[1], light[2]);
    const NodeId base = scan(graph, Axis::x, graph.op(Op::multiply, v, median_of(graph, brightest)),
                             graph.input(0));
    const Steps steps = steps_of(graph, gray(graph.op(Op::add, base, v)));
    const StoredPlane* plane = steps.selection.find(v);
    ASSERT_NE(plane, nullptr);
    EXPECT_EQ(plane->reason, StoreReason::colors_there);
    EXPECT_EQ(plane->pass, placement_of(steps, JobKind::statistic).pass);
    EXPECT_EQ(steps.selection.users_of(*plane), 3);
}

TEST(Select, AChainOfOperationsOnUnstoredColorsIsComputedWithTheColorsUnlessItNeedsUniforms) {
    for (const bool has_uniform : {false, true}) {
        Graph graph(plan_width, plan_height);
        const NodeId light = graph.op(Op::multiply, graph.op(Op::pq_decode, graph.input(0)),
                                      graph.op(Op::pq_decode, graph.input(1)));
        const NodeId middle = median_of(graph, light);
        const NodeId factor = has_uniform ? middle : graph.constant(0.125f);
        const NodeId chain = graph.op(Op::saturate, graph.op(Op::multiply, light, factor));
        const NodeId base =
            scan(graph, Axis::x, graph.op(Op::multiply, graph.input(1), middle), graph.input(1));
        const Steps steps = steps_of(graph, gray(graph.op(Op::add, base, chain)));
        const StoredPlane* plane = steps.selection.find(chain);
        ASSERT_EQ(plane != nullptr, !has_uniform);
        if (plane == nullptr) continue;
        EXPECT_EQ(plane->reason, StoreReason::colors_there);
        EXPECT_EQ(plane->pass, placement_of(steps, JobKind::statistic).pass);
    }
}

TEST(Select, OnlyThePreviousPassStoresThePlaneOfAScanAlongColumns) {
    for (const bool has_previous : {false, true}) {
        Graph graph(plan_width, plan_height);
        NodeId v = graph.op(Op::saturate, graph.input(0));
        const NodeId before = has_previous ? convolved(graph, graph.input(1)) : graph.input(1);
        if (has_previous) v = graph.op(Op::saturate, graph.op(Op::add, before, graph.input(0)));
        const NodeId base = scan(graph, Axis::y, v, v);
        const Steps steps = steps_of(graph, gray(graph.op(Op::add, base, before)));
        const StoredPlane* plane = steps.selection.find(v);
        ASSERT_EQ(plane != nullptr, has_previous);
        if (!has_previous) continue;
        EXPECT_EQ(plane->reason, StoreReason::needed);
        EXPECT_EQ(plane->need, Need::along_columns);
        EXPECT_EQ(plane->pass, 0);
    }
}

TEST(Select, PassesThatComputeTooMuchAreRefused) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    SchedulePolicy policy;
    policy.most_computed = 7;
    EXPECT_NO_THROW(steps_of(graph, gray(v), policy));
    policy.most_computed = 6;
    EXPECT_THROW(steps_of(graph, gray(v), policy), Excess);
}

TEST(Schedule, StepsAreDeterministic) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId base = scan(graph, Axis::y, scan(graph, Axis::x, v, v), v);
    const PlanRequest request = gray(graph.op(Op::multiply, base, median_of(graph, v)));
    const Steps steps = steps_of(graph, request);
    EXPECT_EQ(order_work(graph, request).jobs, steps.work.jobs);
    const Selection again = select(graph, steps.work, fuse(graph, steps.work));
    EXPECT_EQ(again.loaded, steps.selection.loaded);
    ASSERT_EQ(again.stored.size(), steps.selection.stored.size());
    for (size_t i = 0; i < again.stored.size(); ++i)
        EXPECT_EQ(again.stored[i].node, steps.selection.stored[i].node);
}

std::string why(const Graph& graph, const PlanRequest& request) {
    Reasons reasons;
    const Plan plan = make_plan(graph, request, &reasons);
    return explain_reasons(plan, reasons);
}

TEST(Why, ReportsTheReasonOfEachPassAndPlane) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId base = scan(graph, Axis::x, v, v);
    const NodeId out = graph.op(Op::multiply, graph.op(Op::add, base, v), median_of(graph, v));
    EXPECT_EQ(why(graph, gray(out)),
              "   0  recursive edge x: a core has a pass of its own\n"
              "        b0 stored: used by 2 passes and costs 32 operations\n"
              "        1 statistic: this pass is the first that computes its plane\n"
              "        b1 stored: result of the core, read by 1 pass\n"
              "   1  frame step: computes numbers from statistics\n"
              "   2  output: makes the output picture\n");
}

TEST(Why, ReportsTheRuleForASeparatePointPass) {
    Graph graph(plan_width, plan_height);
    const NodeId base = scan(graph, Axis::x, graph.input(0), graph.input(0));
    const NodeId median = median_of(graph, graph.op(Op::sqrt, graph.input(2)));
    const std::string text = why(graph, gray(graph.op(Op::multiply, base, median)));
    EXPECT_NE(text.find("point: the previous pass is a scan or a gather"), std::string::npos)
        << text;
    EXPECT_NE(text.find("1 statistic: no pass computes its plane\n"), std::string::npos) << text;
}

TEST(Why, KeepsTheReasonsInAPlanWithoutAPicture) {
    Graph graph(plan_width, plan_height);
    const NodeId v = lightness(graph);
    const NodeId median = median_of(graph, v);
    PlanRequest request = gray(graph.op(Op::multiply, scan(graph, Axis::x, v, v), median));
    request.measured = {graph.frame(FrameOp::smooth, std::array{median, graph.constant(1)})};
    request.statistics_only = true;
    const std::string text = why(graph, request);
    EXPECT_NE(text.find("1 statistic: "), std::string::npos) << text;
    EXPECT_EQ(text.find("output"), std::string::npos) << text;
}

}  // namespace
}  // namespace tonelift::schedule_test
