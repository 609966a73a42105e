// SPDX-License-Identifier: BSD-2-Clause
// Tests that statistics and temporal state on a Vulkan device equal the CPU's, and do not depend on
// the batch size.

#include <tonelift/tonelift.h>
#include <cmath>
#include <thread>

#include "tests/support/live_stream.h"
#include "tests/support/stream_plan.h"
#include "tests/vulkan/linear_plan.h"
#include "tests/vulkan/vulkan_support.h"

namespace tonelift::time_test {
namespace {

constexpr size_t frames = 6;
constexpr int adaptive = 3;

class VulkanTime : public VulkanTest {
  protected:
    struct Result {
        std::vector<TestPicture> pictures;
        std::vector<FrameState> states;
    };

    static Plan plan_of(int tonemap) {
        tonelift_options options = default_options();
        options.preset = "faithful";
        options.tonemap = tonemap;
        return stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, 96, 64),
                           TONELIFT_FORMAT_NV12);
    }
    static Result empty(const Plan& plan) {
        return {std::vector<TestPicture>(frames, TestPicture(plan.output, Pitch::aligned)), {}};
    }
    Result run(const Plan& plan, BatchSize size, const std::vector<FrameState>* replay = nullptr) {
        Result result = empty(plan);
        keep(run_on_vulkan(plan, device_, scene_frames(plan.input, frames), result.pictures, size,
                           {&result.states, replay}));
        return result;
    }
    static void expect_equal(const Result& expected, const Result& actual,
                             const std::string& what) {
        for (size_t i = 0; i < frames; ++i) {
            EXPECT_TRUE(equal(expected.pictures[i], actual.pictures[i])) << what << ", frame " << i;
            EXPECT_EQ(expected.states[i].states, actual.states[i].states) << what;
        }
    }
};

TEST_F(VulkanTime, StatesEqualThoseOfTheCpuInAnyBatchesAndInReplays) {
    const Plan plan = plan_of(adaptive);
    ASSERT_GT(plan.states, 0);
    Result cpu = empty(plan);
    run_on_cpu(plan, scene_frames(plan.input, frames), cpu.pictures, &cpu.states);
    const Result once = run(plan, {frames, frames});
    for (size_t i = 0; i < frames; ++i) {
        expect_close(cpu.pictures[i], once.pictures[i], "frame " + std::to_string(i));
        for (size_t k = 0; k < cpu.states[i].states.size(); ++k) {
            const float expected = cpu.states[i].states[k];
            EXPECT_NEAR(once.states[i].states[k], expected, 0.002f + 0.005f * std::fabs(expected));
        }
    }
    expect_equal(once, run(plan, {3, 2}), "in pieces");
    expect_equal(once, run(plan, {2, 3}, &once.states), "replayed");
}

TEST_F(VulkanTime, ExecutorsContinueTheStatesOfEarlierExecutors) {
    const Plan plan = plan_of(adaptive);
    const auto source = scene_frames(plan.input, frames);
    const Result whole = run(plan, {frames, 1});
    Result parts = empty(plan);
    const auto first = make_vulkan_executor(plan, device_, 2, 0);
    const auto second = make_vulkan_executor(plan, device_, 2, 0);
    const Batch all = batch_of(source, parts.pictures);
    for (size_t i = 0; i < frames; ++i) {
        if (i == 3) second->continue_from(*first);
        Batch batch;
        batch.parameters = all.parameters;
        batch.input = {all.input[i]};
        batch.output = {all.output[i]};
        batch.times = {all.times[i]};
        (i < 3 ? first : second)->run(batch);
        EXPECT_TRUE(equal(whole.pictures[i], parts.pictures[i])) << "frame " << i;
    }
    EXPECT_EQ(second->states(), whole.states.back().states);
}

TEST_F(VulkanTime, ParallelStreamsShowTheSamePictures) {
    constexpr size_t streams = 48;
    const Plan plan = linear_plan("output input * maximum(input.g);", {32, 16});
    const Result expected = run(plan, {frames, 2});
    std::vector<Result> results(streams, empty(plan));
    std::vector<std::thread> threads;
    for (Result& result : results) {
        threads.emplace_back([&] {
            run_on_vulkan(plan, open_vulkan_device({}), scene_frames(plan.input, frames),
                          result.pictures, {frames, 2}, {&result.states});
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const Result& result : results) expect_equal(expected, result, "one of many");
}

TEST(VulkanDevices, AreSelectedByNameOnly) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 64, 32);
    tonelift_options options = default_options();
    options.preset = "faithful";
    for (const char* device : {"vulkan99", "vulkan:99"}) {
        options.device = device;
        Messages messages;
        EXPECT_EQ(make_filter(options, in, output_of(options, in), &messages), nullptr) << device;
        EXPECT_FALSE(messages.errors.empty());
    }
    for (const char* device : {"vulkan0x", "vulkan-1", "vulkanical"}) {
        options.device = device;
        Messages messages;
        EXPECT_EQ(make_filter(options, in, in, &messages), nullptr) << device;
        EXPECT_NE(messages.errors.find("allowed are auto, cpu, cuda, vulkan"), std::string::npos)
            << messages.errors;
    }
}

}  // namespace
}  // namespace tonelift::time_test
