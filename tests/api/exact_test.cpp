// SPDX-License-Identifier: BSD-2-Clause
// Tests the option `exact`, which turns off polynomial approximations in the output pass.
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/api_stream.h"
#include "tests/support/difference.h"
#include "tests/support/scene.h"

namespace tonelift::exact_test {
namespace {

struct Case {
    const char* in;
    const char* out;
    const char* preset = "faithful";
    int width = 640;
    int height = 360;
};

std::ostream& operator<<(std::ostream& to, const Case& one) {
    return to << one.in << " to " << one.out << ", " << one.preset << ", " << one.width << "x"
              << one.height;
}

tonelift_options options_for(const Case& one, int exact) {
    tonelift_options options = default_options();
    options.device = "cpu";
    options.preset = one.preset;
    options.format = one.out;
    options.exact = exact;
    return options;
}

TestPicture mapped(const tonelift_options& options, const Case& one, const TestPicture& from) {
    const tonelift_video in =
        hdr10_video(static_cast<tonelift_format>(find_format(one.in)->id), one.width, one.height);
    const tonelift_video out = output_of(options, in);
    const FilterHandle filter = make_filter(options, in, out);
    TestPicture to = picture_for(out);
    const tonelift_frame source = frame_of(from, 0);
    tonelift_frame target = frame_of(to, 0);
    EXPECT_EQ(tonelift_filter_process(filter.get(), &source, &target, 1), TONELIFT_OK);
    return to;
}

TestPicture scene_for(const Case& one) {
    TestPicture picture(make_picture(one.in, one.width, one.height));
    draw_scene(picture, 0);
    return picture;
}

class Exact : public testing::TestWithParam<Case> {
  protected:
    TestPicture made(int exact) const {
        return mapped(options_for(GetParam(), exact), GetParam(), scene_);
    }
    const TestPicture scene_ = scene_for(GetParam());
};

class ExactIn8Bits : public Exact {};
TEST_P(ExactIn8Bits, polynomials_stay_within_the_budget) {
    const Difference found = difference(made(TONELIFT_EXACT_OFF), made(TONELIFT_EXACT_ON), 0.5);
    EXPECT_GT(found.beyond_one, 0) << "no polynomial was used";
    EXPECT_LE(found.share_beyond_one(), 0.003);
    EXPECT_LE(found.share_beyond_two(), 0.0002);
    EXPECT_LE(found.worst, 3);
}
INSTANTIATE_TEST_SUITE_P(Formats, ExactIn8Bits,
                         testing::Values(Case{"yuv420p10", "yuv420p"},
                                         Case{"p010", "nv12", "cinema"},
                                         Case{"yuv422p10", "yuv422p"},
                                         Case{"yuv420p10", "yuv420p", "faithful", 601, 363},
                                         Case{"yuv420p", "yuv420p"}));

class ExactIn10Bits : public Exact {};
TEST_P(ExactIn10Bits, polynomials_are_off_by_two_codes_at_most) {
    const Difference found = difference(made(TONELIFT_EXACT_OFF), made(TONELIFT_EXACT_ON), 1);
    EXPECT_GT(found.worst, 0) << "no polynomial was used";
    EXPECT_LE(found.share_beyond_two(), 0.001);
}
INSTANTIATE_TEST_SUITE_P(Formats, ExactIn10Bits,
                         testing::Values(Case{"yuv420p10", "yuv420p10"},
                                         Case{"yuv422p10", "yuv422p10", "cinema"}));

class ExactWithoutPolynomials : public Exact {};
TEST_P(ExactWithoutPolynomials, option_changes_nothing) {
    EXPECT_TRUE(equal(made(TONELIFT_EXACT_OFF), made(TONELIFT_EXACT_ON)));
}
INSTANTIATE_TEST_SUITE_P(Formats, ExactWithoutPolynomials,
                         testing::Values(Case{"yuv444p10", "yuv420p"}, Case{"yuv420p10", "yuv444p"},
                                         Case{"yuv420p10", "yuv420p12"},
                                         Case{"yuv420p10", "yuv420p", "natural"}));

TEST(ExactOfNoise, noisy_colors_are_computed_per_pixel) {
    const Case one{"yuv420p10", "yuv420p"};
    TestPicture noise(make_picture(one.in, one.width, one.height));
    noise.fill_legal(5);
    EXPECT_TRUE(equal(mapped(options_for(one, TONELIFT_EXACT_OFF), one, noise),
                      mapped(options_for(one, TONELIFT_EXACT_ON), one, noise)));
}

TEST(ExactOff, picture_does_not_depend_on_threads) {
    const Case one{"yuv420p10", "yuv420p"};
    const TestPicture scene = scene_for(one);
    tonelift_options options = options_for(one, TONELIFT_EXACT_OFF);
    options.threads = 1;
    const TestPicture alone = mapped(options, one, scene);
    options.threads = 5;
    EXPECT_TRUE(equal(alone, mapped(options, one, scene)));
}

TEST(ExactOff, picture_does_not_depend_on_batches) {
    const Case one{"yuv420p10", "yuv420p"};
    const tonelift_options options = options_for(one, TONELIFT_EXACT_OFF);
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, one.width, one.height);
    const tonelift_video out = output_of(options, in);
    const std::vector<TestPicture> from = scene_frames(picture_for(in).picture(), 3);
    std::vector<TestPicture> to[2];
    for (const size_t batch : {1, 3}) {
        const FilterHandle filter = make_filter(options, in, out);
        std::vector<tonelift_frame> sources, targets;
        for (size_t i = 0; i < from.size(); ++i) {
            to[batch > 1].push_back(picture_for(out));
            sources.push_back(frame_of(from[i], 0.04 * double(i)));
            targets.push_back(frame_of(to[batch > 1].back(), 0.04 * double(i)));
        }
        for (size_t i = 0; i < from.size(); i += batch)
            ASSERT_EQ(tonelift_filter_process(filter.get(), &sources[i], &targets[i], int(batch)),
                      TONELIFT_OK);
    }
    for (size_t i = 0; i < from.size(); ++i) EXPECT_TRUE(equal(to[0][i], to[1][i])) << i;
}

TEST(ExactOff, picture_does_not_depend_on_machine_code) {
    const Case one{"yuv420p10", "yuv420p"};
    const TestPicture scene = scene_for(one);
    tonelift_options options = options_for(one, TONELIFT_EXACT_OFF);
    const TestPicture compiled = mapped(options, one, scene);
    options.machine_code = TONELIFT_MACHINE_CODE_OFF;
    EXPECT_TRUE(equal(compiled, mapped(options, one, scene)));
}

}  // namespace
}  // namespace tonelift::exact_test
