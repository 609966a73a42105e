// SPDX-License-Identifier: BSD-2-Clause
// Tests that presets on a Vulkan device agree with the CPU.
#include "tests/support/live_stream.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"
#include "tests/vulkan/vulkan_support.h"

namespace tonelift::presets_test {
namespace {

constexpr int frames = 5;

class VulkanPresets : public VulkanTest {
  protected:
    void check(const char* preset, const tonelift_video& in) {
        tonelift_options options = default_options();
        options.preset = preset;
        const Plan plan = stream_plan(options, in, TONELIFT_FORMAT_NV12);
        const auto source = scene_frames(plan.input, frames);
        std::vector<TestPicture> expected(frames, TestPicture(plan.output, Pitch::aligned));
        auto at_once = expected, in_pieces = expected;
        run_on_cpu(plan, source, expected);
        keep(run_on_vulkan(plan, device_, source, at_once, {frames, frames}));
        run_on_vulkan(plan, device_, source, in_pieces, {3, 2});
        for (size_t i = 0; i < frames; ++i) {
            const std::string what = std::string(preset) + ", frame " + std::to_string(i);
            expect_close(expected[i], at_once[i], what);
            EXPECT_TRUE(equal(at_once[i], in_pieces[i])) << what;
        }
    }
};

TEST_F(VulkanPresets, ShowTheSameHdrAsTheCpuInAnyBatches) {
    for (const char* preset : {"faithful", "natural"})
        check(preset, hdr10_video(TONELIFT_FORMAT_P010, 256, 128));
}

TEST_F(VulkanPresets, SupportAnySize) {
    check("natural", hdr10_video(TONELIFT_FORMAT_YUV420P10, 75, 37));
}

TEST_F(VulkanPresets, ShowTheSameSdrAsTheCpu) {
    check("natural", sdr_video(TONELIFT_FORMAT_NV12, 128, 72));
}

TEST_F(VulkanPresets, FollowChangingParamsLikeTheCpu) {
    const auto expected = shown_live("cpu", 96, 54), actual = shown_live("vulkan", 96, 54);
    for (size_t i = 0; i < expected.size(); ++i)
        expect_close(expected[i], actual[i], "change " + std::to_string(i));
}

}  // namespace
}  // namespace tonelift::presets_test
