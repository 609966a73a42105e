// SPDX-License-Identifier: BSD-2-Clause
// Tests streams through the public API, in every format and in odd sizes. The pictures do not
// depend on the number of threads or on the batch size.
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/api_stream.h"
#include "tests/support/repeats.h"

namespace tonelift::stream_test {
namespace {

std::vector<TestPicture> moving_pictures(const tonelift_video& video, int count, uint32_t seed) {
    std::vector<TestPicture> pictures;
    for (int i = 0; i < count; ++i) {
        pictures.push_back(picture_for(video));
        pictures.back().fill_legal(seed + static_cast<uint32_t>(i));
    }
    return pictures;
}

std::vector<TestPicture> run(const tonelift_options& options, const tonelift_video& in,
                             const std::vector<TestPicture>& pictures, size_t batch) {
    const tonelift_video out = output_of(options, in);
    const FilterHandle filter = make_filter(options, in, out);
    EXPECT_NE(filter, nullptr);
    std::vector<TestPicture> results;
    for (size_t i = 0; i < pictures.size(); ++i) results.push_back(picture_for(out));
    for (size_t i = 0; i < pictures.size(); i += batch) {
        std::vector<tonelift_frame> from, to;
        for (size_t k = i; k < std::min(i + batch, pictures.size()); ++k) {
            from.push_back(frame_of(pictures[k], static_cast<double>(k) / 25));
            to.push_back(frame_of(results[k], static_cast<double>(k) / 25));
        }
        EXPECT_EQ(tonelift_filter_process(filter.get(), from.data(), to.data(),
                                          static_cast<int>(from.size())),
                  TONELIFT_OK);
    }
    return results;
}

void expect_independent(tonelift_options options, size_t count) {
    constexpr uint32_t seed = 7;
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, 211, 133);
    const std::vector<TestPicture> pictures = moving_pictures(in, static_cast<int>(count), seed);
    options.threads = 1;
    const std::vector<TestPicture> expected = run(options, in, pictures, 1);
    for (const int threads : {1, 2, 5}) {
        for (const size_t batch : {size_t{1}, size_t{3}, count}) {
            options.threads = threads;
            options.batch = 4;  // calls can have fewer or more frames
            const std::vector<TestPicture> actual = run(options, in, pictures, batch);
            for (size_t i = 0; i < actual.size(); ++i) {
                EXPECT_TRUE(equal(expected[i], actual[i]))
                    << "frame " << i << ", threads " << threads << ", batch " << batch << ", seed "
                    << seed;
            }
        }
    }
}

TEST(Stream, DoesNotDependOnThreadsOrBatch) { expect_independent(default_options(), 6); }

// Each frame depends on all earlier frames. The percentile of random samples changes little, so the
// script enlarges its changes.
TEST(Stream, FramesOfABatchFollowEachOther) {
    tonelift_options options = default_options();
    options.preset = nullptr;
    options.script_text =
        "plane v = blur_box(input.g, 3); float now = percentile(v, 0.4);"
        "float m = smooth(now, 0.1); float old = previous(now); float cut = scene_change();"
        "plane w = v - 0.5 * m;"
        "output color(w + 100 * (m - now), w + 100 * (old - now), cut);";
    expect_independent(options, 19);
}

// Adjacent bands both compute the input of a filter near their border. One of them also measures
// it.
TEST(Stream, InputOfAFilterDoesNotDependOnWhoMeasuresIt) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 400, 70);
    const std::vector<TestPicture> pictures = moving_pictures(in, 2, 3);
    tonelift_options options = default_options();
    options.preset = nullptr;
    options.script_text =
        "plane v = input.g; float m = mean(v * 0.3); plane w = blur_box(v - v * 0.3, 1);"
        "output color(w, w * m, v);";
    options.format = "gbrpf32le";
    options.threads = 1;
    const std::vector<TestPicture> expected = run(options, in, pictures, 1);
    options.threads = 2;
    const std::vector<TestPicture> actual = run(options, in, pictures, 1);
    for (size_t i = 0; i < actual.size(); ++i) EXPECT_TRUE(equal(expected[i], actual[i])) << i;
}

class EveryFormat : public testing::TestWithParam<const Format*> {};

TEST_P(EveryFormat, IsMappedAtOddSizesWithoutWritingPadding) {
    const Format& format = *GetParam();
    for (const auto& [width, height] : {std::pair{1, 1}, {2, 1}, {17, 31}, {300, 5}}) {
        for (const Pitch pitch : {Pitch::padded, Pitch::negative}) {
            if (is_instrumented && (pitch == Pitch::padded) != (width % 2 == 0)) continue;
            const tonelift_video in =
                hdr10_video(static_cast<tonelift_format>(format.id), width, height);
            const tonelift_options options = default_options();
            const tonelift_video out = output_of(options, in);
            TestPicture from = picture_for(in, pitch);
            TestPicture to = picture_for(out, pitch);
            from.fill_legal(11);
            Messages messages;
            const FilterHandle filter = make_filter(options, in, out, &messages);
            ASSERT_NE(filter, nullptr) << messages.errors;
            const tonelift_frame in_frame = frame_of(from, 0);
            tonelift_frame out_frame = frame_of(to, 0);
            ASSERT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK)
                << messages.errors;
            EXPECT_TRUE(to.padding_untouched()) << width << "x" << height;
        }
    }
}

TEST_P(EveryFormat, KeepsItsFormatOnRequest) {
    const Format& format = *GetParam();
    const tonelift_video in = hdr10_video(static_cast<tonelift_format>(format.id), 16, 16);
    tonelift_options options = default_options();
    options.format = "same";
    const tonelift_video out = output_of(options, in);
    EXPECT_EQ(out.format, in.format);
    EXPECT_NE(make_filter(options, in, out), nullptr);
}

