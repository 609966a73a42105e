// SPDX-License-Identifier: BSD-2-Clause
// Tests that tuning numbers change the speed, but no bit of the results. Tests with `Small` in
// their names also run in the PTX interpreter.
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"

namespace tonelift::gpu_tuning_test {
namespace {

// A script with means, whose rounding depends on the order of the additions.
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

struct NamedTuning {
    std::string name;
    Tuning tuning;
};

std::vector<TuningNumber> numbers_of_cuda() {
    std::vector<TuningNumber> numbers;
    for (const TuningNumber& number : tuning_numbers())
        if (number.machine == "cuda") numbers.push_back(number);
    return numbers;
}

// Returns a small set of tunings that contains every allowed value of every tuning number
// (kernels/tuning.def). Each tuning sets all tuning numbers.
std::vector<NamedTuning> few_tunings() {
    const std::vector<TuningNumber> numbers = numbers_of_cuda();
    size_t most = 0;
    for (const TuningNumber& number : numbers) most = std::max(most, number.values.size());
    std::vector<NamedTuning> tunings;
    for (size_t i = 0; i < most; ++i) {
        tunings.push_back({"value " + std::to_string(i) + " of all", {}});
        for (const TuningNumber& number : numbers)
            tunings.back().tuning.*number.place = number.values[i % number.values.size()];
    }
    return tunings;
}

// Returns few_tunings(), and one tuning for each value of a tuning number other than its default.
// Each of these tunings changes only this tuning number.
std::vector<NamedTuning> many_tunings() {
    std::vector<NamedTuning> tunings = few_tunings();
    for (const TuningNumber& number : numbers_of_cuda()) {
        for (const int value : number.values) {
            if (value == Tuning{}.*number.place) continue;
            tunings.push_back({std::string(number.name) + " " + std::to_string(value), {}});
            tunings.back().tuning.*number.place = value;
        }
    }
    return tunings;
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

    // Expects that every tuning in `tunings` gives the same pictures as the default tuning, bit for
    // bit.
    void check_all(int width, int height, const std::vector<NamedTuning>& tunings) {
        for (const Case& of : cases(width, height)) {
            const auto source = scene_frames(of.plan.input, 2);
            const auto expected = run(of.plan, source, {});
            for (const NamedTuning& each : tunings)
                check(of, source, expected, each.tuning, each.name);
        }
    }
};

TEST_F(GpuTuning, SmallPicturesStayTheSame) { check_all(67, 35, few_tunings()); }
TEST_F(GpuTuning, LargePicturesStayTheSame) { check_all(2050, 1442, many_tunings()); }

}  // namespace
}  // namespace tonelift::gpu_tuning_test
