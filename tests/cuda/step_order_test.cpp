// SPDX-License-Identifier: BSD-2-Clause
// Tests the order in which the steps of a plan run on two CUDA streams.
#include <gtest/gtest.h>

#include <tonelift/list.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/cuda/launch/core_calls.h"
#include "kernels/gpu/prepared_plan.h"
#include "kernels/gpu/step_order.h"
#include "tests/support/stream_plan.h"
#include "tests/support/test_plans.h"

namespace tonelift::cuda::step_order_test {
namespace {

constexpr DeviceLimits device = {132, 227 << 10, 228 << 10, 9, 0, 60 << 20};

bool comes_after(const StepOrder& order, size_t later, size_t earlier) {
    if (order.steps[later].beside == order.steps[earlier].beside) return true;
    for (size_t i = 0; i <= later; ++i) {
        const OrderedStep& step = order.steps[i];
        if (step.beside == order.steps[later].beside && step.waits_for >= static_cast<int>(earlier))
            return true;
    }
    return false;
}

bool follows(const StepOrder& order, size_t later, size_t earlier) {
    const std::vector<size_t>& direct = order.steps[later].follows;
    return std::any_of(direct.begin(), direct.end(), [&](size_t step) {
        return step == earlier || (step > earlier && follows(order, step, earlier));
    });
}

void expect_order(const Plan& given, const std::string& what) {
    const Plan plan = prepared_for_cuda(given);
    const PlanCalls calls(plan, core_calls, device);
    const StepOrder order(plan, calls);
    const size_t end = order.steps.size() - 1;
    ASSERT_EQ(order.steps.size(), plan.steps.size() + 2) << what;
    EXPECT_FALSE(order.steps[0].beside || order.steps[end].beside) << what;
    for (size_t later = 1; later <= end; ++later) {
        EXPECT_TRUE(comes_after(order, later, 0)) << what << ", step " << later;
        EXPECT_TRUE(comes_after(order, end, later)) << what << ", step " << later;
        for (size_t earlier = 1; earlier < later && later < end; ++earlier) {
            if (!must_follow(plan, calls, earlier - 1, later - 1)) continue;
            EXPECT_TRUE(comes_after(order, later, earlier))
                << what << ", steps " << earlier << " and " << later;
            EXPECT_TRUE(follows(order, later, earlier))
                << what << ", steps " << earlier << " and " << later << " in a graph";
        }
        const int waits_for = order.steps[later].waits_for;
        if (waits_for >= 0) {
            EXPECT_TRUE(order.steps[static_cast<size_t>(waits_for)].awaited) << what;
        }
    }
}

TEST(StepOrder, DependentStepsKeepTheirOrder) {
    tonelift_preset_info preset;
    for (int i = 0; tonelift_preset_at(i, &preset, sizeof preset) == TONELIFT_OK; ++i)
        expect_order(preset_plan(preset.name), preset.name);
    const Picture picture = make_picture("p010le", 64, 48);
    expect_order(local_plan(picture, picture), "a plan with everything");
    expect_order(point_plan(picture, picture), "a point pass");
}

TEST(StepOrder, StatisticsRunParallelToEdgeFilters) {
    const Plan plan = preset_plan("natural");
    const StepOrder order(plan, PlanCalls(plan, core_calls, device));
    EXPECT_TRUE(order.two);
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        const auto* pass = std::get_if<Pass>(&plan.steps[i]);
        const bool beside = order.steps[i + 1].beside;
        if (pass == nullptr) {
            EXPECT_TRUE(beside);
        } else if (std::holds_alternative<Scan>(pass->core) || i + 1 == plan.steps.size()) {
            EXPECT_FALSE(beside) << pass->name;
        }
    }
}

TEST(StepOrder, StepsOfAGraphWaitOnlyForNumbersThatTheyRead) {
    const Plan plan = prepared_for_cuda(preset_plan("natural"));
    const StepOrder order(plan, PlanCalls(plan, core_calls, device));
    std::vector<size_t> frame_steps;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        if (std::holds_alternative<FrameStep>(plan.steps[i])) frame_steps.push_back(i + 1);
    }
    ASSERT_EQ(frame_steps.size(), 2u);
    const auto [first, second] = std::pair(frame_steps[0], frame_steps[1]);
    EXPECT_EQ(order.steps[second].follows, std::vector<size_t>{first});
    std::vector<size_t> waiting;
    for (size_t i = 1; i <= plan.steps.size(); ++i) {
        const std::vector<size_t>& direct = order.steps[i].follows;
        if (std::find(direct.begin(), direct.end(), second) != direct.end()) waiting.push_back(i);
    }
    const size_t output = plan.steps.size();
    EXPECT_EQ(waiting, std::vector<size_t>{output - 1});
    EXPECT_FALSE(follows(order, second + 1, second));
}

TEST(StepOrder, OneStreamIsUsedWithoutStatistics) {
    const Picture picture = make_picture("p010le", 64, 48);
    const Plan plan = point_plan(picture, picture);
    EXPECT_FALSE(StepOrder(plan, PlanCalls(plan, core_calls, device)).two);
}

}  // namespace
}  // namespace tonelift::cuda::step_order_test
