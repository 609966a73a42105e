// SPDX-License-Identifier: BSD-2-Clause
// Tests which steps of a plan must end before other steps start.
#include "kernels/steps/step_access.h"

#include <gtest/gtest.h>
#include <tonelift/list.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/cpu/plane_memory.h"
#include "kernels/steps/deferred_numbers.h"
#include "tests/support/stream_plan.h"

namespace tonelift::step_access_test {
namespace {

using Before = std::vector<std::vector<size_t>>;

Plan plan_of(const char* preset) { return with_deferred_numbers(preset_plan(preset)); }

bool ends_before(const Before& before, size_t earlier, size_t later) {
    return std::ranges::any_of(before[later], [&](size_t step) {
        return step == earlier || (step > earlier && ends_before(before, earlier, step));
    });
}

StepAccess reads(int plane) { return {{{Resource::buffer, plane}}, {}}; }
StepAccess writes(int plane) { return {{}, {{Resource::buffer, plane}}}; }

TEST(StepsBefore, OrderEachPairOfStepsThatConflicts) {
    tonelift_preset_info preset;
    for (int i = 0; tonelift_preset_at(i, &preset, sizeof preset) == TONELIFT_OK; ++i) {
        const std::vector<StepAccess> accesses = accesses_of(plan_of(preset.name));
        const Before before = steps_before(accesses);
        for (size_t later = 0; later < accesses.size(); ++later) {
            for (size_t earlier = 0; earlier < later; ++earlier) {
                if (!conflict(accesses[earlier], accesses[later])) continue;
                EXPECT_TRUE(ends_before(before, earlier, later))
                    << preset.name << ", steps " << earlier << " and " << later;
            }
        }
    }
}

TEST(StepsBefore, ReadersOfAPlaneEndBeforeItChangesAgain) {
    const Before before = steps_before({writes(1), reads(1), reads(1), writes(1), reads(1)});
    EXPECT_EQ(before, (Before{{}, {0}, {0}, {0, 1, 2}, {3}}));
}

TEST(StepsBefore, StepsThatShareNothingAreInNoOrder) {
    EXPECT_EQ(steps_before({writes(1), writes(2), reads(3), reads(3)}), Before(4));
}

TEST(StepsBefore, StatisticsOfNaturalDoNotWaitForEdgeFilters) {
    const Plan plan = plan_of("natural");
    const Before before = steps_before(accesses_of(plan));
    size_t scan = 0, frame_step = 0;
    while (!std::holds_alternative<FrameStep>(plan.steps[frame_step])) ++frame_step;
    for (size_t i = 0; i < frame_step; ++i) {
        if (std::holds_alternative<Scan>(std::get<Pass>(plan.steps[i]).core)) scan = i;
    }
    ASSERT_GT(scan, 0u);
    EXPECT_FALSE(ends_before(before, scan, frame_step));
    EXPECT_TRUE(ends_before(before, scan, plan.steps.size() - 1));
}

TEST(PlanesInSameMemory, AreWrittenTogether) {
    std::vector<std::byte> memory(4096);
    std::vector<BufferMemory> planes(3, BufferMemory(Buffer{16, 4, Storage::unorm16}));
    planes[0].lie_at(memory.data());
    planes[1].lie_at(memory.data() + planes[0].bytes());
    planes[2].lie_at(memory.data() + 32);
    std::vector<StepAccess> accesses = {writes(0), reads(0), writes(1)};
    add_planes_in_same_memory(planes, accesses);
    const auto planes_of = [](const Resources& all) {
        std::vector<int> result;
        for (const auto& [resource, index] : all) result.push_back(index);
        return result;
    };
    EXPECT_EQ(planes_of(accesses[0].written), (std::vector{0, 2}));
    EXPECT_EQ(planes_of(accesses[1].written), std::vector<int>());
    EXPECT_EQ(planes_of(accesses[2].written), (std::vector{1, 2}));
}

}  // namespace
}  // namespace tonelift::step_access_test
