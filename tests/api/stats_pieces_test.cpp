// SPDX-License-Identifier: BSD-2-Clause
// Tests that statistics files of parts of a film are joined, checked and plotted.
#include <array>

#include "core/runtime/stats_file.h"
#include "kernels/error.h"
#include "tests/api/stats_film.h"
#include "tests/support/looped_presets.h"
#include "tools/plot.h"
#include "tools/stats.h"

namespace tonelift::stats_pieces_test {
namespace {

class StatsPieces : public Stats {
  protected:
    void TearDown() override {
        for (const std::string& path : pieces_) fs::remove(path);
        Stats::TearDown();
    }

    // Returns the name of the next piece. TearDown() removes the file.
    std::string new_piece() {
        return pieces_.emplace_back(path_ + "." + std::to_string(pieces_.size()));
    }
    std::string measure(int first, int last, const tonelift_options& given,
                        const Events& events = {}) {
        const std::string path = new_piece();
        tonelift_options options = given;
        options.stats_file = path.c_str();
        run(options, first, last, events);
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

TEST_F(StatsPieces, MaximaRunOnWhenOptionsChange) {
    tonelift_options measured = options(write);
    measured.transfer = TONELIFT_TRANSFER_PQ;
    tonelift_options changed = measured;
    changed.preset = "faithful";
    std::swap(film_[2], film_[film_frames - 1]);
    const Events events{Ending::end, cut + 6, &changed};
    const std::string one = measure(0, cut + 4, measured), second = path_ + ".1";
    changed.stats_file = second.c_str();
    const std::string two = measure(cut, film_frames, measured, events);
    changed.stats_file = path_.c_str();
    run(measured, 0, film_frames, events);
    ASSERT_NE(text().find("\nsection\n", text().find("\nsection\n") + 1), std::string::npos);
    EXPECT_TRUE(join_stats({one, two}) == text());
}

TEST_F(StatsPieces, MaximaRestartWhenTheSizeChanges) {
    const auto section = [](const char* size) {
        return StatsSection{{{"script", "0"}, {"size", size}, {"samples", "yuv-10-1x1"}},
                            {{StateKind::scene_change}, {StateKind::largest, "max_cll"}}};
    };
    const auto piece = [&](int first, int end) {
        constexpr int change = 6;
        const std::string path = new_piece();
        StatsWriter out(path);
        float largest = 0;
        for (int i = first; i < end; ++i) {
            if (i == first || i == change) out.begin(section(i < change ? "64x36" : "32x18"));
            if (i == change) largest = 0;
            largest = std::max(largest, static_cast<float>(300 - 10 * i));
            out.write({i, i}, std::vector<float>{i == 0 || i == change ? 1.0f : 0.0f, largest});
        }
        out.finish();
        return path;
    };
    const std::string one = piece(0, 4), two = piece(2, 12), whole = piece(0, 12);
    EXPECT_EQ(join_stats({one, two}), text_of_file(whole));
}

TEST_F(StatsPieces, LightOfALeadInIsNotCounted) {
    const StatsSection section = {
        {{"script", "0"}},
        {{StateKind::scene_change}, {StateKind::smooth}, {StateKind::largest, "max_cll"}}};
    const auto piece = [&](std::vector<std::array<float, 3>> lines, int64_t first) {
        const std::string path = new_piece();
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
    const std::string text = text_of_file(one);
    const size_t last = text.rfind(' ', text.rfind("\nend "));
    for (const std::string& damaged :
         {text.substr(0, text.size() - 3), text.substr(0, last + 1) + "nan\nend 12\n",
          text + "end 12\n", text.substr(0, text.size() - 1) + " foo\n"}) {
        std::ofstream(one, std::ios::trunc) << damaged;
        EXPECT_THROW(check_stats(one), Error) << damaged.substr(last);
    }
}

TEST_F(StatsPieces, CheckAcceptsTimestampsInAnyOrderButJoinDoesNot) {
    const StatsSection section{{{"script", "0"}}, {{StateKind::smooth, "white"}}};
    {
        StatsWriter out(path_);
        out.begin(section);
        for (const int64_t t : {5, 9, 7}) out.write({t}, std::vector<float>{1});
        out.finish();
    }
    EXPECT_EQ(check_stats(path_), path_ + ": complete, 3 frames, from 5 to 9");
    EXPECT_NE(failure_to_join({path_}).find("timestamps do not increase"), std::string::npos);
    const std::string text_of_three = text();
    const size_t second = text_of_three.find("\n9 ");
    std::ofstream(path_) << text_of_three.substr(0, second) << "\n7"
                         << text_of_three.substr(second + 2);
    EXPECT_THROW(check_stats(path_), Error) << "two frames have the timestamp 7";
}

}  // namespace
}  // namespace tonelift::stats_pieces_test
