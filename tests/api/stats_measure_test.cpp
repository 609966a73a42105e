// SPDX-License-Identifier: BSD-2-Clause
//
// stats=measure: the statistics of a run that maps, byte for byte, and the picture as it came.
#include "core/algorithms/algorithms.h"
#include "tests/api/stats_film.h"

namespace tonelift {
namespace {

class Measuring : public Stats {
  protected:
    void expect_the_same_file(const tonelift_options& mapping, const std::string& what) {
        ASSERT_EQ(run(mapping, 0, frames).size(), film_.size()) << what;
        const std::string expected = text();
        fs::remove(path_);
        tonelift_options measuring = mapping;
        measuring.stats = TONELIFT_STATS_MEASURE;
        const std::vector<TestPicture> shown = run(measuring, 0, frames);
        EXPECT_TRUE(text() == expected) << what << "\n" << expected << text();
        EXPECT_TRUE(same(film_, shown)) << what;
        fs::remove(path_);
    }
};

TEST_F(Measuring, GivesTheStatisticsOfEveryPreset) {
    for (const int transfer : {int{TONELIFT_TRANSFER_AUTO}, int{TONELIFT_TRANSFER_PQ}}) {
        for (const Preset& preset : presets()) {
            tonelift_options mapping = options(write);
            mapping.preset = preset.name;
            mapping.transfer = transfer;
            expect_the_same_file(mapping, preset.name);
        }
    }
}

TEST_F(Measuring, GivesTheStatisticsOfSdr) {
    in_ = sdr_video(TONELIFT_FORMAT_YUV444P10, 64, 36);
    for (const double deband : {-1.0, 0.0}) {
        tonelift_options mapping = options(write);
        mapping.deband = deband;
        expect_the_same_file(mapping, "deband " + std::to_string(deband));
    }
    tonelift_options adaptive = options(write);
    adaptive.tonemap = TONELIFT_TONEMAP_ADAPTIVE;
    expect_the_same_file(adaptive, "adaptive");
}

// Statistics of what each kind of core makes, and of what rides on a core that only the picture
// needs.
TEST_F(Measuring, GivesTheStatisticsOfScripts) {
    const char* const measured[] = {
        "recursive_gauss(v, 4)", "recursive_edge(v, v, 4, 0.1, 1)",
        "median(v, 1)",          "scale(downsample(v, 2), width, height)",
        "local_variance(v, 2)",  "v * v",
        "transpose(v)",          "tone_curve(v, 0.01, 0.7)"};
    for (const char* plane : measured) {
        const std::string script =
            "plane v = lightness(input);\nplane m = " + std::string(plane) +
            ";\nfloat a = smooth(mean(m), 0.3);\nfloat b = smooth(percentile(v, 0.9), 0.2);\n"
            "plane soft = recursive_gauss(v * a, 6);\nfloat c = smooth(variance(v * a), 0.1);\n"
            "output relight(input, v, mix(v, soft, 0.3 * b) + 0.1 * c);\n";
        tonelift_options mapping = options(write);
        mapping.script_text = script.c_str();
        expect_the_same_file(mapping, script);
    }
}

TEST_F(Measuring, LeavesOutWhatOnlyThePictureNeeds) {
    tonelift_options measuring = options(TONELIFT_STATS_MEASURE);
    Messages messages;
    tonelift_options without = measuring;
    without.stats_file = "";
    EXPECT_EQ(make_filter(without, in_, in_, &messages), nullptr);
    EXPECT_NE(messages.errors.find("stats=measure needs a file"), std::string::npos)
        << messages.errors;
    const FilterHandle filter = make_filter(measuring, in_, output_of(measuring, in_), &messages);
    EXPECT_EQ(output_of(measuring, in_).format, in_.format);
    EXPECT_EQ(tonelift_filter_passthrough(filter.get()), 0) << "frames must come in";
}

// Both tell who reads the file where it was measured.
TEST_F(Measuring, SaysWithWhichInstructionSet) {
    run(options(TONELIFT_STATS_MEASURE), 0, frames);
    const std::string line = "\ntonelift " + std::string(tonelift_version()) + " ";
    const size_t at = text().find(line);
    ASSERT_NE(at, std::string::npos) << text().substr(0, 200);
    std::string other = text();
    other.replace(at + line.size(), other.find('\n', at + 1) - at - line.size(), "abacus");
    std::ofstream(path_, std::ios::trunc) << other;
    Messages messages;
    EXPECT_EQ(run(options(read), 0, frames, &messages).size(), static_cast<size_t>(frames));
    EXPECT_NE(messages.warnings.find("was measured with abacus"), std::string::npos)
        << messages.warnings;
}

}  // namespace
}  // namespace tonelift
