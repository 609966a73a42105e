// SPDX-License-Identifier: BSD-2-Clause
// Tests that state which lasts over several frames, such as light levels and noise, agrees with the
// CPU.
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"

namespace tonelift::gpu_time_test {
namespace {

constexpr int frames = 9;
constexpr BatchSize batches[] = {{1, 1}, {4, 3}, {9, 9}};

class GpuTime : public GpuTest {
  protected:
    struct Result {
        std::vector<TestPicture> pictures;
        std::vector<FrameState> states;
    };

    void run(const Plan& plan) {
        source_ = scene_frames(plan.input, frames);
        const std::vector<TestPicture> empty(frames, TestPicture(plan.output, Pitch::aligned));
        cpu_.pictures = empty;
        run_on_cpu(plan, source_, cpu_.pictures, &cpu_.states);
        for (const BatchSize& batch : batches) {
            Result& result = device_results_.emplace_back();
            result.pictures = empty;
            run_on_device(plan, device_, source_, result.pictures, batch, {&result.states});
        }
    }

    void expect_agreement() const {
        for (size_t i = 0; i < frames; ++i) {
            const std::string what = "frame " + std::to_string(i);
            expect_close(cpu_.pictures[i], device_results_[0].pictures[i], what);
            for (const Result& result : device_results_) {
                EXPECT_TRUE(equal(device_results_[0].pictures[i], result.pictures[i])) << what;
                EXPECT_EQ(device_results_[0].states[i].states, result.states[i].states) << what;
            }
        }
    }

    std::vector<TestPicture> source_;
    Result cpu_;
    std::vector<Result> device_results_;
};

TEST_F(GpuTime, LightLevelsEqualThoseOfTheCpu) {
    tonelift_options options = default_options();
    options.transfer = 16;
    const Plan plan =
        stream_plan(options, sdr_video(TONELIFT_FORMAT_NV12, 333, 187), TONELIFT_FORMAT_P010);
    ASSERT_EQ(plan.measured.size(), 2u);
    run(plan);
    expect_agreement();
    for (const int state : plan.measured) {
        const auto at = static_cast<size_t>(state);
        for (size_t i = 0; i < frames; ++i) {
            const float expected = cpu_.states[i].states[at];
            EXPECT_GT(expected, 1);
            EXPECT_NEAR(device_results_[0].states[i].states[at], expected, 0.005f * expected);
        }
        const auto executor = make_cuda_executor(plan, device_, 4);
        auto again = cpu_.pictures;
        run_executor(*executor, device_, source_, again, frames);
        EXPECT_EQ(executor->states()[at], device_results_[0].states.back().states[at]);
    }
}

TEST_F(GpuTime, AdaptiveCurvesEqualThoseOfTheCpu) {
    tonelift_options options = default_options();
    options.tonemap = static_cast<int>(CurveKind::adaptive);
    const Plan plan =
        stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, 333, 187), TONELIFT_FORMAT_NV12);
    ASSERT_GE(plan.states, adaptive_curve_bins);
    run(plan);
    expect_agreement();
}

TEST_F(GpuTime, DebandEqualsThatOfTheCpu) {
    const Plan plan = script_plan(
        "output relight(input, lightness(input), deband(lightness(input), 0.02, 12, 3));",
        default_options(), hdr10_video(TONELIFT_FORMAT_P010, 333, 187), TONELIFT_FORMAT_NV12);
    run(plan);
    expect_agreement();
}

}  // namespace
}  // namespace tonelift::gpu_time_test
