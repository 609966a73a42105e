// SPDX-License-Identifier: BSD-2-Clause
// Tests that every preset on the device agrees with the CPU, and that all batch sizes give the same
// frames.
#include "core/algorithms/algorithms.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/live_stream.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"

namespace tonelift::gpu_presets_test {
namespace {

constexpr int frames = 8;

class GpuPresets : public GpuTest {};

void expect_same(const std::vector<TestPicture>& expected, const std::vector<TestPicture>& actual,
                 const std::string& what) {
    for (size_t i = 0; i < actual.size(); ++i)
        EXPECT_TRUE(equal(expected[i], actual[i])) << what << ", frame " << i;
}

void check(const std::shared_ptr<CudaDevice>& device, const char* preset, const tonelift_video& in,
           int show = 0, double split = 0) {
    tonelift_options options = default_options();
    options.preset = preset;
    options.show = show;
    options.split = split;
    const Plan plan = stream_plan(options, in, TONELIFT_FORMAT_NV12);
    const std::string what =
        std::string(preset) + " of " + plan.input.format->ffmpeg + ", show " + std::to_string(show);
    const auto source = scene_frames(plan.input, frames);
    const std::vector<TestPicture> empty(frames, TestPicture(plan.output, Pitch::aligned));

    // CPU and GPU round differently, which can move the top of a histogram's bar by a row. Some
    // pixels may therefore differ there.
    const bool jumps = show == TONELIFT_SHOW_HISTOGRAM || show == TONELIFT_SHOW_CLIPPING;
    const Forgiven edges{jumps ? 0.001 : 0};
    auto expected = empty, at_once = empty;
    run_on_cpu(plan, source, expected);
    const auto executor = make_cuda_executor(plan, device, frames);
    run_executor(*executor, device, source, at_once, frames);
    for (size_t i = 0; i < frames; ++i)
        expect_close(expected[i], at_once[i], what + ", frame " + std::to_string(i), edges);

    for (const size_t batch : {1u, 3u, 8u}) {
        auto again = empty;
        run_executor(*executor, device, source, again, batch);
        expect_same(at_once, again, what + ", batch " + std::to_string(batch));
    }
    auto other = empty;
    run_on_device(plan, device, source, other, {frames, 3});
    expect_same(at_once, other, what + ", another executor");
}

TEST_F(GpuPresets, ShowTheSameHdrAsTheCpu) {
    in_parallel(presets().size(), [](const std::shared_ptr<CudaDevice>& device, size_t i) {
        check(device, presets()[i].name, hdr10_video(TONELIFT_FORMAT_P010, 333, 187));
    });
}

TEST_F(GpuPresets, ShowTheSameSdrAsTheCpu) {
    in_parallel(presets().size(), [](const std::shared_ptr<CudaDevice>& device, size_t i) {
        check(device, presets()[i].name, sdr_video(TONELIFT_FORMAT_NV12, 320, 180));
    });
}

TEST_F(GpuPresets, ShowTheSameStepsAsTheCpu) {
    constexpr int shows[] = {1, 2, 3, 5, 6};
    constexpr size_t cases = std::size(shows);
    in_parallel(presets().size() * cases, [&](const std::shared_ptr<CudaDevice>& device, size_t i) {
        check(device, presets()[i / cases].name, hdr10_video(TONELIFT_FORMAT_P010, 333, 187),
              shows[i % cases], i % 2 == 0 ? 0 : 0.5);
    });
}

TEST_F(GpuPresets, FollowChangingParamsLikeTheCpu) {
    const auto expected = shown_live("cpu", 333, 187), actual = shown_live("cuda", 333, 187);
    for (size_t i = 0; i < expected.size(); ++i)
        expect_close(expected[i], actual[i], "change " + std::to_string(i));
}

}  // namespace
}  // namespace tonelift::gpu_presets_test
