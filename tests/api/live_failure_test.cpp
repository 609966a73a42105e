// SPDX-License-Identifier: BSD-2-Clause
// Tests that a failed change of options or input has no effect on the stream. The tests repeat the
// change. In each attempt, another of its allocations fails.
#include "tests/api/stats_film.h"
#include "tests/api/test_memory.h"
#include "tests/support/dolby_vision_stream.h"
#include "tests/support/text_file.h"

namespace tonelift::live_failure_test {
namespace {

class LiveFailure : public Stats {
  protected:
    void SetUp() override {
        if (!TONELIFT_TEST_MEMORY) GTEST_SKIP() << "memory cannot be made to fail here";
        Stats::SetUp();
    }
    void TearDown() override {
        Stats::TearDown();
        fs::remove(other_path());
    }

    std::string other_path() const { return path_ + ".other"; }

    tonelift_options options_of_one_thread(int stats) const {
        tonelift_options result = options(stats);
        result.threads = 1;
        return result;
    }

    std::vector<tonelift_options> options_without_stats() const {
        tonelift_options smoothed = options_of_one_thread(automatic);
        smoothed.stats_file = nullptr;
        tonelift_options per_shot = smoothed;
        per_shot.smoothing = TONELIFT_SMOOTHING_SHOT;
        return {smoothed, per_shot};
    }

    void look(const FilterHandle& filter) const {
        for (int i = 0; i < film_frames; ++i) {
            const tonelift_frame frame = frame_of(film_[static_cast<size_t>(i)], i / rate);
            ASSERT_EQ(tonelift_filter_look(filter.get(), &frame, 1), TONELIFT_OK);
        }
    }

    struct Pair {
        FilterHandle changed, untouched;
        int frame = 0;
    };

    Pair begin(const tonelift_options& options) {
        tonelift_options other = options;
        const std::string path = other_path();
        if (options.stats_file != nullptr) other.stats_file = path.c_str();
        const tonelift_video out = output_of(options, in_);
        Pair pair{make_filter(options, in_, out), make_filter(other, in_, out)};
        EXPECT_NE(pair.changed, nullptr);
        look(pair.changed);
        look(pair.untouched);
        for (int i = 0; i < 3; ++i) expect_same_frame(pair, "before");
        return pair;
    }

    void expect_same_frame(Pair& pair, const std::string& when) {
        std::vector<TestPicture> a, b;
        const tonelift_video out = output_of(options(automatic), in_);
        ASSERT_TRUE(process(pair.changed.get(), pair.frame, 1, out, &a)) << when;
        ASSERT_TRUE(process(pair.untouched.get(), pair.frame, 1, out, &b)) << when;
        ASSERT_TRUE(equal(a[0], b[0])) << when << ", frame " << pair.frame;
        ++pair.frame;
    }

