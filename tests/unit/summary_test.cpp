// SPDX-License-Identifier: BSD-2-Clause
// Tests the log line that describes a stream.
#include "core/runtime/summary.h"

#include <gtest/gtest.h>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "core/common/options.h"

namespace tonelift::summary_test {
namespace {

std::string summary(const char* format, int primaries, int transfer,
                    const tonelift_options& options = default_options()) {
    tonelift_video video{};
    video.format = static_cast<tonelift_format>(find_format(format)->id);
    video.width = video.height = 64;
    video.primaries = primaries;
    video.transfer = transfer;
    video.matrix = primaries == 9 ? 9 : 1;
    video.range = h273::range_limited;
    const tonelift_video in = describe_input(video, options, nullptr);
    tonelift_options mapping = options;
    mapping.stats = TONELIFT_STATS_AUTO;
    return summary_of(Settings(options), in, describe_output(mapping, in), "the CPU, avx2");
}

TEST(Summary, DescribesInputAndOutput) {
    const std::string end = "; preset natural; running on the CPU, avx2";
    EXPECT_EQ(summary("yuv420p10le", 9, 16), "PQ BT.2020 1000 cd/m2 to BT.709 8 bit" + end);
    EXPECT_EQ(summary("p010le", 9, 18), "HLG BT.2020 1000 cd/m2 to BT.709 8 bit" + end);
    EXPECT_EQ(summary("yuv420p", 5, 1), "BT.601 625 to BT.601 625 8 bit" + end);
    EXPECT_EQ(summary("rgb24", 1, 13), "sRGB BT.709 to sRGB BT.709 8 bit" + end);
    EXPECT_EQ(summary("gbrpf32le", 1, 8), "linear BT.709 1.0 = 203 cd/m2 to BT.709 float" + end);
}

// ITU-T H.273, table 2, lists the code points of primaries.
TEST(Summary, NamesAllSupportedPrimaries) {
    for (int number = 1; number <= 22; ++number) {
        if (number == 2 || !primaries_supported(number)) continue;
        EXPECT_EQ(summary("yuv420p", number, 1).find("primaries"), std::string::npos) << number;
    }
    EXPECT_EQ(summary("yuv420p", 8, 1).find("generic film to generic film"), 0u);
}

TEST(Summary, FollowsTheOptions) {
    tonelift_options options = default_options();
    options.transfer = TONELIFT_TRANSFER_PQ;
    options.target_peak = 600;
    options.source_peak = 4000;
    options.in_white = 100;
    options.preset = "cinema";
    const std::string end = "; preset cinema; running on the CPU, avx2";
    EXPECT_EQ(summary("yuv420p10le", 9, 16, options),
              "PQ BT.2020 4000 cd/m2 to PQ BT.2020 600 cd/m2 10 bit" + end);
    options.transfer = -1;
    options.format = "bc1";
    EXPECT_EQ(summary("gbrpf32le", 12, 8, options),
              "linear Display P3 1.0 = 100 cd/m2 to BT.709 bc1" + end);
    options.script_text = "output input;";
    EXPECT_NE(summary("yuv420p", 1, 1, options).find("; script_text; "), std::string::npos);
    options.metadata = TONELIFT_METADATA_ALL;
    options.format = "auto";
    EXPECT_EQ(summary("yuv420p10le", 9, 16, options),
              "PQ BT.2020 10 bit; unchanged, with metadata; running on the CPU, avx2");
}

TEST(Summary, OfAMeasuringRunStatesTheTarget) {
    tonelift_options options = default_options();
    options.stats = TONELIFT_STATS_MEASURE;
    const std::string end = "; preset natural; running on the CPU, avx2";
    EXPECT_EQ(summary("yuv420p10le", 9, 16, options),
              "PQ BT.2020 1000 cd/m2 10 bit; unchanged, measured for BT.709" + end);
    options.transfer = TONELIFT_TRANSFER_PQ;
    options.target_peak = 600;
    EXPECT_EQ(summary("yuv420p10le", 9, 16, options),
              "PQ BT.2020 1000 cd/m2 10 bit; unchanged, measured for PQ BT.2020 600 cd/m2" + end);
}

}  // namespace
}  // namespace tonelift::summary_test
