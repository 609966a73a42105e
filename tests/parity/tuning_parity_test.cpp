// SPDX-License-Identifier: BSD-2-Clause
// Tests that tuning numbers change the speed on the CPU, but no bit of the results.
#include <gtest/gtest.h>

#include "kernels/executor.h"
#include "tests/support/api_stream.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"
#include "tests/support/test_plans.h"

namespace tonelift::tuning_parity_test {
namespace {

std::vector<TestPicture> run(const Plan& plan, const std::vector<TestPicture>& source,
                             const Tuning& tuning) {
    std::vector<TestPicture> out(source.size(), TestPicture(plan.output, Pitch::padded));
    Batch batch = batch_of(source, out);
    make_cpu_executor(plan, 0, {}, tuning)->run(batch);
    return out;
}

void check(const Plan& plan, const std::string& what) {
    const auto source = scene_frames(plan.input, 2);
    const auto expected = run(plan, source, {});
    for (const TuningNumber& number : tuning_numbers()) {
        if (number.machine != "cpu") continue;
        for (const int value : number.values) {
            Tuning tuning;
            tuning.*number.place = value;
            const auto actual = run(plan, source, tuning);
            for (size_t i = 0; i < source.size(); ++i)
                EXPECT_TRUE(equal(expected[i], actual[i]))
                    << what << ", " << number.name << " " << value;
        }
    }
}

tonelift_video odd_video() { return hdr10_video(TONELIFT_FORMAT_P010, 333, 187); }

TEST(Tuning, DoesNotChangePicturesOfPresets) {
    for (const char* preset : {"natural", "portrait", "landscape"}) {
        tonelift_options options = default_options();
        options.preset = preset;
        options.deband = 1;
        check(stream_plan(options, odd_video(), TONELIFT_FORMAT_NV12), preset);
    }
}

TEST(Tuning, DoesNotChangePicturesOfScripts) {
    const char* const script =
        "plane l = lightness(input);\n"
        "float m = mean(l);\n"
        "plane s = median(blur_box(blur_gauss(l, 2), 3), 1) + surface_blur(l, l, 5, 0.1);\n"
        "plane d = upsample(downsample(s, 2));\n"
        "float n = mean(d);\n"
        "output input * (m + 0.1 * n + 0.01 * d);";
    check(script_plan(script, default_options(), odd_video(), TONELIFT_FORMAT_GBRPF32), "script");
}

}  // namespace
}  // namespace tonelift::tuning_parity_test
