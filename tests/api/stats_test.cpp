// SPDX-License-Identifier: BSD-2-Clause
// Tests that several runs over parts of a film, with a common statistics file, give the same
// pictures as one run over the whole film.
#include <sys/stat.h>

#include "core/algorithms/algorithms.h"
#include "tests/api/stats_film.h"
#include "tests/support/looped_presets.h"
#include "tests/support/scene.h"

namespace tonelift::stats_test {
namespace {

TEST_F(Stats, PiecesWithAStatisticsFileEqualTheWholeFilm) {
    const std::vector<TestPicture> whole = run(options(write), 0, film_frames);
    ASSERT_EQ(whole.size(), static_cast<std::size_t>(film_frames));
    ASSERT_TRUE(fs::exists(path_));
    for (const int mode : {read, automatic}) {
        for (const int cut : {1, 7, film_frames / 2, film_frames - 1}) {
            for (const auto& [first, last] : {std::pair{0, cut}, std::pair{cut, film_frames}}) {
                const std::vector<TestPicture> piece = run(options(mode), first, last);
                ASSERT_EQ(piece.size(), static_cast<std::size_t>(last - first));
                for (int i = first; i < last; ++i) {
                    EXPECT_TRUE(equal(whole[static_cast<std::size_t>(i)],
                                      piece[static_cast<std::size_t>(i - first)]))
                        << "frame " << i << ", piece from " << first;
                }
            }
        }
    }
}

TEST_F(Stats, PiecesReadSceneChangesFromTheFile) {
    const std::string script = path_ + ".tl";
    std::ofstream(script) << "output input * (1 - 0.5 * scene_change());\n";
    tonelift_options writing = options(write), reading = options(read);
    writing.script = reading.script = script.c_str();
    const std::vector<TestPicture> whole = run(writing, 0, film_frames);
    ASSERT_EQ(whole.size(), static_cast<std::size_t>(film_frames));
    for (const int first : {1, 7, film_frames / 2, film_frames - 1}) {
        const std::vector<TestPicture> piece = run(reading, first, first + 1);
        ASSERT_EQ(piece.size(), 1u);
        EXPECT_TRUE(equal(whole[static_cast<std::size_t>(first)], piece[0])) << first;
    }
    fs::remove(script);
}

TEST_F(Stats, PieceWithoutAFileDiffers) {
    tonelift_options plain = options(automatic);
    plain.stats_file = nullptr;
    plain.set = "reach=0";
    const std::vector<TestPicture> whole = run(plain, 0, film_frames);
    const std::vector<TestPicture> piece = run(plain, 7, film_frames);
    EXPECT_FALSE(equal(whole[7], piece[0]));
}

TEST_F(Stats, CompleteStatisticsAreNotMeasuredAgain) {
    run(options(automatic), 0, film_frames);
    const auto written = fs::last_write_time(path_);
    run(options(automatic), 3, 5);
    EXPECT_EQ(fs::last_write_time(path_), written);
}

TEST_F(Stats, FileThatLacksAFrameIsRefused) {
    run(options(write), 0, 5);
    Messages messages;
    EXPECT_EQ(run(options(read), 3, 8, &messages).size(), 2u);
    EXPECT_NE(messages.errors.find("stats_file"), std::string::npos) << messages.errors;
    EXPECT_NE(messages.errors.find("no line for the frame with timestamp 208"), std::string::npos)
        << messages.errors;
    EXPECT_NE(messages.errors.find("from 0 to 167"), std::string::npos) << messages.errors;
    EXPECT_NE(messages.errors.find("only if -copyts is given"), std::string::npos)
        << messages.errors;
}

TEST_F(Stats, FramesAfterTheEndOfTheFileAreMeasured) {
    tonelift_options plain = options(automatic);
    plain.stats_file = nullptr;
    for (const int tonemap : {0, 3}) {
        fs::remove(path_);
        tonelift_options writing = options(automatic);
        plain.tonemap = writing.tonemap = tonemap;
        const std::vector<TestPicture> whole = run(plain, 0, film_frames);
        run(writing, 0, 9);
        const std::string before = text();
        for (const int batch : {1, 5, film_frames}) {
            Messages messages;
            const auto made =
                run(writing, 0, film_frames, {Ending::end, -1, nullptr, batch}, &messages);
            EXPECT_EQ(made.size(), static_cast<size_t>(film_frames)) << messages.errors;
            EXPECT_TRUE(same(whole, made)) << "tonemap " << tonemap << ", batch " << batch;
            const auto said = messages.warnings.find("has no line for the frame");
            EXPECT_NE(said, std::string::npos);
            EXPECT_EQ(messages.warnings.find("has no line", said + 1), std::string::npos) << "once";
            EXPECT_EQ(text(), before) << "the file is left as it is";
        }
    }
}

TEST_F(Stats, AreCompleteOnlyWhenTheStreamHasEnded) {
    run(options(automatic), 0, 5, {Ending::interruption});
    EXPECT_FALSE(fs::exists(path_));
    EXPECT_TRUE(fs::exists(path_ + ".part"));
    const std::string said = refusal(options(read));
    EXPECT_NE(said.find("cannot be read"), std::string::npos) << said;
    EXPECT_NE(said.find(".part' is of a run that did not finish; measure the film again"),
              std::string::npos)
        << said;
    run(options(automatic), 0, film_frames);
    EXPECT_FALSE(fs::exists(path_ + ".part"));
    EXPECT_NE(text().find("\nend 24\n"), std::string::npos) << "measured anew";
    run(options(write), 0, 5, {Ending::interruption});
    EXPECT_NE(text().find("\nend 24\n"), std::string::npos) << "the complete file stays";
    fs::remove(path_ + ".part");
}

TEST_F(Stats, FileStaysPartialAfterAFailedFrame) {
    const tonelift_options writing = options(write);
    const tonelift_video out = output_of(writing, in_);
    const FilterHandle filter = make_filter(writing, in_, out);
    std::vector<TestPicture> made;
    ASSERT_TRUE(process(filter.get(), 0, 3, out, &made));
    TestPicture picture = picture_for(out);
    tonelift_frame from = frame_of(film_[2], 2 / rate), to = frame_of(picture, 0);
    EXPECT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_ERROR_IO)
        << "its timestamp is repeated";
    EXPECT_EQ(tonelift_filter_finish(filter.get()), TONELIFT_OK) << "the error was reported";
    EXPECT_FALSE(fs::exists(path_));
}

TEST_F(Stats, FramesAfterTheEndAreNotRecorded) {
    const tonelift_options writing = options(automatic);
    const tonelift_video out = output_of(writing, in_);
    const FilterHandle filter = make_filter(writing, in_, out);
    std::vector<TestPicture> made;
    ASSERT_TRUE(process(filter.get(), 0, 5, out, &made));
    for (int i = 0; i < 2; ++i) EXPECT_EQ(tonelift_filter_finish(filter.get()), TONELIFT_OK);
    const std::string before = text();
    EXPECT_TRUE(process(filter.get(), 0, 8, out, &made));
    EXPECT_EQ(tonelift_filter_finish(filter.get()), TONELIFT_OK);
    EXPECT_EQ(text(), before);
    EXPECT_EQ(tonelift_filter_finish(nullptr), TONELIFT_ERROR_ARGUMENT);
}

TEST_F(Stats, RepeatedFrameEndsTheWritingOfTheFileWithAWarning) {
    const tonelift_options writing = options(automatic);
    Messages messages;
    const tonelift_video out = output_of(writing, in_);
    const FilterHandle filter = make_filter(writing, in_, out, &messages);
    std::vector<TestPicture> made;
    ASSERT_TRUE(process(filter.get(), 0, 5, out, &made));
    EXPECT_TRUE(process(filter.get(), 2, 5, out, &made)) << messages.errors;
    EXPECT_NE(messages.warnings.find("is repeated"), std::string::npos);
    EXPECT_EQ(tonelift_filter_finish(filter.get()), TONELIFT_OK);
    EXPECT_FALSE(fs::exists(path_));
    EXPECT_FALSE(fs::exists(path_ + ".part"));
}

TEST_F(Stats, ReadingAndWritingNeedAFile) {
    for (const int mode : {read, write}) {
        tonelift_options asking = default_options();
        asking.stats = mode;
        Messages messages;
        const tonelift_log log = messages.log();
        tonelift_video out;
        tonelift_video_default(&out);
        EXPECT_EQ(tonelift_output(&asking, &in_, &out, &log), TONELIFT_ERROR_ARGUMENT);
        EXPECT_NE(messages.errors.find("needs a file"), std::string::npos) << messages.errors;
        messages.errors.clear();
        EXPECT_EQ(make_filter(asking, in_, output_of(default_options(), in_), &messages), nullptr);
        EXPECT_NE(messages.errors.find("needs a file"), std::string::npos) << messages.errors;
    }
}

TEST_F(Stats, PassthroughKeepsTheFile) {
    in_ = sdr_video(TONELIFT_FORMAT_YUV444P10, 64, 36);
    tonelift_options faithful = options(read);
    faithful.preset = "faithful";
    faithful.format = "same";
    EXPECT_EQ(run(faithful, 0, film_frames).size(), static_cast<size_t>(film_frames));
    for (const bool exists : {false, true}) {
        if (exists) run(options(write), 0, film_frames);
        const std::string before = text();
        for (const int mode : {write, int{TONELIFT_STATS_MEASURE}}) {
            faithful.stats = mode;
            Messages messages;
            EXPECT_EQ(run(faithful, 0, film_frames, &messages).size(), film_.size());
            EXPECT_NE(messages.warnings.find("no frame was measured"), std::string::npos);
            EXPECT_EQ(fs::exists(path_), exists);
            EXPECT_EQ(text(), before);
            EXPECT_FALSE(fs::exists(path_ + ".part"));
        }
    }
}

TEST_F(Stats, FramesThatPassThroughHaveNoLinesAndCauseOneWarning) {
    in_ = sdr_video(TONELIFT_FORMAT_YUV444P10, 64, 36);
    tonelift_options natural = options(write);
    natural.format = "same";
    tonelift_options faithful = natural;
    faithful.preset = "faithful";
    Messages messages;
    run(natural, 0, 8, {Ending::end, 4, &faithful}, &messages);
    const auto said = messages.warnings.find("pass through unchanged");
    EXPECT_NE(said, std::string::npos) << messages.warnings;
    EXPECT_EQ(messages.warnings.rfind("pass through unchanged"), said);
    EXPECT_NE(text().find("\nend 4\n"), std::string::npos);
}

TEST_F(Stats, StreamWithoutFramesKeepsTheFile) {
    run(options(write), 0, film_frames);
    const std::string before = text();
    run(options(write), 0, 0);
    EXPECT_EQ(text(), before);
    EXPECT_FALSE(fs::exists(path_ + ".part"));
}

TEST_F(Stats, BeginningOfAFilmKeepsTheFileOfMoreFrames) {
    for (const int transfer : {int{TONELIFT_TRANSFER_AUTO}, int{TONELIFT_TRANSFER_PQ}}) {
        fs::remove(path_);
        tonelift_options writing = options(write);
        writing.transfer = transfer;
        run(writing, 0, 5);
        Messages messages;
        run(writing, 0, film_frames, &messages);
        const std::string whole = text();
        EXPECT_NE(whole.find("\nend 24\n"), std::string::npos) << "a longer run replaces the file";
        run(writing, 0, film_frames, &messages);
        EXPECT_EQ(messages.warnings, "");
        run(writing, 0, 5, &messages);
        EXPECT_EQ(text(), whole);
        EXPECT_NE(messages.warnings.find("begins with the same frames"), std::string::npos);
        EXPECT_FALSE(fs::exists(path_ + ".part"));
        writing.smoothing = 1;
        run(writing, 0, 5);
        EXPECT_NE(text().find("\nend 5\n"), std::string::npos) << "measured under other conditions";
    }
}

TEST_F(Stats, OnlyRegularFilesAreRead) {
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    tonelift_options pq = options(read);
    pq.transfer = 16;
    for (const int mode : {automatic, write, read}) {
        Messages messages;
        EXPECT_TRUE(run(options(mode), 0, 1, &messages).empty());
        EXPECT_NE(messages.errors.find("is a FIFO"), std::string::npos) << messages.errors;
    }
    tonelift_video out;
    tonelift_video_default(&out);
    EXPECT_EQ(tonelift_output(&pq, &in_, &out, nullptr), TONELIFT_ERROR_IO);
    EXPECT_TRUE(fs::is_fifo(path_));
}

TEST_F(Stats, MissingAndForeignFilesAreRefused) {
    Messages messages;
    EXPECT_TRUE(run(options(read), 0, 1, &messages).empty());
    EXPECT_NE(messages.errors.find(path_), std::string::npos) << messages.errors;
    std::ofstream(path_) << "a shopping list\n";
    for (const int mode : {automatic, write, read}) {
        EXPECT_TRUE(run(options(mode), 0, 1).empty());
    }
    std::ifstream stream(path_);
    std::string line;
    std::getline(stream, line);
    EXPECT_EQ(line, "a shopping list");
}

class Measuring : public Stats {
  protected:
    void expect_the_same_file(const tonelift_options& mapping, const std::string& what) {
        ASSERT_EQ(run(mapping, 0, film_frames).size(), film_.size()) << what;
        const std::string expected = text();
        fs::remove(path_);
        tonelift_options measuring = mapping;
        measuring.stats = TONELIFT_STATS_MEASURE;
        const std::vector<TestPicture> shown = run(measuring, 0, film_frames);
        EXPECT_TRUE(text() == expected) << what << "\n" << expected << text();
        EXPECT_TRUE(same(film_, shown)) << what;
        fs::remove(path_);
    }
};

TEST_F(Measuring, StatisticsOfEveryPresetEqualThoseOfAFullRun) {
    for (const int transfer : {int{TONELIFT_TRANSFER_AUTO}, int{TONELIFT_TRANSFER_PQ}}) {
        for (const Preset& preset : looped_presets()) {
            tonelift_options mapping = options(write);
            mapping.preset = preset.name;
            mapping.transfer = transfer;
            expect_the_same_file(mapping, preset.name);
        }
    }
}

// With HLG, light tables replace operations in the pass that measures.
TEST_F(Measuring, HlgStatisticsOfEveryPresetEqualThoseOfAFullRun) {
    in_.transfer = TONELIFT_TRANSFER_HLG;
    for (const Preset& preset : looped_presets()) {
        tonelift_options mapping = options(write);
        mapping.preset = preset.name;
        expect_the_same_file(mapping, preset.name);
    }
}

TEST_F(Measuring, SdrStatisticsEqualThoseOfAFullRun) {
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

TEST_F(Measuring, StatisticsOfScriptsEqualThoseOfAFullRun) {
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

TEST_F(Measuring, ScriptsThatDoNotHalveTheInputAcceptEveryFormatAndSize) {
    const std::string script =
        "float m = smooth(mean(lightness(input)), 0.5);\noutput input * (1 - m) + "
        "scene_change();\n";
    for (const tonelift_format format : {TONELIFT_FORMAT_YUV420P10, TONELIFT_FORMAT_GBRPF32}) {
        in_ = hdr10_video(format, 63, 35);
        film_ = scene_frames(picture_for(in_).picture(), film_frames);
        tonelift_options mapping = options(write);
        mapping.script_text = script.c_str();
        expect_the_same_file(mapping, "format " + std::to_string(format));
    }
}

TEST_F(Measuring, SkipsPassesThatOnlyThePictureNeeds) {
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

TEST_F(Measuring, FileOfAnotherInstructionSetIsReadWithAWarning) {
    run(options(TONELIFT_STATS_MEASURE), 0, film_frames);
    const std::string line = "\ntonelift " + std::string(tonelift_version()) + " ";
    const size_t at = text().find(line);
    ASSERT_NE(at, std::string::npos) << text().substr(0, 200);
    std::string other = text();
    other.replace(at + line.size(), other.find('\n', at + 1) - at - line.size(), "abacus");
    std::ofstream(path_, std::ios::trunc) << other;
    Messages messages;
    EXPECT_EQ(run(options(read), 0, film_frames, &messages).size(),
              static_cast<size_t>(film_frames));
    EXPECT_NE(messages.warnings.find("was measured with abacus"), std::string::npos)
        << messages.warnings;
}

}  // namespace
}  // namespace tonelift::stats_test
