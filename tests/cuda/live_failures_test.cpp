// SPDX-License-Identifier: BSD-2-Clause
// Tests that a failed change of options on a GPU has no effect on the pictures, whichever step of
// the change fails.
#include <gtest/gtest.h>

#include "tests/cuda/interpreted_device.h"
#include "tests/cuda/load_double.h"
#include "tests/support/api_stream.h"

namespace tonelift::live_failures_test {
namespace {

constexpr int width = 34, height = 18;
constexpr int frames_ahead = 12;
constexpr const char* script =
    "param float gain = 0.5 in [0, 1]; param int more = 0 in [0, 2];\n"
    "float m = smooth(mean(lightness(input)), 60);\n"
    "plane v = lightness(input);\n"
    "for (int i = 0; i < more; i++) v = blur_box(v, 2);\n"
    "output input * gain * (0.05 + m) * v;";

class LiveFailuresOnCuda : public testing::TestWithParam<bool> {
  protected:
    LiveFailuresOnCuda() {
        options_.device = "cuda";
        options_.script_text = script;
        options_.batch = 1;
        if (GetParam()) options_.smoothing = TONELIFT_SMOOTHING_SHOT;
        for (FilterHandle* filter : {&changed_, &untouched_})
            *filter = make_filter(options_, in_, out_, &messages_);
        for (int i = 0; i < frames_ahead; ++i) look(i);
    }

    TestPicture picture(int i) const {
        TestPicture made = picture_for(in_);
        made.fill_legal(static_cast<uint32_t>(i));
        return made;
    }
    void look(int i) {
        const TestPicture from = picture(i);
        const tonelift_frame frame = frame_of(from, i / 25.0);
        for (const FilterHandle* filter : {&changed_, &untouched_})
            EXPECT_EQ(tonelift_filter_look(filter->get(), &frame, 1), TONELIFT_OK)
                << messages_.errors;
    }

    TestPicture shown(const FilterHandle& filter, int i) {
        const TestPicture from = picture(i);
        TestPicture to = picture_for(out_);
        const tonelift_frame in_frame = frame_of(from, i / 25.0);
        tonelift_frame out_frame = frame_of(to, i / 25.0);
        EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK)
            << messages_.errors;
        return to;
    }
    void expect_same_frame(const std::string& when) {
        EXPECT_TRUE(equal(shown(changed_, frame_), shown(untouched_, frame_))) << when;
        EXPECT_EQ(InterpretedDevice::fault(), "") << when;
        ++frame_;
    }

    // Changes the options repeatedly. In the first attempt the first driver call fails, in the
    // second attempt the second call, and so on until an attempt succeeds. Expects that failed
    // attempts do not change the pictures.
    void expect_nothing_of_failures(int DriverDouble::*left, tonelift_status status) {
        tonelift_options then = options_;
        then.set = "more=2";
        int failures = 0;
        for (;; ++failures) {
            driver_double().*left = failures;
            const tonelift_status result = tonelift_filter_set_options(changed_.get(), &then);
            driver_double().*left = -1;
            if (result == TONELIFT_OK) break;
            EXPECT_EQ(result, status) << messages_.errors;
            if (failures % 4 == 0) expect_same_frame("after call " + std::to_string(failures));
        }
        EXPECT_GT(failures, 4);
        EXPECT_EQ(tonelift_filter_set_options(untouched_.get(), &then), TONELIFT_OK);
        for (int i = 0; i < 2; ++i) expect_same_frame("after the change");
    }

    const InterpretedDevice device_{};
    tonelift_options options_ = default_options();
    const tonelift_video in_ = hdr10_video(TONELIFT_FORMAT_P010, width, height);
    const tonelift_video out_ = output_of(options_, in_);
    Messages messages_;
    FilterHandle changed_, untouched_;
    int frame_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Smoothing, LiveFailuresOnCuda, testing::Bool(),
                         [](const auto& given) { return given.param ? "PerShot" : "InSeconds"; });

TEST_P(LiveFailuresOnCuda, FailedAllocationKeepsThePictures) {
    for (int i = 0; i < 2; ++i) expect_same_frame("before");
    expect_nothing_of_failures(&DriverDouble::allocations_left, TONELIFT_ERROR_OUT_OF_MEMORY);
}

TEST_P(LiveFailuresOnCuda, FailedWriteKeepsThePictures) {
    for (int i = 0; i < 2; ++i) expect_same_frame("before");
    expect_nothing_of_failures(&DriverDouble::writes_left, TONELIFT_ERROR_DEVICE);
}

TEST_P(LiveFailuresOnCuda, FailedCompilationKeepsThePictures) {
    for (int i = 0; i < 2; ++i) expect_same_frame("before");
    constexpr int invalid_ptx = 218;
    tonelift_options then = options_;
    then.set = "more=1";
    driver_double().module_result = invalid_ptx;
    EXPECT_EQ(tonelift_filter_set_options(changed_.get(), &then), TONELIFT_ERROR_DEVICE);
    driver_double().module_result = 0;
    expect_same_frame("after it");
}

}  // namespace
}  // namespace tonelift::live_failures_test
