// SPDX-License-Identifier: BSD-2-Clause
// Tests that each section of a statistics file states the film and the options to which it belongs.
#include "tests/api/stats_film.h"

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

}  // namespace
}  // namespace tonelift::stats_section_test
