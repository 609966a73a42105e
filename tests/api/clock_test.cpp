// SPDX-License-Identifier: BSD-2-Clause
// Tests the clock of a stream, which gives temporal filters the time of each frame and the time
// since the previous frame.
#include "core/runtime/clock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "kernels/batch.h"
#include "tests/support/api_stream.h"

namespace tonelift::clock_test {
namespace {

constexpr double week = 7 * 86400.0;

tonelift_frame at(double time) {
    tonelift_frame frame;
    tonelift_frame_default(&frame);
    frame.time = time;
    return frame;
}

TEST(Clock, DistinguishesFramesAfterWeeks) {
    for (const double start : {0.0, 3600.0, 86399.0, week, 5 * week + 80000, 520 * week}) {
        for (const double rate : {24000.0 / 1001, 25.0, 60.0, 120.0}) {
            Clock clock{Log()};
            clock.next(at(start));
            std::set<float> times, noises;
            for (int i = 1; i <= 500; ++i) {
                const FrameTime time = clock.next(at(start + i / rate));
                EXPECT_NEAR(time.seconds_since_previous, 1 / rate, 1e-6);
                EXPECT_NEAR(time.time, std::fmod(start + i / rate, 86400), 1.0 / 256);
                EXPECT_FALSE(time.restart);
                EXPECT_EQ(time.noise, std::floor(time.noise));
                EXPECT_LT(time.noise, 65536);
                times.insert(time.time);
                noises.insert(time.noise);
            }
            EXPECT_EQ(times.size(), 500u) << start << " at " << rate;
            EXPECT_GT(noises.size(), 490u) << start << " at " << rate;
        }
    }
}

TEST(Clock, DependsOnFrameTimesOnly) {
    Clock whole{Log()};
    for (int i = 0; i < 200; ++i) {
        const double time = 3 * week + i / 29.97;
        const FrameTime expected = whole.next(at(time));
        const FrameTime alone = Clock{Log()}.next(at(time));
        EXPECT_EQ(alone.time, expected.time);
        EXPECT_EQ(alone.noise, expected.noise);
    }
    EXPECT_EQ(Clock{Log()}.next(at(0)).noise, 0);
}

TEST(Clock, ImpossibleTimesGiveFiniteResultsInRange) {
    Clock clock{Log()};
    constexpr double infinity = INFINITY, unknown = NAN;
    for (const double time : {1e308, -1e308, 1e-320, -5.0, 1e18, infinity, -infinity, unknown}) {
        tonelift_frame frame = at(time);
        frame.scene_peak = time;
        const FrameTime taken = clock.next(frame);
        EXPECT_TRUE(std::isfinite(taken.time)) << time;
        EXPECT_TRUE(taken.noise >= 0 && taken.noise < 65536) << time;
        EXPECT_TRUE(taken.seconds_since_previous >= 0 && taken.seconds_since_previous <= 1) << time;
        EXPECT_TRUE(taken.scene_peak >= 0 && taken.scene_peak <= 10000) << time;
    }
}

TEST(Clock, FrameWithoutTimeFollowsThePreviousFrame) {
    Clock clock{Log()};
    clock.next(at(10));
    const FrameTime next = clock.next(at(NAN));
    EXPECT_FLOAT_EQ(next.time, 10.04f);
    EXPECT_FLOAT_EQ(next.seconds_since_previous, 0.04f);
}

TEST(Clock, KeepsStatisticsAtLowFrameRates) {
    for (const double apart : {1.5, 4.0, 12.0, 3600.0}) {
        Clock clock{Log()};
        clock.next(at(0));
        for (int i = 1; i <= 20; ++i) {
            const FrameTime time = clock.next(at(i * apart + (i % 2 == 0 ? 0.3 * apart : 0)));
            EXPECT_FALSE(time.restart) << apart;
            EXPECT_FLOAT_EQ(time.seconds_since_previous, 0.125f) << apart;
        }
    }
}

TEST(Clock, RestartsStatisticsAfterAPause) {
    struct Row {
        double apart;
        double pause;
        bool restarts;
    };
    for (const Row& row :
         {Row{0.04, 0.9, false}, Row{0.04, 1.1, true}, Row{0.04, 60, true}, Row{0.2, 1.1, true},
          Row{0.5, 1.9, false}, Row{0.5, 2.1, true}, Row{5, 19, false}, Row{5, 21, true}}) {
        Clock clock{Log()};
        for (int i = 0; i < 5; ++i) clock.next(at(i * row.apart));
        const double last = 4 * row.apart + row.pause;
        EXPECT_EQ(clock.next(at(last)).restart, row.restarts) << row.apart << " " << row.pause;
        EXPECT_FALSE(clock.next(at(last + row.apart)).restart) << row.apart << " " << row.pause;
    }
}

TEST(Clock, ReportsNoPauseRightAfterASplice) {
    Clock clock{Log()};
    for (int i = 0; i < 5; ++i) clock.next(at(i * 0.04));
    tonelift_frame splice = at(100);
    splice.discontinuity = 1;
    EXPECT_TRUE(clock.next(splice).restart);
    EXPECT_FALSE(clock.next(at(105)).restart);
}

TEST(Clock, ReportsOnceThatTimeStandsStill) {
    Messages messages;
    const tonelift_log log = messages.log();
    Clock clock{Log(&log)};
    clock.next(at(0));
    clock.next(at(0));
    clock.next(at(0));
    EXPECT_EQ(messages.warnings, "");
    clock.next(at(0));
    EXPECT_NE(messages.warnings.find("times do not advance"), std::string::npos);
    messages.warnings.clear();
    for (int i = 0; i < 20; ++i) clock.next(at(0));
    EXPECT_EQ(messages.warnings, "");
}

TEST(Clock, ReportsNothingWhileTimeAdvances) {
    Messages messages;
    const tonelift_log log = messages.log();
    for (const double step : {0.04, -0.04, static_cast<double>(NAN)}) {
        Clock clock{Log(&log)};
        for (int i = 0; i < 20; ++i) clock.next(at(step * i));
    }
    Clock stills{Log(&log)};
    for (int i = 0; i < 20; ++i) {
        tonelift_frame frame = at(0);
        frame.discontinuity = 1;
        stills.next(frame);
    }
    EXPECT_EQ(messages.warnings, "");
}

TEST(Clock, GrainDiffersInEveryFrame) {
    const tonelift_video in = sdr_video(TONELIFT_FORMAT_YUV444P, 64, 16);
    tonelift_options options = default_options();
    options.script_text = "output color(0.5 + grain(0.1));";
    const tonelift_video out = output_of(options, in);
    const auto grain_at = [&](double time) {
        Messages messages;
        const FilterHandle filter = make_filter(options, in, out, &messages);
        EXPECT_NE(filter, nullptr) << messages.errors;
        TestPicture from = picture_for(in), to = picture_for(out);
        const tonelift_frame in_frame = frame_of(from, time);
        tonelift_frame out_frame = frame_of(to, time);
        EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK);
        return to;
    };
    for (const double time : {1.0, week + 7.5}) {
        const TestPicture grain = grain_at(time);
        EXPECT_TRUE(equal(grain, grain_at(time)));
        EXPECT_FALSE(equal(grain, grain_at(time + 0.04))) << time;
        EXPECT_FALSE(equal(grain, grain_at(time + 1))) << time;
    }
}

}  // namespace
}  // namespace tonelift::clock_test
