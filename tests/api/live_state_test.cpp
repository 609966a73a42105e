// SPDX-License-Identifier: BSD-2-Clause
// Tests changes of options while a stream keeps temporal state, such as a smoothed mean.
#include <gtest/gtest.h>

#include <random>

#include "core/runtime/filter.h"
#include "kernels/error.h"
#include "kernels/frame/frame.h"
#include "tests/api/stats_film.h"
#include "tests/support/repeats.h"
#include "tests/support/script_file.h"
#include "tests/support/test_picture.h"

namespace tonelift::live_state_test {
namespace {

constexpr int width = 64, height = 36;

class LiveState : public testing::Test {
  protected:
    LiveState() {
        options_.device = "cpu";
        options_.dithering = 0;
        options_.scene_threshold_low = options_.scene_threshold_high = 2;
    }

    tonelift_options with(const std::string& text, const char* set = "") const {
        tonelift_options options = options_;
        options.script_text = text.c_str();
        options.set = set;
        return options;
    }
    Filter open(const tonelift_options& options) const {
        return Filter(options, in_, output_of(options_, in_), tonelift_device{}, Log(nullptr));
    }
    TestPicture shown(Filter& filter, int i) const {
        TestPicture from = picture_for(in_), to = picture_for(output_of(options_, in_));
        from.fill_constant(0, 100 + 37 * i % 300);
        from.fill_constant(1, 512);
        from.fill_constant(2, 512);
        const tonelift_frame in_frame = frame_of(from, i / 25.0),
                             out_frame = frame_of(to, i / 25.0);
        filter.process({&in_frame, 1}, {&out_frame, 1});
        return to;
    }

    tonelift_video in_ = hdr10_video(TONELIFT_FORMAT_YUV444P10, width, height);
    tonelift_options options_ = default_options();
};

TEST_F(LiveState, AnotherScriptStartsWithFreshState) {
    const std::string first = "output input * (0.2 * smooth(max(mean(input.r), 5), 60));";
    for (const std::string second :
         {"output color(0.2 * smooth(mean(saturate(input.r)), 60));",
          "output input * (0.2 * smooth(max(mean(input.r), 5), 60)); // another text",
          "output color(0.2 * previous(mean(saturate(input.r))));"}) {
        Filter changed = open(with(first)), fresh = open(with(second));
        for (int i = 0; i < 3; ++i) shown(changed, i);
        changed.set_options(with(second));
        for (int i = 3; i < 9; ++i)
            EXPECT_TRUE(equal(shown(changed, i), shown(fresh, i))) << second << ", frame " << i;
    }
}

constexpr const char* two_states =
    "param int both = 1 in [0, 1];\n"
    "float brightness(plane p) { return smooth(mean(p), 60); }\n"
    "float a = 0;\n"
    "if (both > 0) { a = brightness(lightness(input)) + 0.01 * previous(mean(input.g)); }\n"
    "float b = brightness(input.r);\n"
    "output color(0.3 * a + 0.3 * b);\n";

TEST_F(LiveState, VariableKeepsItsStateWhenOtherVariablesAreRemoved) {
    Filter changed = open(with(two_states)), one = open(with(two_states, "both=0"));
    for (int i = 0; i < 3; ++i) {
        shown(changed, i);
        shown(one, i);
    }
    changed.set_options(with(two_states, "both=0"));
    for (int i = 3; i < 6; ++i)
        EXPECT_TRUE(equal(shown(changed, i), shown(one, i))) << "b is as before, frame " << i;
    changed.set_options(with(two_states));
    one.set_options(with(two_states));
    for (int i = 6; i < 9; ++i)
        EXPECT_TRUE(equal(shown(changed, i), shown(one, i))) << "a begins anew, frame " << i;
}

TEST_F(LiveState, NewStateStartsAtItsCurrentValue) {
    const std::string text =
        "param int which = 0 in [0, 1];\n"
        "float a = smooth(mean(input.r), 60);\n"
        "float b = smooth(mean(input.g) * 0.5, 60);\n"
        "output color(which > 0 ? a + 0.3 * b : a);\n";
    const std::string late = "output color(smooth(mean(input.r), 60) + 0.3 * 0.5 * mean(input.g));";
    Filter changed = open(with(text)), expected = open(with(late));
    for (int i = 0; i < 3; ++i) {
        shown(changed, i);
        shown(expected, i);
    }
    changed.set_options(with(text, "which=1"));
    EXPECT_TRUE(equal(shown(changed, 3), shown(expected, 3), 1));
}

size_t states_taken_over(const Filter& from, const Filter& to) {
    return taken_over(to.plan(), from.plan()).states.size();
}

TEST_F(LiveState, EqualExpressionsShareOneStateUntilTheyDiffer) {
    const std::string text =
        "param float k = 60 in [0, 99];\n"
        "float a = smooth(mean(input.r), 60);\n"
        "float b = smooth(mean(input.r), k);\n"
        "output color(0.3 * a + 0.2 * b);\n";
    Filter merged = open(with(text)), split = open(with(text, "k=30"));
    ASSERT_EQ(merged.plan().states, 2) << "the number and the scene change";
    ASSERT_EQ(split.plan().states, 3);
    EXPECT_EQ(states_taken_over(merged, split), 3u);
    EXPECT_EQ(states_taken_over(split, merged), 2u);
}

TEST_F(LiveState, LoopIterationsKeepTheirStates) {
    const std::string text =
        "param int n = 3 in [1, 5]; float sum = 0;\n"
        "for (int i = 1; i <= n; i++) {\n"
        "    sum = sum + smooth(mean(input.r) * i, 60) / (n * n);\n}\n"
        "output color(0.3 * sum);\n";
    Filter three = open(with(text)), five = open(with(text, "n=5"));
    EXPECT_EQ(states_taken_over(three, five), 4u);
    EXPECT_EQ(states_taken_over(five, three), 4u);
    Filter other = open(with(text + " "));
    EXPECT_EQ(states_taken_over(three, other), 0u);
}

class LiveStats : public Stats {
  protected:
    std::vector<TestPicture> run_with(tonelift_options options,
                                      const std::vector<std::pair<int, const char*>>& presets) {
        const tonelift_video out = output_of(options, in_);
        Messages messages;
        options.preset = presets.front().second;
        const FilterHandle filter = make_filter(options, in_, out, &messages);
        std::vector<TestPicture> results;
        for (int i = 0; i < film_frames; ++i) {
            for (const auto& [at, preset] : presets) {
                if (at != i || i == 0) continue;
                options.preset = preset;
                EXPECT_EQ(tonelift_filter_set_options(filter.get(), &options), TONELIFT_OK)
                    << messages.errors;
            }
            EXPECT_TRUE(process(filter.get(), i, 1, out, &results)) << messages.errors;
        }
        EXPECT_EQ(tonelift_filter_finish(filter.get()), TONELIFT_OK);
        return results;
    }

