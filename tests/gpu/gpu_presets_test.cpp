// SPDX-License-Identifier: BSD-2-Clause
//
// Every preset on a drawn picture, on the device against the CPU and against itself in other
// batches.
#include "core/algorithms/algorithms.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"

namespace tonelift {
namespace {

constexpr int frames = 8;

class GpuPresets : public GpuTest {};

void expect_same(const std::vector<TestPicture>& expected, const std::vector<TestPicture>& actual,
                 const std::string& what) {
    for (size_t i = 0; i < actual.size(); ++i)
        EXPECT_TRUE(equal(expected[i], actual[i])) << what << ", frame " << i;
}

void check(const std::shared_ptr<CudaDevice>& device, const char* preset,
           const tonelift_video& in) {
    tonelift_options options = default_options();
    options.preset = preset;
    const Plan plan = stream_plan(options, in, TONELIFT_FORMAT_NV12);
    const std::string what = std::string(preset) + " of " + plan.input.format->ffmpeg;
    const auto source = scene_frames(plan.input, frames);
    const std::vector<TestPicture> empty(frames, TestPicture(plan.output, Pitch::aligned));

    auto expected = empty, at_once = empty;
    run_on_cpu(plan, source, expected);
    const auto executor = make_cuda_executor(plan, device, frames);
    run_executor(*executor, device, source, at_once, frames);
    for (size_t i = 0; i < frames; ++i)
        expect_close(expected[i], at_once[i], what + ", frame " + std::to_string(i));

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

// Frames of a stream whose params move, through a filter on this device.
std::vector<TestPicture> shown_live(const char* device) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 333, 187);
    tonelift_options options = default_options();
    options.device = device;
    const tonelift_video out = output_of(options, in);
    Messages messages;
    const FilterHandle filter = make_filter(options, in, out, &messages);
    EXPECT_NE(filter, nullptr) << messages.errors;
    std::vector<TestPicture> results;
    for (const char* set : {"", "detail=1.2", "detail=3|saturation=1.4", "detail=1|saturation=0.6",
                            "strength=0.4|warmth=0.3", "strength=0.8|vibrance=0.5"}) {
        options.set = set;
        EXPECT_EQ(tonelift_filter_set_options(filter.get(), &options), TONELIFT_OK)
            << messages.errors;
        TestPicture from = picture_for(in);
        draw_scene(from, 0);
        results.push_back(picture_for(out));
        const double time = 0.04 * static_cast<double>(results.size());
        const tonelift_frame in_frame = frame_of(from, time);
        tonelift_frame out_frame = frame_of(results.back(), time);
        EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK)
            << messages.errors;
    }
    return results;
}

TEST_F(GpuPresets, FollowParamsThatMoveAsTheCpuDoes) {
    const auto expected = shown_live("cpu"), actual = shown_live("cuda");
    for (size_t i = 0; i < expected.size(); ++i)
        expect_close(expected[i], actual[i], "change " + std::to_string(i));
}

}  // namespace
}  // namespace tonelift
