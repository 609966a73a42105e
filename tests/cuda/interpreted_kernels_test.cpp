// SPDX-License-Identifier: BSD-2-Clause
// Runs the kernels in the PTX interpreter on small frames. The results equal the CPU's results, and
// no access is out of bounds.
#include "kernels/gpu/shared_halving.h"
#include "tests/cuda/interpreted_device.h"
#include "tests/cuda/load_double.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/kernel_cases.h"
#include "tests/support/stream_plan.h"

namespace tonelift::interpreted_kernels_test {
namespace {

// The interpreter runs the threads of a block one after another. The reverse order finds missing
// barriers that the usual order hides.
TEST(InterpretedKernels, AgreeWithTheCpu) {
    for (const bool last_first : {false, true}) {
        const InterpretedDevice device({interpreter::Error::none, last_first, "", ""});
        const std::vector<KernelCase> cases = kernel_cases({45, 29});
        for (size_t i = 0; i < cases.size(); i += last_first ? 1 : 5) {
            expect_like_cpu(cases[i].plan, open_cuda_device({}), 1, cases[i].what);
            EXPECT_EQ(InterpretedDevice::fault(), "") << cases[i].what;
        }
    }
}

TEST(InterpretedKernels, HalveTwoPlanesAtOnce) {
    const InterpretedDevice device({interpreter::Error::none, false, "", ""});
    for (const int width : {4, 136, 260}) {
        const Plan plan = script_plan(
            "plane v = downsample(lightness(input), 2);"
            "plane skin = downsample(skin_likelihood(input), 2);"
            "output input * (0.4 + 0.3 * upsample(skin) * upsample(v) + 0.3 * mean(v) + 0.3 * "
            "mean(skin));",
            default_options(), hdr10_video(TONELIFT_FORMAT_P010, width, 22), TONELIFT_FORMAT_NV12);
        EXPECT_LT(with_shared_halvings(plan).steps.size(), plan.steps.size());
        expect_like_cpu(plan, open_cuda_device({}), 3, std::to_string(width));
        EXPECT_EQ(InterpretedDevice::fault(), "") << width;
    }
}

TEST(InterpretedKernels, ReadSmallPlanes) {
    const InterpretedDevice device({interpreter::Error::none, false, "", ""});
    for (const Size size : {Size{4, 4}, {132, 12}, {260, 8}, {130, 6}, {6, 22}}) {
        const Plan plan = script_plan(
            "plane v = lightness(input); plane half = downsample(v, 2);"
            "plane large = joint_upsample(half * half, half, v, 0.01, 0.8);"
            "plane any = joint_upsample(3 * half, half, v, 0.01, 1000, 0.1) / 3;"
            "output input * (upsample(half) + upsample(3 * downsample(v, 4)) + large + any);",
            default_options(), hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height),
            TONELIFT_FORMAT_NV12);
        EXPECT_GE(plan.upsamplings.size(), 3u);
        const std::string what = std::to_string(size.width) + "x" + std::to_string(size.height);
        expect_like_cpu(plan, open_cuda_device({}), 3, what);
        EXPECT_EQ(InterpretedDevice::fault(), "") << what;
    }
}

TEST(InterpretedKernels, DebandingPlanesAreReadOnlyInFramesWithBanding) {
    const InterpretedDevice device({interpreter::Error::none, false, "", ""});
    for (const char* script : {"", "output input * (0.5 + blur_box(lightness(input), 1));",
                               "output input * percentile(blur_box(lightness(input), 2), 0.9);",
                               "plane v = lightness(input); output input * (percentile(v, 0.9) + "
                               "percentile(recursive_gauss(v, 3), 0.5) + blur_box(v, 2));",
                               "plane h = lightness(downsample(input, 2)); output input * (0.5 + "
                               "upsample(median(h, 1)));"})
        for (const Size size : {Size{264, 96}, {130, 70}}) {
            const tonelift_video in = sdr_video(TONELIFT_FORMAT_NV12, size.width, size.height);
            const auto plan_with = [&](double deband) {
                tonelift_options options = default_options();
                options.deband = deband;
                return *script != 0 ? script_plan(script, options, in, TONELIFT_FORMAT_NV12)
                                    : stream_plan(options, in, TONELIFT_FORMAT_NV12);
            };
            const Plan plan = plan_with(TONELIFT_DEBAND_AUTO);
            std::vector<TestPicture> source(3, TestPicture(plan.input, Pitch::aligned));
            for (size_t i : {0, 2}) source[i].fill_legal(static_cast<uint32_t>(i));
            source[1].fill_constant(1, 128);
            source[1].fill_constant(2, 128);
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x)
                    source[1].set_code(0, x, y, 60 + (2 * x + y) / 24);
            std::vector<TestPicture> expected(3, TestPicture(plan.output, Pitch::aligned));
            auto actual = expected, without = expected;
            run_on_cpu(plan, source, expected);
            run_on_cpu(plan_with(TONELIFT_DEBAND_OFF), source, without);
            run_on_device(plan, open_cuda_device({}), source, actual, {3, 3});
            for (size_t i = 0; i < 3; ++i) {
                const std::string what = std::string(script) + ", frame " + std::to_string(i);
                expect_close(expected[i], actual[i], what);
                const bool same = std::ranges::equal(expected[i].memory(), without[i].memory());
                EXPECT_EQ(same, i != 1) << what;
            }
            EXPECT_EQ(InterpretedDevice::fault(), "") << script;
        }
}

