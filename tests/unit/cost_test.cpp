// SPDX-License-Identifier: BSD-2-Clause
// Tests that a script which needs too much memory per frame or too much work per pixel is refused.
// The message names the line in the script.
#include "core/graph/cost.h"

#include <gtest/gtest.h>

#include "core/algorithms/algorithms.h"
#include "core/color/describe.h"
#include "core/common/options.h"
#include "core/runtime/build.h"
#include "tests/support/looped_presets.h"

namespace tonelift::cost_test {
namespace {

tonelift_video hdr10(int width, int height) {
    tonelift_video video;
    tonelift_video_default(&video);
    video.format = TONELIFT_FORMAT_P010;
    video.width = width;
    video.height = height;
    video.transfer = h273::transfer_pq;
    video.primaries = h273::primaries_bt2020;
    return video;
}

Plan plan_of(const ScriptSource& source, const tonelift_options& options, int width, int height) {
    const tonelift_video in = describe_input(hdr10(width, height), options, nullptr);
    const tonelift_video out = describe_output(options, in);
    return build(source, Settings(options), {in}, out, {}, Log()).plan;
}

Plan plan_of(const std::string& text, const tonelift_options& options = default_options(),
             int width = 1920, int height = 1080) {
    return plan_of(ScriptSource{"test.tl", text, ""}, options, width, height);
}

std::string refusal(const std::string& text, const tonelift_options& options = default_options(),
                    int width = 1920, int height = 1080) {
    try {
        plan_of(text, options, width, height);
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::script) << error.what();
        return error.what();
    }
    return "";
}

void expect_begin(const std::string& text, const std::string& begin) {
    EXPECT_EQ(text.substr(0, begin.size()), begin);
}

std::string gather(int radius, const std::string& term) {
    return "plane near(plane t, plane h, float dx, float dy) { plane a = t; " + term +
           " return a; }\nplane last(plane s, plane h) { return s; }\n"
           "plane v = input.r;\noutput color(gather(v, " +
           std::to_string(radius) + ", near, last));";
}

TEST(Cost, IsFarBelowTheBoundsForPresets) {
    for (const Preset& preset : looped_presets()) {
        tonelift_options options = default_options();
        options.preset = preset.name;
        const ScriptSource source = script_source(Settings(options));
        for (const auto& [width, height] : {std::pair{7680, 4320}, {1920, 1080}, {320, 180}}) {
            const Cost cost = cost_of(plan_of(source, options, width, height));
            EXPECT_LT(cost.memory, 0.5 * options.script_memory * width * height) << preset.name;
            EXPECT_LT(cost.work, 0.01 * options.script_work) << preset.name;
            EXPECT_GT(cost.work, 10) << preset.name;
        }
        for (const auto& [width, height] :
             {std::pair{1, 1}, {16384, 1}, {1, 16384}, {16384, 16384}})
            plan_of(source, options, width, height);
    }
}

// Tone curves of metadata have many operations, which exact=on does not put into tables.
TEST(Cost, IsBelowTheBoundsForPresetsWithEveryToneMap) {
    for (const Preset& preset : looped_presets()) {
        for (int tonemap = TONELIFT_TONEMAP_AUTO; tonemap <= TONELIFT_TONEMAP_ST2094_10;
             tonemap += case_step) {
            tonelift_options options = default_options();
            options.preset = preset.name;
            options.tonemap = tonemap;
            options.exact = TONELIFT_EXACT_ON;
            const ScriptSource source = script_source(Settings(options));
            for (const auto& [width, height] : {std::pair{1919, 1080}, {641, 361}})
                EXPECT_NO_THROW(plan_of(source, options, width, height))
                    << preset.name << ", tonemap " << tonemap;
        }
    }
}

TEST(Cost, HugePlanesAreRefusedWithTheLine) {
    const std::string text =
        "plane v = lightness(input);\n"
        "plane w = scale(v, 16384, 16384);\n"
        "output color(upsample(w));";
    const std::string said = refusal(text);
    expect_begin(said, "test.tl:2:11: error: the script takes ");
    for (const char* part : {" MB for a frame of 1920x1080; allowed is 265 MB",
                             "the largest plane is made here", "set script_memory="})
        EXPECT_NE(said.find(part), std::string::npos) << said;
    EXPECT_NE(refusal(text, default_options(), 64, 32), "");
    EXPECT_EQ(refusal(text, default_options(), 16384, 16384), "");
    tonelift_options options = default_options();
    options.script_memory = 10000;
    EXPECT_EQ(refusal(text, options), "");
}

TEST(Cost, TooManyPlanesAreRefused) {
    const std::string said = refusal(
        "plane v = input.r; plane s = 0;\n"
        "for (int i = 0; i < 250; i++) { v = blur_box(v, 64); s = s + v * i; }\n"
        "output color(s);");
    expect_begin(said, "test.tl:2:37: error: the script takes ");
    EXPECT_NE(said.find("the largest plane is made here"), std::string::npos) << said;
}

TEST(Cost, LargeGathersAreRefused) {
    EXPECT_EQ(refusal(gather(30, "a = exp(-(t - h) * (t - h)) * sin(dx) * dy;")), "");
    EXPECT_EQ(refusal(gather(64, "")), "");
    const std::string heavy = gather(64, "for (int i = 0; i < 1000; i++) a = sin(a) + dx * h;");
    const std::string said = refusal(heavy);
    expect_begin(said, "test.tl:4:14: error: the script takes about ");
    EXPECT_NE(said.find(" operations per pixel of a frame of 1920x1080; allowed is 500000"),
              std::string::npos)
        << said;
    EXPECT_NE(said.find("set script_work="), std::string::npos) << said;
    tonelift_options options = default_options();
    options.script_work = 1e9;
    EXPECT_EQ(refusal(heavy, options), "");
    expect_begin(refusal("color near(color t, color h, float dx, float dy) { return t*dx+h*dy; }\n"
                         "color last(color s, color h) { return s; }\n"
                         "color c = input; for (int i = 0; i < 80; i++) c = gather(c, 64, near, "
                         "last); output c;"),
                 "test.tl:3:51: error: the script takes about ");
}

TEST(Cost, IncludesLoops) {
    const double once = cost_of(plan_of("output input * x;")).work;
    const double often =
        cost_of(plan_of("color c = input; for (int i = 0; i < 1000; i++) c = c * x;"
                        "output c;"))
            .work;
    EXPECT_GT(often, once + 2900);
}

TEST(Cost, IncludesRepeatedComputations) {
    tonelift_options options = default_options();
    options.script_memory = 1e6;
    options.script_work = 1e12;
    const std::string many = refusal(
        "plane v = input.r; for (int i = 0; i < 900; i++) v = v * x + y;\n"
        "plane s = 0; for (int i = 1; i < 60; i++) s = s + blur_box(v * i, i);\n"
        "output color(s);",
        options);
    EXPECT_NE(many.find("the passes of the script have more than 32768 operations"),
              std::string::npos)
        << many;
    expect_begin(many, "test.tl:2:");
}

TEST(Cost, HasALowerBoundForSmallFrames) {
    const std::string text = "output color(upsample(scale(lightness(input), 256, 256)));";
    EXPECT_EQ(refusal(text, default_options(), 16, 9), "");
}

TEST(Cost, WideFramesOfFewRowsAreAllowed) {
    const std::string text =
        "plane v = lightness(input); output color(recursive_edge(v, v, 20, 0.1, 2));";
    for (const int height : {1, 2, 3, 9})
        EXPECT_EQ(refusal(text, default_options(), 16384, height), "") << height;
}

}  // namespace
}  // namespace tonelift::cost_test
