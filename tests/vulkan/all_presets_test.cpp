// SPDX-License-Identifier: BSD-2-Clause
// Tests that every preset on a Vulkan device agrees with the CPU.
#include "core/algorithms/algorithms.h"
#include "tests/support/api_stream.h"
#include "tests/support/close_pictures.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"
#include "tests/vulkan/vulkan_support.h"

namespace tonelift::all_presets_test {
namespace {

constexpr int frames = 2;

class VulkanPreset : public VulkanTest, public testing::WithParamInterface<Preset> {};

TEST_P(VulkanPreset, ShowsTheSameHdrAsTheCpu) {
    tonelift_options options = default_options();
    options.preset = GetParam().name;
    const Plan plan =
        stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, 96, 54), TONELIFT_FORMAT_NV12);
    const auto source = scene_frames(plan.input, frames);
    std::vector<TestPicture> expected(frames, TestPicture(plan.output, Pitch::aligned));
    auto actual = expected;
    run_on_cpu(plan, source, expected);
    keep(run_on_vulkan(plan, device_, source, actual, {frames, frames}));
    for (size_t i = 0; i < frames; ++i)
        expect_close(expected[i], actual[i], "frame " + std::to_string(i));
}

INSTANTIATE_TEST_SUITE_P(All, VulkanPreset, testing::ValuesIn(presets().begin(), presets().end()),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace tonelift::all_presets_test