TEST(InterpretedKernels, RepeatedLaunchesAgreeWithTheCpu) {
    for (const bool last_first : {false, true}) {
        const InterpretedDevice device({interpreter::Error::none, last_first, "", ""});
        const Plan plan = script_plan(
            "plane v = lightness(input); plane soft = recursive_edge(v, v, 40, 0.5, 1);"
            "output input * (0.5 + 0.3 * soft + 0.2 * smooth(mean(soft), 0.5));",
            default_options(), hdr10_video(TONELIFT_FORMAT_P010, 36, 60), TONELIFT_FORMAT_NV12);
        std::vector<TestPicture> source(6, TestPicture(plan.input, Pitch::aligned));
        for (size_t i = 0; i < source.size(); ++i) source[i].fill_legal(static_cast<uint32_t>(i));
        std::vector<TestPicture> expected(6, TestPicture(plan.output, Pitch::aligned));
        run_on_device(plan, open_cuda_device({}), source, expected, {6, 6});
        for (const BatchSize batch : {BatchSize{1, 1}, {2, 2}}) {
            auto actual = expected;
            for (TestPicture& picture : actual) picture.fill_constant(0, 7);
            const int before = driver_double().graph_launches;
            run_on_device(plan, open_cuda_device({}), source, actual, batch);
            EXPECT_EQ(driver_double().graph_launches - before, 6 / batch.of_launches - 1);
            for (size_t i = 0; i < actual.size(); ++i)
                EXPECT_TRUE(equal(expected[i], actual[i])) << batch.of_launches << ", " << i;
        }
        EXPECT_EQ(InterpretedDevice::fault(), "");
    }
}

TEST(InterpretedKernels, ReadAndWriteEveryFormat) {
    const InterpretedDevice device({interpreter::Error::none, false, "", ""});
    for (const Format* format : all_formats()) {
        const auto number = static_cast<tonelift_format>(format->id);
        const Plan plan =
            script_plan("output 0.9 * input;", default_options(), sdr_video(number, 13, 5), number);
        expect_like_cpu(plan, open_cuda_device({}), 1, format->ffmpeg);
        EXPECT_EQ(InterpretedDevice::fault(), "") << format->ffmpeg;
    }
}

