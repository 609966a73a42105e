// SPDX-License-Identifier: BSD-2-Clause
// Tests that invalid arguments of the public API give an error status, and a message that names the
// invalid value and the allowed values.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/api_stream.h"

namespace tonelift::errors_test {
namespace {

struct Failing {
    tonelift_status status;
    std::string message;
};

Failing create(const tonelift_options& options, const tonelift_video& in,
               const tonelift_video& out) {
    Messages messages;
    const tonelift_log log = messages.log();
    tonelift_filter* filter = nullptr;
    const tonelift_status status =
        tonelift_filter_create(&filter, &options, &in, &out, nullptr, &log);
    EXPECT_EQ(filter == nullptr, status != TONELIFT_OK);
    tonelift_filter_destroy(&filter);
    return {status, messages.errors};
}

Failing create(const tonelift_options& options) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
    return create(options, in, output_of(default_options(), in));
}

std::string write_script(const char* text) {
    const std::string path = testing::TempDir() + "tonelift_errors_test.tl";
    std::ofstream(path) << text;
    return path;
}

void expect(const Failing& failing, tonelift_status status, const char* part) {
    EXPECT_EQ(failing.status, status) << failing.message;
    EXPECT_NE(failing.message.find(part), std::string::npos) << failing.message;
}

TEST(Errors, UnknownNamesAreReported) {
    tonelift_options options = default_options();
    options.preset = "naturel";
    expect(create(options), TONELIFT_ERROR_ARGUMENT, "natural");
    options = default_options();
    options.algorithm = "seascapes";
    expect(create(options), TONELIFT_ERROR_ARGUMENT, "mixed");
    options = default_options();
    for (const char* device : {"cuba", "cuda:", "cuda:-1", "cuda-1", "cuda1x"}) {
        options.device = device;
        expect(create(options), TONELIFT_ERROR_ARGUMENT, device);
    }
    options = default_options();
    options.set = "strenght=0.5";
    expect(create(options), TONELIFT_ERROR_ARGUMENT, "strength");
}

TEST(Errors, MessageNamesTheAllowedRange) {
    tonelift_options options = default_options();
    options.detail = 17;
    expect(create(options), TONELIFT_ERROR_ARGUMENT, "detail=17: allowed are -1 and 0 to 4");
    options = default_options();
    options.set = "detail=17";
    expect(create(options), TONELIFT_ERROR_ARGUMENT, "detail=17: allowed is 0 to 4 in mixed.tl");
    options.set = "detail=high";
    expect(create(options), TONELIFT_ERROR_ARGUMENT, "detail=high");
    options = default_options();
    options.tonemap = 99;
    expect(create(options), TONELIFT_ERROR_ARGUMENT, "tonemap");
}

TEST(Errors, IntParamsMustBeWhole) {
    tonelift_options options = default_options();
    options.script_text =
        "param int n = 2 in [0, 5];\nparam bool b = false;\noutput input * n * b;";
    options.set = "n=2.5";
    expect(create(options), TONELIFT_ERROR_ARGUMENT,
           "n=2.5: allowed is a whole number from 0 to 5 in script_text");
    options.set = "b=0.5";
    expect(create(options), TONELIFT_ERROR_ARGUMENT,
           "b=0.5: allowed is a whole number from 0 to 1 in script_text");
    options.set = "n=3|b=1";
    EXPECT_EQ(create(options).status, TONELIFT_OK);
}

TEST(Errors, DebandOfFloatsIsRefused) {
    tonelift_options options = default_options();
    const tonelift_video in = sdr_video(TONELIFT_FORMAT_GBRPF32, 64, 36);
    const tonelift_video out = output_of(options, in);
    EXPECT_EQ(create(options, in, out).status, TONELIFT_OK) << "auto";
    options.deband = 0.5;
    expect(create(options, in, out), TONELIFT_ERROR_ARGUMENT, "deband");
}

TEST(Errors, MissingGpuIsExplainedWithAdvice) {
    tonelift_options options = default_options();
    options.device = "cuda";
    const Failing failing = create(options);
    if (failing.status == TONELIFT_OK) GTEST_SKIP() << "there is a GPU";
    expect(failing, TONELIFT_ERROR_UNSUPPORTED, "set device=cpu");
    options.device = "auto";
    EXPECT_EQ(create(options).status, TONELIFT_OK);
}

TEST(Errors, DeviceNamesIgnoreCase) {
    tonelift_options options = default_options();
    for (const char* device : {"CPU", "Auto"}) {
        options.device = device;
        EXPECT_EQ(create(options).status, TONELIFT_OK) << device;
    }
    for (const auto& [device, same] : {std::pair("CUDA99", "cuda99"), {"Cuda:99", "cuda:99"}}) {
        options.device = device;
        const Failing failing = create(options);
        options.device = same;
        EXPECT_EQ(failing.status, create(options).status) << device;
        EXPECT_EQ(failing.message.find("allowed are"), std::string::npos) << failing.message;
    }
    options.device = "gpu";
    expect(create(options), TONELIFT_ERROR_ARGUMENT,
           "allowed are auto, cpu, cuda, vulkan, and cudaN or vulkanN");
}

TEST(Errors, ScriptErrorsShowLineAndColumn) {
    tonelift_options options = default_options();
    const std::string path =
        write_script("plane v = lightnes(input);\noutput relight(input, v, v);\n");
    options.script = path.c_str();
    const Failing failing = create(options);
    expect(failing, TONELIFT_ERROR_SCRIPT, ":1:11: error:");
    EXPECT_NE(failing.message.find("lightness"), std::string::npos) << failing.message;
    EXPECT_NE(failing.message.find("^"), std::string::npos) << failing.message;
}

TEST(Errors, MissingFileIsNamed) {
    tonelift_options options = default_options();
    options.script = "/nonexistent/look.tl";
    expect(create(options), TONELIFT_ERROR_IO, "/nonexistent/look.tl");
    options = default_options();
    options.stats_file = "/nonexistent/folder/stats";
    expect(create(options), TONELIFT_ERROR_IO, "/nonexistent/folder/stats");
}

Failing check(const tonelift_options& options) {
    Messages messages;
    const tonelift_log log = messages.log();
    const tonelift_status status = tonelift_options_check(&options, &log);
    return {status, messages.errors};
}

TEST(OptionsCheck, ReportsTheErrorsOfAFilter) {
    const std::string path = write_script("output pow(input);\n");
    EXPECT_EQ(check(default_options()).status, TONELIFT_OK);
    tonelift_options options = default_options();
    options.script = path.c_str();
    expect(check(options), TONELIFT_ERROR_SCRIPT, ":1:");
    options = default_options();
    options.preset = "naturel";
    expect(check(options), TONELIFT_ERROR_ARGUMENT, "natural");
    options = default_options();
    options.set = "nosuch=1";
    expect(check(options), TONELIFT_ERROR_ARGUMENT, "nosuch");
    options = default_options();
    options.device = "cuda:99";
    EXPECT_NE(check(options).message, "");
    EXPECT_NE(tonelift_options_check(nullptr, nullptr), TONELIFT_OK);
}

TEST(OptionsCheck, LeavesTheLimitsOfScriptsToTheStream) {
    tonelift_options options = default_options();
    options.script_memory = options.script_work = 1;
    EXPECT_EQ(check(options).message, "");
    expect(create(options), TONELIFT_ERROR_SCRIPT, "for a frame of 64x36");
    options.script_memory = 0;
    expect(check(options), TONELIFT_ERROR_ARGUMENT, "script_memory");
}

TEST(OptionsCheck, AcceptsScriptsThatFailOnlyInTinyPictures) {
    tonelift_options options = default_options();
    options.script_text =
        "plane v = blur_box(lightness(input), round(width / 100));\n"
        "output color(upsample(scale(v, width / 30, height / 30)));\n";
    EXPECT_EQ(check(options).message, "");
}

TEST(OptionsCheck, AcceptsScriptsThatFailOnlyInSmallOrLargePictures) {
    tonelift_options options = default_options();
    for (const char* radius : {"width / 20", "width / 2500"}) {
        const std::string script = std::string("plane v = blur_box(lightness(input), round(") +
                                   radius + "));\noutput color(v);\n";
        options.script_text = script.c_str();
        EXPECT_EQ(check(options).message, "");
    }
    options.script_text = "plane v = blur_box(lightness(input), 100 + width);\noutput color(v);\n";
    expect(check(options), TONELIFT_ERROR_SCRIPT, "2020");
}

TEST(OptionsCheck, RefusesUnknownEnumNumbers) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
    tonelift_video out;
    tonelift_video_default(&out);
    for (const char* file : {"", "unused"}) {
        for (const int stats : {-1, TONELIFT_STATS_MEASURE + 1}) {
            tonelift_options options = default_options();
            options.stats_file = file;
            options.stats = stats;
            expect(check(options), TONELIFT_ERROR_ARGUMENT, "measure");
            EXPECT_EQ(tonelift_output(&options, &in, &out, nullptr), TONELIFT_ERROR_ARGUMENT);
        }
    }
}

