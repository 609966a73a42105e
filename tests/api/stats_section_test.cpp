// SPDX-License-Identifier: BSD-2-Clause
// Tests that each section of a statistics file states the film and the options to which it belongs.
#include "core/algorithms/algorithms.h"
#include "core/runtime/stats_file.h"
#include "kernels/error.h"
#include "tests/api/stats_film.h"
#include "tests/support/looped_presets.h"
#include "tools/plot.h"
#include "tools/stats.h"

namespace tonelift::stats_section_test {
namespace {

class StatsSections : public Stats {};

TEST_F(StatsSections, AnotherScriptOrParamIsRefused) {
    tonelift_options other = options(read);
    run(options(write), 0, film_frames);
    other.smoothing = 2;
    EXPECT_NE(refusal(other).find("param smoothing is 0.5 there and 2 here"), std::string::npos);
    other = options(automatic);
    other.percentile = 90;
    EXPECT_NE(refusal(other).find("param percentile is 99.8 there and 90 here"), std::string::npos);
    other = options(read);
    other.preset = "landscape";
    EXPECT_NE(refusal(other).find("(mixed.tl) there and"), std::string::npos);
    other = options(read);
    other.scene_threshold_high = 0.9;
    EXPECT_NE(refusal(other).find("scene_threshold_high is 0.5 there and 0.9 here"),
              std::string::npos);
    other = options(read);
    other.tonemap = 3;
    EXPECT_NE(refusal(other).find("tonemap is not given there and 3 (adaptive) here"),
              std::string::npos);
}

TEST_F(StatsSections, SectionIsValidForEveryLook) {
    run(options(write), 0, film_frames);
    tonelift_options look = options(read), plain = options(automatic);
    plain.stats_file = nullptr;
    for (tonelift_options* options : {&look, &plain}) {
        options->strength = 0.4;
        options->detail = 0;
        options->shadows = 0.9;
        options->saturation = 2;
        options->gamut_mode = 2;
        options->split = 0.5;
        options->target_peak = 120;
        options->tonemap = 5;
        options->set = "warmth=0.5|contrast=-0.4";
    }
    const std::vector<TestPicture> whole = run(plain, 0, film_frames),
                                   made = run(look, 7, film_frames);
    EXPECT_EQ(made.size(), static_cast<size_t>(film_frames - 7));
    EXPECT_TRUE(same(whole, made, 7));
}

TEST_F(StatsSections, SectionIsValidForPresetsThatNeedFewerStatistics) {
    run(options(write), 0, film_frames);
    for (const char* preset : {"vivid", "cinema", "faithful"}) {
        tonelift_options look = options(read), plain = options(automatic);
        plain.stats_file = nullptr;
        look.preset = plain.preset = preset;
        const std::vector<TestPicture> whole = run(plain, 0, film_frames),
                                       made = run(look, 7, film_frames);
        EXPECT_EQ(made.size(), static_cast<size_t>(film_frames - 7)) << preset;
        EXPECT_TRUE(same(whole, made, 7)) << preset;
    }
}

TEST_F(StatsSections, AFileWithFewerStatisticsIsRefusedWithTheirNames) {
    tonelift_options writing = options(write);
    writing.preset = "faithful";
    run(writing, 0, film_frames);
    const std::string message = refusal(options(read));
    EXPECT_NE(message.find("the file lacks the statistics '"), std::string::npos) << message;
    EXPECT_NE(message.find("pale"), std::string::npos) << message;
}

TEST_F(StatsSections, FileWithALightLevelIsValidForOneLook) {
    tonelift_options writing = options(write), look = options(read);
    writing.transfer = look.transfer = 16;
    run(writing, 0, film_frames);
    EXPECT_EQ(run(look, 3, film_frames).size(), static_cast<size_t>(film_frames - 3));
    look.strength = 0.4;
    EXPECT_NE(refusal(look).find("param strength is 1 there and 0.4 here"), std::string::npos);
    look.strength = -1;
    look.target_peak = 600;
    EXPECT_NE(refusal(look).find("target_peak is 1000 there and 600 here"), std::string::npos);
}

TEST_F(StatsSections, AnotherInputIsRefused) {
    run(options(write), 0, film_frames);
    const tonelift_video right = in_;
    in_.width = 48;
    EXPECT_NE(refusal(options(read)).find("size is 64x36 there and 48x36 here"), std::string::npos);
    in_ = right;
    in_.transfer = 18;
    EXPECT_NE(refusal(options(read)).find("transfer is 16 (smpte2084) there and 18"),
              std::string::npos);
    in_ = right;
    in_.range = 2;
    EXPECT_NE(refusal(options(read)).find("range is 1 (limited) there and 2 (full) here"),
              std::string::npos);
    in_ = right;
    in_.format = TONELIFT_FORMAT_YUV444P12;
    EXPECT_NE(refusal(options(read)).find("samples is yuv-10-1x1 there and yuv-12-1x1 here"),
              std::string::npos);
}

TEST_F(StatsSections, AnotherFilmIsRefused) {
    run(options(write), 0, film_frames);
    film_[6].fill_constant(0, 700);
    for (const int mode : {read, automatic}) {
        const std::string said = refusal(options(mode));
        EXPECT_NE(said.find("another film"), std::string::npos) << said;
        EXPECT_NE(said.find("timestamp 250 has a mean"), std::string::npos) << said;
    }
}

TEST_F(StatsSections, AnotherFrameRateIsRefused) {
    run(options(write), 0, film_frames);
    const tonelift_options reading = options(read);
    Messages messages;
    const tonelift_video out = output_of(reading, in_);
    const FilterHandle filter = make_filter(reading, in_, out, &messages);
    TestPicture picture = picture_for(out);
    tonelift_frame from = frame_of(film_[1], 1 / 25.0), to = frame_of(picture, 0);
    from.timestamp = 42;
    EXPECT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_ERROR_IO);
    EXPECT_NE(messages.errors.find("at 0.0416667 s there and at 0.04 s here"), std::string::npos)
        << messages.errors;
}

TEST_F(StatsSections, FollowOptionsThatChangeWhileTheStreamRuns) {
    tonelift_options slow = options(write), then = slow;
    then.smoothing = 3;
    const std::vector<TestPicture> whole = run(slow, 0, film_frames, {Ending::end, 6, &then});
    EXPECT_NE(text().find("param.smoothing 3\n"), std::string::npos);
    slow.stats = then.stats = read;
    EXPECT_TRUE(same(whole, run(slow, 0, film_frames, {Ending::end, 6, &then})));
    EXPECT_TRUE(same(whole, run(slow, 2, 6), 2));
    const std::vector<TestPicture> rest = run(then, 6, film_frames);
    EXPECT_EQ(rest.size(), static_cast<size_t>(film_frames - 6));
    EXPECT_TRUE(same(whole, rest, 6));
    EXPECT_NE(refusal(slow).find("no line"), std::string::npos) << "those of another smoothing";
}

TEST_F(StatsSections, ContinueWhenTheLookChanges) {
    tonelift_options look = options(write), then = look;
    then.show = 4;
    EXPECT_EQ(run(look, 0, film_frames, {Ending::end, 6, &then}).size(),
              static_cast<size_t>(film_frames));
    fs::remove(path_);
    then = look;
    then.strength = 0.2;
    run(look, 0, film_frames, {Ending::end, 6, &then});
    EXPECT_EQ(text().find("section", text().find("section") + 1), std::string::npos)
        << "one section: the strength reaches no statistics";
}

TEST_F(StatsSections, RefuseOtherOptions) {
    run(options(write), 0, film_frames);
    tonelift_options then = options(read);
    then.smoothing = 3;
    Messages messages;
    const std::vector<TestPicture> whole = run(options(read), 0, film_frames);
    EXPECT_TRUE(
        same(whole, run(options(read), 0, film_frames, {Ending::end, 6, &then}, &messages)));
    EXPECT_NE(messages.errors.find("param smoothing"), std::string::npos) << messages.errors;
    then.stats = automatic;
    Messages warned;
    const auto made = run(options(automatic), 0, film_frames, {Ending::end, 6, &then}, &warned);
    EXPECT_EQ(made.size(), static_cast<size_t>(film_frames)) << "measured from there on";
    EXPECT_NE(warned.warnings.find("param smoothing"), std::string::npos) << warned.warnings;
    EXPECT_EQ(warned.errors, "");
}

TEST_F(StatsSections, AreStillReadAfterARefusedChange) {
    run(options(write), 0, film_frames - 1);
    const tonelift_options reading = options(read);
    tonelift_options then = reading;
    then.smoothing = 3;
    Messages messages;
    const tonelift_video out = output_of(reading, in_);
    const FilterHandle filter = make_filter(reading, in_, out, &messages);
    EXPECT_EQ(tonelift_filter_set_options(filter.get(), &then), TONELIFT_ERROR_IO);
    std::vector<TestPicture> made;
    EXPECT_TRUE(process(filter.get(), 0, 1, out, &made));
    EXPECT_FALSE(process(filter.get(), film_frames - 1, 1, out, &made))
        << "no line, so not from the file";
}

TEST_F(StatsSections, FollowAnInputThatChangesWhileTheStreamRuns) {
    const char* const scripts[] = {
        "float m = mean(lightness(input));"
        "float k = source_is_hdr ? smooth(m, 1) + smooth(m, 2) + smooth(m, 3) + smooth(m, 4) : "
        "smooth(m, 1); output input * (1 - 0.1 * k);",
        "float m = smooth(mean(lightness(input)), 1);"
        "output source_is_hdr ? input * (1 - 0.1 * m) : input;"};
    tonelift_video sdr = in_;
    sdr.transfer = sdr.primaries = sdr.matrix = 1;
    const tonelift_video hdr = in_;
    for (const char* script : scripts) {
        fs::remove(path_);
        std::vector<std::vector<TestPicture>> passes;
        for (const int mode : {write, read}) {
            tonelift_options both = options(mode);
            both.script_text = script;
            both.format = "same";
            Messages messages;
            const tonelift_video out = output_of(both, sdr);
            const FilterHandle filter = make_filter(both, sdr, out, &messages);
            ASSERT_NE(filter.get(), nullptr) << messages.errors;
            passes.emplace_back();
            EXPECT_TRUE(process(filter.get(), 0, 6, out, &passes.back())) << messages.errors;
            EXPECT_EQ(tonelift_filter_set_input(filter.get(), &hdr), TONELIFT_OK);
            EXPECT_TRUE(process(filter.get(), 6, 6, out, &passes.back())) << messages.errors;
            EXPECT_EQ(tonelift_filter_finish(filter.get()), TONELIFT_OK);
            if (mode == read) {
                EXPECT_FALSE(process(filter.get(), 20, 1, out, &passes.back())) << "no line";
            }
        }
        EXPECT_NE(text().find("transfer 16 "), std::string::npos) << text();
        EXPECT_TRUE(same(passes[0], passes[1])) << script;
    }
}

// If the frame size changes, hosts create a new filter in the same process.
TEST_F(StatsSections, FollowAChangeOfSize) {
    const tonelift_video first_half = in_;
    const std::vector<TestPicture> film = film_;
    tonelift_video second_half = in_;
    second_half.width = 48;
    const auto run_half = [&](bool second, int mode, Ending ending) {
        in_ = second ? second_half : first_half;
        if (second) {
            for (TestPicture& picture : film_) {
                picture = picture_for(in_);
                picture.fill_legal(static_cast<unsigned>(&picture - film_.data()));
            }
        } else {
            film_ = film;
        }
        return run(options(mode), second ? 12 : 0, second ? film_frames : 12, {ending});
    };
    const auto one = run_half(false, automatic, Ending::interruption);
    const auto two = run_half(true, automatic, Ending::end);
    ASSERT_EQ(two.size(), 12u);
    EXPECT_NE(text().find("size 64x36"), std::string::npos);
    EXPECT_NE(text().find("size 48x36"), std::string::npos);
    EXPECT_NE(text().find("\nend 24\n"), std::string::npos);
    for (const int mode : {read, automatic}) {
        EXPECT_TRUE(same(one, run_half(false, mode, Ending::interruption)));
        EXPECT_TRUE(same(two, run_half(true, mode, Ending::end)));
    }
}

TEST_F(StatsSections, WarnIfTimestampsRestart) {
    Messages first, second;
    run(options(automatic), 4, 12, {Ending::interruption}, &first);
    EXPECT_EQ(first.warnings, "");
    run(options(automatic), 12, 20, {Ending::interruption}, &first);
    EXPECT_EQ(first.warnings, "") << "timestamps go on";
    run(options(automatic), 0, film_frames, &second);
    EXPECT_NE(second.warnings.find("restarts with the timestamp 0, and the 16 lines"),
              std::string::npos)
        << second.warnings;
    EXPECT_EQ(second.warnings.find("restarts with", second.warnings.find("restarts with") + 1),
              std::string::npos)
        << "once";
    EXPECT_NE(text().find("\nend 24\n"), std::string::npos);
}

class StatsPieces : public Stats {
  protected:
    void TearDown() override {
        for (const std::string& path : pieces_) fs::remove(path);
        Stats::TearDown();
    }

