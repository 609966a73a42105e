// SPDX-License-Identifier: BSD-2-Clause
// Tuning numbers change the speed, but no bit of the results. Tests with Small in their names also
// run in the interpreter.
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"

namespace tonelift::gpu_tuning_test {
namespace {

// The order of a sum decides how a mean is rounded.
const char* const sums =
    "plane l = lightness(input);\n"
    "float m = mean(l);\n"
    "plane k = l * m;\n"
    "float n = mean(k);\n"
    "plane e = recursive_edge(k, l, 8, 0.2, 1);\n"
    "output input * (m + 0.1 * n + 0.01 * e);";

struct Case {
    std::string name;
    Plan plan;
};

std::vector<Case> cases(int width, int height) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, width, height);
    tonelift_options portrait = default_options();
    portrait.preset = "portrait";
    return {{"natural", stream_plan(default_options(), in, TONELIFT_FORMAT_NV12)},
            {"portrait", stream_plan(portrait, in, TONELIFT_FORMAT_YUV420P10)},
            {"sums", script_plan(sums, default_options(), in, TONELIFT_FORMAT_GBRPF32)}};
}

class GpuTuning : public GpuTest {
  protected:
    std::vector<TestPicture> run(const Plan& plan, const std::vector<TestPicture>& source,
                                 const Tuning& tuning) {
        std::vector<TestPicture> out(source.size(), TestPicture(plan.output, Pitch::aligned));
        const auto executor =
            make_cuda_executor(plan, device_, static_cast<int>(source.size()), tuning);
        run_executor(*executor, device_, source, out, source.size());
        return out;
    }

    void check(const Case& of, const std::vector<TestPicture>& source,
               const std::vector<TestPicture>& expected, const Tuning& tuning,
               const std::string& what) {
        const std::vector<TestPicture> actual = run(of.plan, source, tuning);
        for (size_t i = 0; i < source.size(); ++i)
            EXPECT_TRUE(equal(expected[i], actual[i])) << of.name << ", " << what;
    }

    void check_all(int width, int height) {
        for (const Case& of : cases(width, height)) {
            const auto source = scene_frames(of.plan.input, 2);
            const auto expected = run(of.plan, source, {});
            Tuning last;
            for (const TuningNumber& number : tuning_numbers()) {
                if (number.machine != "cuda") continue;
                for (const int value : number.values) {
                    Tuning tuning;
                    if (value == tuning.*number.place) continue;
                    tuning.*number.place = value;
                    check(of, source, expected, tuning,
                          std::string(number.name) + " " + std::to_string(value));
                }
                last.*number.place = number.values.back();
            }
            check(of, source, expected, last, "the last values of all");
        }
    }
};

TEST_F(GpuTuning, SmallPicturesStayTheSame) { check_all(67, 35); }
TEST_F(GpuTuning, LargePicturesStayTheSame) { check_all(2050, 1442); }

}  // namespace
}  // namespace tonelift::gpu_tuning_test