std::vector<const Format*> formats_of_build() {
    std::vector<const Format*> formats;
    for (const Format* const format : all_formats()) {
        if (static_cast<size_t>(format->id) % format_step == 0) formats.push_back(format);
    }
    return formats;
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat, testing::ValuesIn(formats_of_build()),
                         [](const auto& test) { return std::string(test.param->ffmpeg); });

TEST(Stream, NeverOutputsNan) {
    constexpr uint32_t seed = 23;
    tonelift_video in = make_video(TONELIFT_FORMAT_GBRPF32, 65, 33);
    in.primaries = 1;
    in.transfer = 8;
    tonelift_options options = default_options();
    options.format = "same";
    const tonelift_video out = output_of(options, in);
    TestPicture from = picture_for(in);
    TestPicture to = picture_for(out);
    from.fill_hostile(seed);
    const FilterHandle filter = make_filter(options, in, out);
    ASSERT_NE(filter, nullptr);
    const tonelift_frame in_frame = frame_of(from, 0);
    tonelift_frame out_frame = frame_of(to, 0);
    ASSERT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK);
    for (int component = 0; component < 3; ++component) {
        for (int y = 0; y < 33; ++y) {
            for (int x = 0; x < 65; ++x) {
                const double value = to.code(component, x, y);
                ASSERT_TRUE(value >= 0 && value <= 1)
                    << value << " at " << x << "," << y << ", seed " << seed;
            }
        }
    }
}

TestPicture flat_with(float sample, int at) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_GBRPF32, 64, 64);
    tonelift_options options = default_options();
    options.format = "gbrp";
    options.dithering = 0;
    const tonelift_video out = output_of(options, in);
    TestPicture from = picture_for(in), to = picture_for(out);
    for (int component = 0; component < 3; ++component) from.fill_constant(component, 0.5);
    from.set_code(0, at, at, sample);
    const FilterHandle filter = make_filter(options, in, out);
    const tonelift_frame in_frame = frame_of(from, 0);
    tonelift_frame out_frame = frame_of(to, 0);
    EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK);
    return to;
}

TEST(Stream, NanCountsAsZeroAndInfinityAsTheLargestNumber) {
    using Limits = std::numeric_limits<float>;
    constexpr int at = 21;
    for (const auto& [odd, number] : {std::pair(Limits::quiet_NaN(), 0.0f),
                                      {-Limits::infinity(), 0.0f},
                                      {Limits::infinity(), 1.0f}}) {
        const TestPicture with = flat_with(odd, at), expected = flat_with(number, at);
        for (int component = 0; component < 3; ++component) {
            for (int y = 0; y < 64; ++y) {
                for (int x = 0; x < 64; ++x)
                    ASSERT_EQ(with.code(component, x, y), expected.code(component, x, y))
                        << odd << " at " << x << "," << y;
            }
        }
    }
}

TEST(Stream, PassesSdrThroughWithFaithful) {
    tonelift_options options = default_options();
    options.preset = "faithful";
    const tonelift_video in = sdr_video(TONELIFT_FORMAT_YUV420P, 97, 55);
    const tonelift_video out = output_of(options, in);
    const FilterHandle filter = make_filter(options, in, out);
    ASSERT_NE(filter, nullptr);
    EXPECT_NE(tonelift_filter_passthrough(filter.get()), 0);
    TestPicture from = picture_for(in);
    TestPicture to = picture_for(out);
    from.fill_hostile(3);
    const tonelift_frame in_frame = frame_of(from, 0);
    tonelift_frame out_frame = frame_of(to, 0);
    ASSERT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK);
    EXPECT_TRUE(equal(from, to));
    const FilterHandle natural = make_filter(default_options(), in, out);
    EXPECT_EQ(tonelift_filter_passthrough(natural.get()), 0);
    options.deband = 1;
    EXPECT_EQ(tonelift_filter_passthrough(make_filter(options, in, out).get()), 0)
        << "bands are to go";
}

TEST(Stream, OptionsChangeWhileItRuns) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 64, 36);
    tonelift_options options = default_options();
    const tonelift_video out = output_of(options, in);
    Messages messages;
    const FilterHandle filter = make_filter(options, in, out, &messages);
    ASSERT_NE(filter, nullptr) << messages.errors;
    TestPicture from = picture_for(in);
    TestPicture before = picture_for(out);
    TestPicture after = picture_for(out);
    from.fill_legal(5);
    const auto map = [&](TestPicture& to, double time) {
        const tonelift_frame in_frame = frame_of(from, time);
        tonelift_frame out_frame = frame_of(to, time);
        return tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1);
    };
    ASSERT_EQ(map(before, 0), TONELIFT_OK);
    options.saturation = 0;
    ASSERT_EQ(tonelift_filter_set_options(filter.get(), &options), TONELIFT_OK) << messages.errors;
    ASSERT_EQ(map(after, 0.04), TONELIFT_OK);
    EXPECT_FALSE(equal(before, after));
    options.threads = 3;
    EXPECT_EQ(tonelift_filter_set_options(filter.get(), &options), TONELIFT_ERROR_ARGUMENT);
    EXPECT_NE(messages.errors.find("threads"), std::string::npos) << messages.errors;
    ASSERT_EQ(map(before, 0.08), TONELIFT_OK);
    EXPECT_TRUE(equal(before, after));
}

}  // namespace
}  // namespace tonelift::stream_test
