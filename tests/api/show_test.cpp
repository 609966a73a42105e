// SPDX-License-Identifier: BSD-2-Clause
// Tests the options `show` and `split` with every view of every preset.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "core/algorithms/algorithms.h"
#include "core/common/options.h"
#include "tests/support/api_stream.h"
#include "tests/support/looped_presets.h"
#include "tests/support/scene.h"

namespace tonelift::show_test {
namespace {

namespace fs = std::filesystem;

constexpr int width = 66, height = 38;

class ShowTest : public testing::Test {
  protected:
    ShowTest() {
        options_ = default_options();
        options_.device = "cpu";
    }
    void TearDown() override { fs::remove(script_); }

    std::optional<TestPicture> shown(Messages* messages) const {
        const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, width, height);
        const tonelift_video out = output_of(options_, in);
        const FilterHandle filter = make_filter(options_, in, out, messages);
        if (filter == nullptr) return std::nullopt;
        TestPicture from = picture_for(in), to = picture_for(out);
        draw_scene(from, 0);
        const tonelift_frame in_frame = frame_of(from, 0);
        tonelift_frame out_frame = frame_of(to, 0);
        EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK)
            << messages->errors;
        return to;
    }

    TestPicture shown_by(const std::string& script) {
        std::ofstream(script_) << script;
        options_.script = script_.c_str();
        Messages messages;
        auto picture = shown(&messages);
        EXPECT_TRUE(picture.has_value()) << script << ": " << messages.errors;
        return picture ? *picture : TestPicture(make_picture("nv12", 1, 1));
    }

    void check(const std::string& what) const {
        Messages messages;
        const auto first = shown(&messages), second = shown(&messages);
        if (first.has_value() && second.has_value()) {
            EXPECT_TRUE(equal(*first, *second)) << what;
            return;
        }
        EXPECT_NE(messages.errors.find("needs a script that declares this view"), std::string::npos)
            << what << ": " << messages.errors;
    }

    tonelift_options options_;
    const std::string script_ =
        (fs::path(testing::TempDir()) /
         (std::string("tonelift_show_") +
          testing::UnitTest::GetInstance()->current_test_info()->name() + ".tl"))
            .string();
};

TEST_F(ShowTest, ShowsEveryStepOfEveryPreset) {
    for (const Preset& preset : looped_presets()) {
        options_.preset = preset.name;
        for (const OptionValue& value : find_option("show")->values) {
            options_.show = value.number;
            for (const double split : {0.0, 0.5}) {
                options_.split = split;
                check(std::string(preset.name) + ", show=" + value.name +
                      ", split=" + std::to_string(split));
            }
        }
    }
}

TEST_F(ShowTest, ScalesPlanesToTheSizeOfThePicture) {
    const char* const planes[] = {"downsample(v, 2)",  "downsample(v, 64)", "rescale(v, 2)",
                                  "rescale(v, 0.3)",   "scale(v, 1, 1)",    "scale(v, 333, 5)",
                                  "scale(v, 66, 200)", "transpose(v)",      "v"};
    for (const char* const plane : planes) {
        for (const double split : {0.0, 0.5}) {
            options_.split = split;
            options_.show = 1;
            const std::string begin = "plane v = lightness(input); view base = ";
            const TestPicture taken = shown_by(begin + plane + "; output input;");
            const TestPicture resized =
                shown_by(begin + "scale(" + plane + ", 66, 38); output input;");
            EXPECT_TRUE(equal(resized, taken)) << plane;
        }
    }
}

TEST_F(ShowTest, ShowsNumbers) {
    options_.show = 1;
    const TestPicture constant = shown_by("view base = 0.25; output input;");
    const TestPicture spread = shown_by("view base = 0 * x + 0.25; output input;");
    EXPECT_TRUE(equal(spread, constant));
    shown_by("view base = mean(lightness(input)); output input;");
}

}  // namespace
}  // namespace tonelift::show_test