    void expect_independence_of_the_file(const std::vector<std::pair<int, const char*>>& presets) {
        tonelift_options without = options(automatic);
        without.stats_file = nullptr;
        const auto plain = run_with(without, presets);
        const auto writing = run_with(options(write), presets);
        const auto reading = run_with(options(read), presets);
        std::string names;
        for (const auto& [at, preset] : presets) names += std::string(preset) + " ";
        for (size_t i = 0; i < plain.size(); ++i) {
            EXPECT_TRUE(equal(plain[i], writing.at(i))) << names << "writing, frame " << i;
            EXPECT_TRUE(equal(plain[i], reading.at(i))) << names << "reading, frame " << i;
        }
    }
};

TEST_F(LiveStats, StatsFileDoesNotChangeThePictures) {
    expect_independence_of_the_file({{0, "natural"}, {7, "cinema"}, {9, "natural"}});
    expect_independence_of_the_file({{0, "natural"}, {5, "landscape"}, {9, "natural"}});
    expect_independence_of_the_file({{0, "faithful"}, {5, "vivid"}, {9, "faithful"}});
}

TEST_F(LiveStats, StatsFileDoesNotChangeThePicturesAfterLiveChanges) {
    static constexpr const char* presets[] = {"natural",  "cinema", "landscape", "faithful",
                                              "portrait", "vivid",  "dramatic",  "night"};
    constexpr unsigned seed = 20;
    std::mt19937 random(seed);
    for (int round = 0; round < (is_instrumented ? 2 : 6); ++round) {
        std::vector<std::pair<int, const char*>> changes{{0, presets[random() % 8]}};
        for (int i = 1; i < film_frames; i += 1 + static_cast<int>(random() % 4))
            changes.emplace_back(i, presets[random() % 8]);
        expect_independence_of_the_file(changes);
    }
}

class LiveScript : public LiveState {
  protected:
    LiveScript() { options_.script = file_.path(); }
    void replace(const std::string& text) const { std::ofstream(file_.path()) << text; }

    ScriptFile file_{"output input * 0.5;"};
};

TEST_F(LiveScript, IsReadOnce) {
    Filter filter = open(options_);
    const TestPicture before = shown(filter, 0);
    for (const char* text : {"output input * 0.1;", "output half a scr", ""}) {
        replace(text);
        tonelift_video brighter = in_;
        brighter.max_cll = brighter.max_cll > 0 ? 0 : 4000;
        filter.set_input(brighter);
        EXPECT_TRUE(equal(before, shown(filter, 0)));
        options_.split = options_.split > 0 ? 0 : 1e-6;
        filter.set_options(options_);
        EXPECT_TRUE(equal(before, shown(filter, 0), 0));
    }
    std::filesystem::remove(file_.path());
    filter.set_input(in_);
    EXPECT_TRUE(equal(before, shown(filter, 0)));
}

TEST_F(LiveScript, IsReadWhenTheOptionIsSet) {
    Filter filter = open(options_);
    const TestPicture before = shown(filter, 0);
    const ScriptFile other("output input * 0.25;");
    tonelift_options options = options_;
    options.script = other.path();
    filter.set_options(options);
    EXPECT_FALSE(equal(before, shown(filter, 0)));
    replace("output input;");
    filter.set_options(options_);
    EXPECT_FALSE(equal(before, shown(filter, 0))) << "set to another file and back";
}

TEST_F(LiveScript, IsReadAgainOnDemand) {
    Filter filter = open(options_);
    const TestPicture before = shown(filter, 0);
    replace("output input * 0.25;");
    filter.read_script();
    const TestPicture after = shown(filter, 0);
    EXPECT_FALSE(equal(before, after));
    for (const char* text : {"output half a scr", ""}) {
        replace(text);
        EXPECT_THROW(filter.read_script(), Error);
        EXPECT_TRUE(equal(after, shown(filter, 0))) << "as it was: " << text;
    }
}

}  // namespace
}  // namespace tonelift::live_state_test
