// SPDX-License-Identifier: BSD-2-Clause
// Tests that the option `metadata` gives each frame dynamic metadata from the look-ahead.
#include <algorithm>
#include <span>

#include "tests/unit/metadata_option.h"

namespace tonelift::metadata_live_test {
namespace {

class LiveFrameMetadata : public MetadataOption {
  protected:
    tonelift_options live(double lookahead, int kinds = TONELIFT_METADATA_ALL) const {
        tonelift_options result = writing(kinds);
        result.stats_file = nullptr;
        result.lookahead = lookahead;
        return result;
    }
    void look(tonelift_filter* filter, int first, int end) const {
        for (int i = first; i < end; ++i) {
            const tonelift_frame frame = frame_of(film_[static_cast<size_t>(i)], i / rate);
            ASSERT_EQ(tonelift_filter_look(filter, &frame, 1), TONELIFT_OK);
        }
    }
    void brighten() {
        for (int i = 0; i < film_frames; ++i) {
            const int level = 300 + 12 * std::max(i - film_frames / 2, 0);
            for (int y = 0; y < in_.height; ++y) {
                for (int x = 0; x < in_.width; ++x)
                    film_[static_cast<size_t>(i)].set_code(
                        0, x, y, 64 + level * (x + y) / (in_.width + in_.height));
            }
        }
    }
};

void expect_equal(const tonelift_metadata& a, const tonelift_metadata& b, int frame) {
    EXPECT_EQ(a.kinds, b.kinds) << frame;
    EXPECT_EQ(a.begins_shot, b.begins_shot) << frame;
    EXPECT_TRUE(std::ranges::equal(a.max_scl, b.max_scl)) << frame;
    EXPECT_EQ(a.average_max_rgb, b.average_max_rgb) << frame;
    EXPECT_TRUE(std::ranges::equal(a.distribution, b.distribution)) << frame;
    EXPECT_TRUE(std::ranges::equal(a.anchors, b.anchors)) << frame;
    EXPECT_EQ(a.target, b.target) << frame;
    EXPECT_EQ(a.knee_x, b.knee_x) << frame;
    EXPECT_EQ(a.knee_y, b.knee_y) << frame;
    EXPECT_TRUE(std::ranges::equal(a.level1, b.level1)) << frame;
    EXPECT_TRUE(std::ranges::equal(a.level5, b.level5)) << frame;
    EXPECT_TRUE(std::ranges::equal(std::span(a.st2094_50, a.st2094_50_size),
                                   std::span(b.st2094_50, b.st2094_50_size)))
        << frame;
}

TEST_F(LiveFrameMetadata, ShortShotsHaveTheMetadataOfAStatisticsFile) {
    measure_film();
    const FilterHandle whole = filter(writing()), made = filter(live(2));
    ASSERT_NE(whole, nullptr) << messages_.errors;
    ASSERT_NE(made, nullptr) << messages_.errors;
    look(made.get(), 0, film_frames);
    for (int i = 0; i < film_frames; ++i)
        expect_equal(of_frame(made.get(), i), of_frame(whole.get(), i), i);
}

TEST_F(LiveFrameMetadata, UnknownLightLevelIsZero) {
    const FilterHandle made = filter(live(2));
    EXPECT_EQ(of_frame(made.get(), 0).level6[2], 0);
    EXPECT_EQ(of_frame(made.get(), 1).level6[3], 0);
    in_.max_cll = 900;
    in_.max_fall = 300;
    const FilterHandle stated = filter(live(2));
    EXPECT_EQ(of_frame(stated.get(), 0).level6[2], 900);
    EXPECT_EQ(of_frame(stated.get(), 0).level6[3], 300);
}

TEST_F(LiveFrameMetadata, FollowsAShotThatGetsBrighter) {
    brighten();
    for (const double lookahead : {0.0, 0.2}) {
        const FilterHandle made = filter(live(lookahead));
        ASSERT_NE(made, nullptr) << messages_.errors;
        if (lookahead > 0) look(made.get(), 0, film_frames);
        int begun = 0;
        tonelift_metadata before{};
        for (int i = 0; i < film_frames; ++i) {
            const tonelift_metadata there = of_frame(made.get(), i);
            const double level = 300 + 12 * std::max(i - film_frames / 2, 0);
            EXPECT_GE(there.level1[1], 4095 * (0.95 * level / 876 - 0.03)) << i;
            begun += there.begins_shot;
            if (!there.begins_shot) expect_equal(there, before, i);
            before = there;
            before.begins_shot = 0;
            if (i == film_frames / 4) {
                EXPECT_EQ(begun, 1) << "the first half is constant";
            }
        }
        EXPECT_GE(begun, 3);
        EXPECT_LE(begun, film_frames / 4);
    }
}

TEST_F(LiveFrameMetadata, LooksAheadAsRequested) {
    double seconds = -1;
    int ahead = -1;
    const FilterHandle looking = filter(live(-1));
    tonelift_filter_lookahead(looking.get(), &seconds, &ahead);
    EXPECT_EQ(seconds, 2);
    EXPECT_GT(ahead, 0);
    look(looking.get(), 0, film_frames);
    EXPECT_EQ(tonelift_filter_ready(looking.get()), 0) << "the film is shorter than the look ahead";
    const FilterHandle none = filter(live(0));
    tonelift_filter_lookahead(none.get(), &seconds, &ahead);
    EXPECT_EQ(seconds, 0);
    EXPECT_EQ(ahead, 0);
    EXPECT_EQ(of_frame(none.get(), 0).kinds, TONELIFT_METADATA_ALL);
}

TEST_F(LiveFrameMetadata, ProcessedFramesLeaveTheLookAhead) {
    const FilterHandle made = filter(live(0.1));
    look(made.get(), 0, 8);
    const int ready = tonelift_filter_ready(made.get());
    EXPECT_GT(ready, 0);
    std::vector<TestPicture> results;
    ASSERT_TRUE(process(made.get(), 0, ready, in_, &results));
    EXPECT_EQ(tonelift_filter_ready(made.get()), 0);
    EXPECT_TRUE(same(film_, results));
}

TEST_F(LiveFrameMetadata, CanBeRequestedBeforeAndAfterProcessing) {
    const FilterHandle made = filter(live(2));
    look(made.get(), 0, 8);
    const tonelift_metadata before = of_frame(made.get(), 0);
    of_frame(made.get(), 1);
    std::vector<TestPicture> results;
    ASSERT_TRUE(process(made.get(), 0, 4, in_, &results));
    expect_equal(of_frame(made.get(), 0), before, 0);
    EXPECT_EQ(of_frame(made.get(), 3).kinds, TONELIFT_METADATA_ALL);
}

TEST_F(LiveFrameMetadata, FramesMayRepeatATime) {
    for (const double lookahead : {0.0, 0.2, 2.0}) {
        const FilterHandle made = filter(live(lookahead));
        std::vector<tonelift_frame> frames;
        for (int i = 0; i < film_frames; ++i) {
            const double time = (i == 20 ? 19 : i) / rate;
            frames.push_back(frame_of(film_[static_cast<size_t>(i)], time));
        }
        if (lookahead > 0) {
            ASSERT_EQ(tonelift_filter_look(made.get(), frames.data(), film_frames), TONELIFT_OK);
        }
        tonelift_metadata metadata;
        tonelift_metadata_default(&metadata);
        for (const tonelift_frame& frame : frames)
            ASSERT_EQ(tonelift_filter_metadata(made.get(), &frame, &metadata), TONELIFT_OK)
                << messages_.errors;
    }
}

// The metadata may be requested before or after frames are processed.
TEST_F(LiveFrameMetadata, FramesOfOneTimeKeepTheirMetadata) {
    enum class Processing { none, first, last };
    std::vector<TestPicture> made(film_frames, picture_for(in_));
    std::vector<tonelift_frame> from, to;
    for (size_t i = 0; i < film_frames; ++i) {
        film_[i].fill_constant(0, 200 + 20 * static_cast<double>(i));
        from.push_back(frame_of(film_[i], static_cast<double>(i / 2) / rate));
        to.push_back(frame_of(made[i], from.back().time));
    }
    const auto peaks = [&](Processing processing, size_t batch) {
        const FilterHandle filter = this->filter(live(0.1, TONELIFT_METADATA_HDR10_PLUS));
        EXPECT_EQ(tonelift_filter_look(filter.get(), from.data(), film_frames), TONELIFT_OK);
        std::vector<int> result;
        for (size_t i = 0; i < film_frames; i += batch) {
            const auto process_if = [&](bool wanted) {
                const int count = wanted ? static_cast<int>(batch) : 0;
                EXPECT_EQ(tonelift_filter_process(filter.get(), &from[i], &to[i], count),
                          TONELIFT_OK);
            };
            process_if(processing == Processing::first);
            for (size_t k = i; k < i + batch; ++k) {
                tonelift_metadata metadata;
                tonelift_metadata_default(&metadata);
                EXPECT_EQ(tonelift_filter_metadata(filter.get(), &from[k], &metadata), TONELIFT_OK);
                result.push_back(metadata.max_scl[0]);
            }
            process_if(processing == Processing::last);
        }
        return result;
    };
    const std::vector<int> expected = peaks(Processing::none, 1);
    EXPECT_NE(expected[8], expected[9]);
    for (const size_t batch : {1, 2, 8}) {
        EXPECT_EQ(peaks(Processing::first, batch), expected) << batch;
        EXPECT_EQ(peaks(Processing::last, batch), expected) << batch;
    }
}

TEST_F(LiveFrameMetadata, NeedsFramesInOrderUntilAReset) {
    const FilterHandle made = filter(live(2));
    look(made.get(), 0, 4);
    EXPECT_EQ(of_frame(made.get(), 2).kinds, 0);
    EXPECT_NE(messages_.errors.find("is not the next frame of the look-ahead"), std::string::npos);
    EXPECT_EQ(tonelift_filter_reset(made.get()), TONELIFT_OK);
    const tonelift_metadata there = of_frame(made.get(), 20);
    EXPECT_EQ(there.kinds, TONELIFT_METADATA_ALL);
    EXPECT_NE(there.begins_shot, 0);
}

TEST_F(LiveFrameMetadata, FollowsChangesOfTheInput) {
    const FilterHandle made = filter(live(0));
    EXPECT_EQ(of_frame(made.get(), 0).level6[0], 1000);
    tonelift_video changed = in_;
    changed.mastering_max = 2000;
    ASSERT_EQ(tonelift_filter_set_input(made.get(), &changed), TONELIFT_OK) << messages_.errors;
    tonelift_filter_reset(made.get());
    EXPECT_EQ(of_frame(made.get(), 12).level6[0], 2000);
    changed.transfer = TONELIFT_TRANSFER_HLG;
    EXPECT_EQ(tonelift_filter_set_input(made.get(), &changed), TONELIFT_ERROR_ARGUMENT);
    EXPECT_NE(messages_.errors.find("the input is not PQ"), std::string::npos);
}

}  // namespace
}  // namespace tonelift::metadata_live_test