    std::string measure(int first, int last, const tonelift_options& given) {
        const std::string path = path_ + "." + std::to_string(pieces_.size());
        tonelift_options options = given;
        options.stats_file = path.c_str();
        run(options, first, last);
        pieces_.push_back(path);
        return path;
    }
    std::string measure(int first, int last) { return measure(first, last, options(write)); }
    std::string whole(const tonelift_options& options) {
        run(options, 0, film_frames);
        return text();
    }

    static std::string failure_to_join(const std::vector<std::string>& paths) {
        try {
            join_stats(paths);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    std::vector<std::string> pieces_;
};

constexpr int cut = film_frames / 2;

TEST_F(StatsPieces, JoinEqualsTheFileOfASingleRun) {
    for (const Preset& preset : looped_presets()) {
        tonelift_options measured = options(write);
        measured.preset = preset.name;
        const std::string one = measure(0, cut + 4, measured);
        const std::string two = measure(cut, film_frames - 2, measured);
        const std::string three = measure(cut, film_frames, measured);
        EXPECT_TRUE(join_stats({one, two, three}) == whole(measured)) << preset.name;
    }
}

TEST_F(StatsPieces, JoinKeepsTheLargestLight) {
    tonelift_options measured = options(write);
    measured.transfer = TONELIFT_TRANSFER_PQ;
    const std::string one = measure(0, cut + 4, measured),
                      two = measure(cut, film_frames, measured);
    EXPECT_TRUE(join_stats({one, two}) == whole(measured));
    EXPECT_NE(text().find("\nlight "), std::string::npos);
    EXPECT_NE(text().find("largest:"), std::string::npos);
}

TEST_F(StatsPieces, LightOfALeadInIsNotCounted) {
    const StatsSection section = {
        {{"script", "0"}},
        {{StateKind::scene_change}, {StateKind::smooth}, {StateKind::largest, "max_cll"}}};
    const auto piece = [&](std::vector<std::array<float, 3>> lines, int64_t first) {
        const std::string path = path_ + "." + std::to_string(pieces_.size());
        pieces_.push_back(path);
        StatsWriter out(path);
        out.begin(section);
        for (const auto& states : lines) {
            out.write({first, first}, states);
            out.add_light({states[2], 1});
            ++first;
        }
        out.finish();
        return path;
    };
    const std::string one = piece({{1, 0.5f, 300}, {0, 0.5f, 310}, {0, 0.5f, 310}}, 0);
    const std::string bright = piece({{1, 0.4f, 900}, {0, 0.5f, 900}, {0, 0.5f, 900}}, 1);
    EXPECT_NE(failure_to_join({one, bright}).find("again from 0 to 3"), std::string::npos)
        << "the whole piece";
    const std::string dim = piece({{1, 0.4f, 250}, {0, 0.5f, 250}, {0, 0.5f, 330}}, 1);
    EXPECT_NE(join_stats({one, dim}).find("\nlight 330 1\nend 4\n"), std::string::npos);
}

TEST_F(StatsPieces, DisagreementReportsWhereToMeasureAgain) {
    const std::string one = measure(0, cut + 6), late = measure(cut + 4, film_frames);
    const std::string said = failure_to_join({one, late});
    const auto timestamp = [](int frame) {
        return std::to_string(static_cast<int>(frame / rate * 1000 + 0.5));
    };
    EXPECT_NE(said.find(late), std::string::npos) << said;
    EXPECT_NE(said.find("does not continue from the timestamp " + timestamp(cut + 5)),
              std::string::npos)
        << said;
    EXPECT_NE(said.find("again from " + timestamp(cut) + " to " + timestamp(film_frames - 1)),
              std::string::npos)
        << said;
    const std::string early = measure(0, 4), next = measure(2, film_frames);
    EXPECT_NE(failure_to_join({early, next}).find("again from 0 to " + timestamp(cut)),
              std::string::npos);
}

TEST_F(StatsPieces, AgreeIfTheyMeetAtACut) {
    for (const Preset& preset : looped_presets()) {
        tonelift_options measured = options(write);
        measured.preset = preset.name;
        const std::string one = measure(0, cut, measured);
        const std::string two = measure(cut - 3, film_frames, measured);
        EXPECT_TRUE(join_stats({one, two}) == whole(measured)) << preset.name;
    }
}

TEST_F(StatsPieces, AreMeasuredAgainOnlyUpToTheNextCut) {
    for (const Preset& preset : looped_presets()) {
        tonelift_options measured = options(write);
        measured.preset = preset.name;
        const std::string one = measure(0, 4, measured), two = measure(2, film_frames, measured);
        const std::string seam = measure(0, cut + 1, measured);
        EXPECT_NE(failure_to_join({one, two}), "") << preset.name;
        EXPECT_TRUE(join_stats({one, seam, two}) == whole(measured)) << preset.name;
    }
}

TEST_F(StatsPieces, MustOverlapAndHaveTheSameOptions) {
    const std::string one = measure(0, cut), apart = measure(cut, film_frames);
    EXPECT_NE(failure_to_join({one, apart}).find("pieces must overlap"), std::string::npos);
    tonelift_options other = options(write);
    other.smoothing = 2;
    const std::string foreign = measure(0, film_frames, other);
    EXPECT_NE(failure_to_join({one, foreign}).find("does not continue"), std::string::npos);
    EXPECT_NE(failure_to_join({one, path_ + ".none"}).find("cannot be read: No such file"),
              std::string::npos);
}

TEST_F(StatsPieces, ArePlotted) {
    run(options(write), 0, film_frames);
    EXPECT_NE(text().find("smooth:1:white"), std::string::npos) << text();
    const std::string drawn = plot_stats(path_);
    for (const char* part : {">white<", ">middle<", ">source peak<", ">source mean<", ">cuts<",
                             "cd/m", "min:s", "<polyline"})
        EXPECT_NE(drawn.find(part), std::string::npos) << part;
    const auto cuts = [](const std::string& text) {
        size_t count = 0;
        for (size_t at = 0; (at = text.find("stroke-width=\"0.6\"", at)) != std::string::npos; ++at)
            ++count;
        return count;
    };
    EXPECT_EQ(cuts(drawn), 1u) << "one cut, in the middle";
    StatsWriter ages(path_);
    ages.begin({{{"script", "0"}}, {{StateKind::smooth, "white"}}});
    for (const double time : {-9e9, 9e9})
        ages.write({int64_t(time), time}, std::vector<float>{0.5f});
    ages.finish();
    EXPECT_LT(plot_stats(path_).size(), 10000u) << "centuries have as many marks as minutes";
    StatsWriter out(path_);
    out.begin({{{"script", "0"}}, {{StateKind::smooth, "other"}}});
    out.write({0, 0}, std::vector<float>{0.5f});
    out.finish();
    EXPECT_THROW(plot_stats(path_), Error);
}

TEST_F(StatsPieces, CheckDescribesCompleteFilesAndRefusesDamagedOnes) {
    const std::string one = measure(0, cut);
    EXPECT_EQ(check_stats(one), one + ": complete, 12 frames, from 0 to 458");
    std::ifstream file(one);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const size_t last = text.rfind(' ', text.rfind("\nend "));
    for (const std::string& damaged :
         {text.substr(0, text.size() - 3), text.substr(0, last + 1) + "nan\nend 12\n",
          text + "end 12\n", text.substr(0, text.size() - 1) + " foo\n"}) {
        std::ofstream(one, std::ios::trunc) << damaged;
        EXPECT_THROW(check_stats(one), Error) << damaged.substr(last);
    }
}

}  // namespace
}  // namespace tonelift::stats_section_test
