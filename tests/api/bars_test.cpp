// SPDX-License-Identifier: BSD-2-Clause
// Tests that black bars around a film do not change how its picture is mapped.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/api_stream.h"

namespace tonelift::bars_test {
namespace {

namespace fs = std::filesystem;

constexpr int width = 64, picture_height = 40, bar = 12;

std::string script_with(const char* from) {
    const std::string rest = std::string(", ") + from + ")";
    return "plane v = lightness(input);\n"
           "output relight(input, v, tone_curve(v, percentile(v, 0.002" +
           rest + ", percentile(v, 0.998" + rest + ", percentile(v, 0.5" + rest + ", 0.395));\n";
}

class Bars : public testing::Test {
  protected:
    void TearDown() override { fs::remove(path_); }

    TestPicture mapped(int bars, const std::string& script) const {
        std::ofstream(path_) << script;
        tonelift_options options = default_options();
        options.script = path_.c_str();
        options.dithering = 0;
        const tonelift_video in =
            hdr10_video(TONELIFT_FORMAT_YUV444P10, width, picture_height + 2 * bars);
        const tonelift_video out = output_of(options, in);
        TestPicture from = picture_for(in), to = picture_for(out);
        from.fill_constant(0, 64);
        from.fill_constant(1, 512);
        from.fill_constant(2, 512);
        for (int y = 0; y < picture_height; ++y) {
            for (int x = 0; x < width; ++x) from.set_code(0, x, y + bars, 150 + 7 * x + 5 * y);
        }
        Messages messages;
        const FilterHandle filter = make_filter(options, in, out, &messages);
        EXPECT_NE(filter, nullptr) << messages.errors;
        const tonelift_frame in_frame = frame_of(from, 0);
        tonelift_frame out_frame = frame_of(to, 0);
        EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK);
        return to;
    }

    int changed(const std::string& script) const {
        const TestPicture plain = mapped(0, script), barred = mapped(bar, script);
        int count = 0;
        for (int y = 0; y < picture_height; ++y) {
            for (int x = 0; x < width; ++x) {
                if (plain.code(0, x, y) != barred.code(0, x, y + bar)) ++count;
            }
        }
        return count;
    }

    const std::string path_ =
        (fs::path(testing::TempDir()) /
         (std::string("tonelift_bars_") +
          testing::UnitTest::GetInstance()->current_test_info()->name() + ".tl"))
            .string();
};

TEST_F(Bars, IgnoredBarsDoNotChangeThePicture) { EXPECT_EQ(changed(script_with("0.006")), 0); }

TEST_F(Bars, MeasuredBarsChangeThePicture) {
    EXPECT_GT(changed(script_with("-1")), width * picture_height / 2);
}

}  // namespace
}  // namespace tonelift::bars_test