    template <typename Change>
    void expect_nothing_of_failures(const tonelift_options& options, const Change& change) {
        Pair pair = begin(options);
        int failures = 0;
        for (long count = 0, step = 1;; count += step, step = 1 + count / 40) {
            tonelift_status status = TONELIFT_OK;
            const bool enough = with_allocations(count, [&] { status = change(pair.changed); });
            if (status == TONELIFT_OK && enough) break;
            if (status == TONELIFT_OK) {
                pair = {};
                pair = begin(options);
                continue;
            }
            ++failures;
            if (failures % 8 == 0 && pair.frame < film_frames - 1)
                expect_same_frame(pair, "after allocation " + std::to_string(count));
        }
        EXPECT_GT(failures, 20);
    }
};

tonelift_options changed_to(tonelift_options options, const char* preset) {
    options.preset = preset;
    return options;
}

TEST_F(LiveFailure, FailedOptionChangeKeepsThePictures) {
    for (const tonelift_options& given : options_without_stats()) {
        for (const char* preset : {"vivid", "landscape"}) {
            const tonelift_options then = changed_to(given, preset);
            expect_nothing_of_failures(given, [&](const FilterHandle& filter) {
                return tonelift_filter_set_options(filter.get(), &then);
            });
        }
    }
}

TEST_F(LiveFailure, FailedInputChangeKeepsThePictures) {
    for (const tonelift_options& given : options_without_stats()) {
        for (const int transfer : {TONELIFT_TRANSFER_PQ, TONELIFT_TRANSFER_HLG}) {
            tonelift_video then = in_;
            then.transfer = transfer;
            then.max_cll = 4000;
            expect_nothing_of_failures(given, [&](const FilterHandle& filter) {
                return tonelift_filter_set_input(filter.get(), &then);
            });
        }
    }
}

TEST_F(LiveFailure, RefusedOptionsDuringAShotDoNotChangePictures) {
    const tonelift_options per_shot = options_without_stats()[1];
    Pair pair = begin(per_shot);
    std::vector<tonelift_options> refused(4, per_shot);
    refused[0].smoothing = 0.5;
    refused[1].preset = "nonsense";
    refused[2].script_work = 1;
    refused[3].script_memory = 1;
    for (const tonelift_options& then : refused) {
        const int ready = tonelift_filter_ready(pair.changed.get());
        EXPECT_NE(tonelift_filter_set_options(pair.changed.get(), &then), TONELIFT_OK)
            << &then - refused.data();
        EXPECT_EQ(tonelift_filter_ready(pair.changed.get()), ready);
        expect_same_frame(pair, "after a refusal");
    }
}

TEST_F(LiveFailure, StatsFileIsUnchangedByAFailedChange) {
    const tonelift_options writing = options_of_one_thread(write);
    const std::string path = other_path();
    const tonelift_options then = changed_to(writing, "landscape");
    const tonelift_video out = output_of(writing, in_);
    long needed = 0;
    for (bool enough = false; !enough; needed += 1 + needed / 3) {
        const FilterHandle filter = make_filter(writing, in_, out);
        enough =
            with_allocations(needed, [&] { tonelift_filter_set_options(filter.get(), &then); });
    }
    for (long left = 0; left < needed;
         left += left < needed * 9 / 10 ? needed / 20 : needed / 100) {
        Pair pair = begin(writing);
        tonelift_status status = TONELIFT_OK;
        with_allocations(left,
                         [&] { status = tonelift_filter_set_options(pair.changed.get(), &then); });
        if (status == TONELIFT_OK) continue;
        for (int i = 0; i < 3; ++i) expect_same_frame(pair, "after " + std::to_string(left));
        ASSERT_EQ(tonelift_filter_finish(pair.changed.get()), TONELIFT_OK);
        ASSERT_EQ(tonelift_filter_finish(pair.untouched.get()), TONELIFT_OK);
        ASSERT_EQ(text(), text_of_file(path)) << left;
    }
}

TEST_F(LiveFailure, RefusedOptionsKeepThePictures) {
    const tonelift_options writing = options_of_one_thread(write);
    Pair pair = begin(writing);
    std::vector<tonelift_options> refused(5, writing);
    refused[0].preset = "nonsense";
    refused[1].script_work = 1;
    refused[2].script_memory = 1;
    refused[3].set = "strength=7";
    refused[4].script_text = "output blur_gauss(input.r, 1e9);";
    for (const tonelift_options& then : refused) {
        EXPECT_NE(tonelift_filter_set_options(pair.changed.get(), &then), TONELIFT_OK)
            << &then - refused.data();
        tonelift_video other = in_;
        other.transfer = 99;
        EXPECT_NE(tonelift_filter_set_input(pair.changed.get(), &other), TONELIFT_OK);
        expect_same_frame(pair, "after a refusal");
    }
}

TEST_F(LiveFailure, FailureInOneOfTwoFiltersChangesNeither) {
    tonelift_options without = options_of_one_thread(automatic);
    without.stats_file = nullptr;
    tonelift_options faithful = without;
    faithful.preset = "faithful";
    Pair first = begin(without), second = begin(faithful);
    tonelift_filter* const both[] = {first.changed.get(), second.changed.get()};
    const tonelift_options vivid = changed_to(without, "vivid");
    tonelift_options refused = faithful;
    refused.script_work = 1;
    const tonelift_options* const change[] = {&vivid, &refused};
    EXPECT_EQ(tonelift_filters_set_options(both, change, 2), TONELIFT_ERROR_SCRIPT);
    const tonelift_options* const swapped[] = {&refused, &vivid};
    EXPECT_EQ(tonelift_filters_set_options(both, swapped, 2), TONELIFT_ERROR_SCRIPT);
    const tonelift_options* const missing[] = {&vivid, nullptr};
    EXPECT_EQ(tonelift_filters_set_options(both, missing, 2), TONELIFT_ERROR_ARGUMENT);
    for (Pair* pair : {&first, &second}) expect_same_frame(*pair, "after the refusals");
    const tonelift_options* const good[] = {&vivid, &faithful};
    EXPECT_EQ(tonelift_filters_set_options(both, good, 2), TONELIFT_OK);
    EXPECT_EQ(tonelift_filter_set_options(first.untouched.get(), &vivid), TONELIFT_OK);
    for (Pair* pair : {&first, &second}) expect_same_frame(*pair, "after the change");
    EXPECT_EQ(tonelift_filters_set_options(both, good, 0), TONELIFT_OK);
    EXPECT_EQ(tonelift_filters_set_options(nullptr, good, 1), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(tonelift_filters_set_options(both, good, -1), TONELIFT_ERROR_ARGUMENT);
}

TEST_F(LiveFailure, FailureInDestroyDoesNotTerminate) {
    for (const bool hdr : {true, false}) {
        for (long left = 0; left < 12; ++left) {
            tonelift_options measured = options_of_one_thread(write);
            if (hdr) measured.transfer = TONELIFT_TRANSFER_PQ;
            FilterHandle filter = make_filter(measured, in_, output_of(measured, in_));
            std::vector<TestPicture> pictures;
            ASSERT_TRUE(process(filter.get(), 0, 2, output_of(measured, in_), &pictures));
            tonelift_filter* doomed = filter.release();
            with_allocations(left, [&] { tonelift_filter_destroy(&doomed); });
            EXPECT_EQ(doomed, nullptr);
        }
    }
}

TEST(LiveFailureOfDolbyVision, RefusedMetadataKeepsThePictures) {
    const tonelift_video in = profile_5_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
    const std::vector<NamedMetadata> all = every_reshaping();
    TestPicture from = picture_for(in);
    from.fill_legal(3);
    tonelift_options options = default_options();
    options.device = "cpu";
    const tonelift_video out = output_of(options, in);
    const auto map = [&](const FilterHandle& filter, const tonelift_dolby_vision& metadata,
                         TestPicture* to) {
        tonelift_frame in_frame = frame_of(from, 0), out_frame = frame_of(*to, 0);
        in_frame.dolby_vision = &metadata;
        return tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1);
    };
    int refusals = 0;
    for (options.script_work = 1; options.script_work < 1000; options.script_work *= 1.1) {
        const FilterHandle filter = make_filter(options, in, out);
        TestPicture first = picture_for(out), later = picture_for(out), unused = picture_for(out);
        if (filter == nullptr || map(filter, all[0].metadata, &first) != TONELIFT_OK) continue;
        int refused = 0;
        for (size_t i = 1; i < all.size(); ++i) {
            if (map(filter, all[i].metadata, &unused) == TONELIFT_OK) continue;
            ++refused;
            EXPECT_NE(map(filter, all[i].metadata, &unused), TONELIFT_OK) << all[i].name;
            EXPECT_EQ(map(filter, all[0].metadata, &later), TONELIFT_OK);
            EXPECT_TRUE(equal(first, later)) << "after " << all[i].name;
        }
        refusals += refused;
        if (refused == 0) break;
    }
    EXPECT_GT(refusals, 0);
}

}  // namespace
}  // namespace tonelift::live_failure_test