TEST(InterpretedKernels, ReadEveryFormatAtAReducedSize) {
    const InterpretedDevice device({interpreter::Error::none, false, "", ""});
    for (const Format* format : all_formats()) {
        const auto number = static_cast<tonelift_format>(format->id);
        const int locations = format->subsampled() ? 6 : 1;
        for (int location = 1; location <= locations; ++location) {
            for (const auto& [factor, width, height] : {std::tuple{"2", 26, 6}, {"4", 52, 12}}) {
                tonelift_video in = sdr_video(number, width, height);
                in.chroma_location = static_cast<tonelift_chroma_location>(location);
                const std::string script =
                    std::string("output 0.9 * upsample(downsample(input, ") + factor + "));";
                const Plan plan = script_plan(script, default_options(), in, number);
                const std::string what =
                    format->ffmpeg + (" " + std::to_string(location)) + ", factor " + factor;
                expect_like_cpu(plan, open_cuda_device({}), 1, what);
                EXPECT_EQ(InterpretedDevice::fault(), "") << what;
            }
        }
    }
}

TEST(InterpretedKernels, ReadTheInputAtAReducedSizeInEveryPass) {
    const InterpretedDevice device({interpreter::Error::none, false, "", ""});
    for (const char* reduced :
         {"h", "recursive_edge(h, h, 20, 0.1, 1)", "recursive_edge(3 * h, h, 20, 0.1, 1)",
          "recursive_gauss(h, 3)", "blur_box(h, 1)", "median(h, 1)", "upsample(downsample(h, 2))",
          "scale(downsample(h, 3) * 2, width, height)",
          "h * scale(downsample(lightness(input), by) * (0.5 + h), ceil(width / by), "
          "ceil(height / by))"}) {
        for (const auto& [by, width, height] : {std::tuple{"2", 264, 20},
                                                {"2", 26, 6},
                                                {"2", 2, 2},
                                                {"4", 528, 40},
                                                {"4", 52, 12},
                                                {"4", 4, 4}}) {
            const Plan plan = script_plan(
                std::string("int by = ") + by + "; plane h = lightness(downsample(input, by));" +
                    "output input * (0.5 + upsample(scale(" + reduced +
                    ", ceil(width / by), ceil(height / by))) * mean(h));",
                default_options(), hdr10_video(TONELIFT_FORMAT_P010, width, height),
                TONELIFT_FORMAT_NV12);
            const std::string what = std::string(reduced) + ", factor " + by;
            expect_like_cpu(plan, open_cuda_device({}), 3, what);
            EXPECT_EQ(InterpretedDevice::fault(), "") << what;
        }
    }
}

// The kernels do not clamp codes after dithering. The dither noise must therefore not result in
// codes below the first code or above the last code.
TEST(InterpretedKernels, DitherStaysWithinTheRangeOfCodes) {
    const InterpretedDevice device({interpreter::Error::none, false, "", ""});
    for (const auto out : {TONELIFT_FORMAT_RGBA, TONELIFT_FORMAT_GBRP, TONELIFT_FORMAT_GBRP10}) {
        const Plan plan = script_plan("output clamp(4 * input - 1.5, 0, 1);", default_options(),
                                      hdr10_video(TONELIFT_FORMAT_P010, 72, 64), out);
        expect_like_cpu(plan, open_cuda_device({}), 1, tonelift_format_name(out));
        EXPECT_EQ(InterpretedDevice::fault(), "");
    }
}

// A word of V210 contains several samples, so two thread blocks can write parts of the same word.
TEST(InterpretedKernels, AgreeWithTheCpuWhereBlocksMeetWithinAV210Word) {
    const InterpretedDevice device({interpreter::Error::none, false, "", ""});
    for (const int width : {6, 7, 123, 124, 125, 126, 127, 128, 244, 245, 246, 251}) {
        for (const auto location : {TONELIFT_CHROMA_LEFT, TONELIFT_CHROMA_CENTER}) {
            tonelift_video in = sdr_video(TONELIFT_FORMAT_V210, width, 3);
            in.chroma_location = location;
            const Plan plan =
                script_plan("output 0.9 * input;", default_options(), in, TONELIFT_FORMAT_V210);
            const std::string what = std::to_string(width) + " columns";
            expect_like_cpu(plan, open_cuda_device({}), 1, what);
            EXPECT_EQ(InterpretedDevice::fault(), "") << what;
        }
    }
}

}  // namespace
}  // namespace tonelift::interpreted_kernels_test