TEST(OptionsCheck, DoesNotTouchStatsFiles) {
    const std::string path = testing::TempDir() + "tonelift_no_statistics";
    tonelift_options options = default_options();
    options.stats_file = path.c_str();
    for (const int stats : {TONELIFT_STATS_READ, TONELIFT_STATS_MEASURE}) {
        options.stats = stats;
        EXPECT_EQ(check(options).status, TONELIFT_OK);
    }
    EXPECT_FALSE(std::ifstream(path).good());
}

TEST(Errors, AbsurdSizesAreRefused) {
    for (const auto& [width, height] :
         {std::pair{0, 10}, {10, 0}, {-5, 5}, {65536, 16}, {16, 16385}}) {
        tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, width, height);
        tonelift_video out = sdr_video(TONELIFT_FORMAT_YUV420P, width, height);
        expect(create(default_options(), in, out), TONELIFT_ERROR_ARGUMENT, "16384");
    }
}

TEST(Errors, UnsupportedOutputIsRefusedWhenItIsDescribed) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
    for (const int unsupported : {0, 2, 3, 9, 10, 17}) {
        tonelift_options options = default_options();
        options.transfer = unsupported;
        tonelift_video out = in;
        EXPECT_EQ(tonelift_output(&options, &in, &out, nullptr), TONELIFT_ERROR_UNSUPPORTED);
    }
}

