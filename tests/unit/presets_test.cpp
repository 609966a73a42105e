// SPDX-License-Identifier: BSD-2-Clause
// Tests that every preset only sets params of its algorithm, and differs from all other presets.
#include <gtest/gtest.h>

#include <set>

#include "core/algorithms/algorithms.h"
#include "core/color/describe.h"
#include "core/graph/explain.h"
#include "core/runtime/build.h"
#include "core/runtime/settings.h"
#include "tests/support/api_stream.h"
#include "tests/support/scripts.h"

namespace tonelift::presets_test {
namespace {

std::vector<float> values_of(const Preset& preset) {
    tonelift_options options;
    tonelift_options_default(&options);
    options.algorithm = preset.algorithm;
    options.set = preset.values;
    const Settings settings(options);
    const ScriptSource source{"preset", find_algorithm(preset.algorithm).source, ""};
    const Ast ast = parse_script({source.name, source.text});
    return param_values(script_params(ast), source, settings, Log());
}

TEST(Presets, SetParamsOfTheirAlgorithm) {
    ASSERT_EQ(presets().size(), 17U);
    for (const Preset& preset : presets()) EXPECT_NO_THROW(values_of(preset)) << preset.name;
}

TEST(Presets, DifferFromEachOther) {
    std::set<std::pair<std::string, std::vector<float>>> looks;
    std::set<std::string> names, sentences;
    for (const Preset& preset : presets()) {
        EXPECT_TRUE(looks.emplace(preset.algorithm, values_of(preset)).second) << preset.name;
        EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
        EXPECT_TRUE(sentences.insert(preset.sentence).second) << preset.name;
    }
}

TEST(Presets, EachBuildsForEveryKindOfStream) {
    for (const Preset& preset : presets())
        for (const bool from_hdr : {false, true})
            for (const bool to_hdr : {false, true}) {
                Graph graph(64, 36, {});
                BuildContext context = test::context_of(graph);
                context.parameters = values_of(preset);
                context.source_is_hdr = from_hdr;
                context.target_is_hdr = to_hdr;
                const Ast ast = parse_script({"preset", find_algorithm(preset.algorithm).source});
                EXPECT_EQ(build_script(ast, graph, context).output.components, 3) << preset.name;
            }
}

void expect_shared(const char* name, double tonelift_options::*option, double value) {
    const tonelift_options defaults = default_options();
    tonelift_options moved = defaults;
    moved.*option = value;
    const std::string text = "param float " + std::string(name) + " = 7 in [0, 100]; output input;";
    const ScriptSource with{"with.tl", text, ""}, without{"without.tl", "output input;", ""};
    const std::vector<ScriptParam> params = script_params(parse_script({with.name, with.text}));
    Messages messages;
    const tonelift_log log = messages.log();
    const auto values = [&](const tonelift_options& options) {
        return param_values(params, with, Settings(options), Log(&log));
    };
    EXPECT_EQ(values(defaults), std::vector{7.0f}) << name;
    EXPECT_EQ(values(moved), std::vector{static_cast<float>(value)}) << name;
    param_values({}, without, Settings(defaults), Log(&log));
    EXPECT_EQ(messages.warnings, "") << name;
    param_values({}, without, Settings(moved), Log(&log));
    EXPECT_NE(messages.warnings.find("'" + std::string(name) + "', so this option has no effect"),
              std::string::npos)
        << messages.warnings;
}

TEST(SharedOptions, SetTheParamOfTheSameNameIfTheyDifferFromTheDefault) {
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    [[maybe_unused]] constexpr double largest_##name = maximum;
#define TONELIFT_OPTION_PARAM(name) expect_shared(#name, &tonelift_options::name, largest_##name);
#include <tonelift/options.def>
}

Plan plan_of(const std::string& preset, const tonelift_video& video,
             tonelift_options options = default_options()) {
    options.preset = preset.c_str();
    options.deband = TONELIFT_DEBAND_OFF;
    const tonelift_video in = describe_input(video, options, nullptr);
    const tonelift_video out = describe_output(options, in);
    const Settings settings(options);
    return build(script_source(settings), settings, {in}, out, {}, Log()).plan;
}

std::vector<const Pass*> passes_of(const Plan& plan) {
    std::vector<const Pass*> passes;
    for (const auto& step : plan.steps)
        if (const auto* pass = std::get_if<Pass>(&step)) passes.push_back(pass);
    return passes;
}

double bytes_moved(const Plan& plan) {
    const std::string text = explain(plan);
    return std::stod(text.substr(text.find("total") + 5));
}

// Two passes read the frame. The other two passes compute means for the detection of cuts.
TEST(Presets, CurveOnlyPresetsTakeFourPasses) {
    const tonelift_video hdr = hdr10_video(TONELIFT_FORMAT_P010, 1920, 1080);
    const double natural = bytes_moved(plan_of("natural", hdr));
    for (const char* preset : {"faithful", "cinema"}) {
        const Plan plan = plan_of(preset, hdr);
        EXPECT_EQ(passes_of(plan).size(), 4U) << preset;
        EXPECT_LE(bytes_moved(plan), 7.85) << preset;
        EXPECT_LE(bytes_moved(plan), 0.71 * natural) << preset;
    }
}

TEST(Presets, ZeroStrengthNeedsNoFilter) {
    const tonelift_video hdr = hdr10_video(TONELIFT_FORMAT_P010, 1920, 1080);
    tonelift_options options = default_options();
    options.strength = 0;
    for (const Preset& preset : presets()) {
        const Plan plan = plan_of(preset.name, hdr, options);
        EXPECT_EQ(passes_of(plan).size(), 4U) << preset.name;
        EXPECT_LE(bytes_moved(plan), 8.75) << preset.name;
    }
}

TEST(Presets, StoreNoPlaneOfTheFullSize) {
    for (const tonelift_video& video : {hdr10_video(TONELIFT_FORMAT_P010, 1920, 1080),
                                        sdr_video(TONELIFT_FORMAT_NV12, 1920, 1080)}) {
        for (const Preset& preset : presets()) {
            for (const Buffer& buffer : plan_of(preset.name, video).buffers)
                EXPECT_LE(buffer.width, 960) << preset.name;
        }
    }
}

TEST(Presets, PresetsWithoutStatisticsTakeOnePass) {
    const tonelift_video sdr = sdr_video(TONELIFT_FORMAT_NV12, 1920, 1080);
    tonelift_options options = default_options();
    options.transfer = h273::transfer_pq;
    for (const char* preset : {"faithful", "cinema"}) {
        const Plan plan = plan_of(preset, sdr, options);
        EXPECT_EQ(passes_of(plan).size(), 1U) << preset;
        EXPECT_TRUE(plan.buffers.empty()) << preset;
    }
}

}  // namespace
}  // namespace tonelift::presets_test