TEST(Errors, ReservedFieldsMustBeZero) {
    tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
    const tonelift_video out = output_of(default_options(), in);
    in.reserved = 5;
    expect(create(default_options(), in, out), TONELIFT_ERROR_UNSUPPORTED, "tonelift_video");
}

TEST(Errors, ConvertedDolbyVisionIsRefusedWithTheOptionToForceIt) {
    tonelift_video in = make_video(TONELIFT_FORMAT_RGB24, 64, 36);
    in.dolby_vision_profile = 5;
    const tonelift_video out = sdr_video(TONELIFT_FORMAT_YUV420P, 64, 36);
    tonelift_options options = default_options();
    expect(create(options, in, out), TONELIFT_ERROR_UNSUPPORTED, "apply_dolbyvision=0");
    options.apply_dolbyvision = 0;
    EXPECT_EQ(create(options, in, out).status, TONELIFT_OK);
}

TEST(Errors, FramesWithoutMemoryAreRefused) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
    const tonelift_video out = output_of(default_options(), in);
    Messages messages;
    const FilterHandle filter = make_filter(default_options(), in, out, &messages);
    ASSERT_NE(filter, nullptr);
    TestPicture from = picture_for(in);
    TestPicture to = picture_for(out);
    tonelift_frame in_frame = frame_of(from, 0);
    tonelift_frame out_frame = frame_of(to, 0);
    in_frame.pitch[1] = 3;
    EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1),
              TONELIFT_ERROR_ARGUMENT);
    in_frame = frame_of(from, 0);
    out_frame.data[2] = nullptr;
    EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1),
              TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(tonelift_filter_process(filter.get(), nullptr, nullptr, 1), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(tonelift_filter_process(filter.get(), nullptr, nullptr, 0), TONELIFT_OK);
}

TEST(Errors, NullArgumentsAreErrorsOrIgnored) {
    EXPECT_EQ(tonelift_filter_create(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
              TONELIFT_ERROR_ARGUMENT);
    tonelift_filter* filter = nullptr;
    EXPECT_EQ(tonelift_filter_create(&filter, nullptr, nullptr, nullptr, nullptr, nullptr),
              TONELIFT_ERROR_ARGUMENT);
    tonelift_filter_destroy(nullptr);
    tonelift_filter_destroy(&filter);
    EXPECT_EQ(tonelift_filter_process(nullptr, nullptr, nullptr, 0), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(tonelift_filter_set_options(nullptr, nullptr), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(tonelift_filter_set_input(nullptr, nullptr), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(tonelift_filter_reset(nullptr), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(tonelift_filter_passthrough(nullptr), 0);
    EXPECT_EQ(tonelift_output(nullptr, nullptr, nullptr, nullptr), TONELIFT_ERROR_ARGUMENT);
    tonelift_video_default(nullptr);
    for (int status = -20; status <= 1; ++status) {
        EXPECT_NE(tonelift_status_text(static_cast<tonelift_status>(status)), nullptr);
    }
}

}  // namespace
}  // namespace tonelift::errors_test
