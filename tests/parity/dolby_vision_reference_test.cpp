// SPDX-License-Identifier: BSD-2-Clause
// Tests that Dolby Vision is converted to light as its specification defines, for every kind of
// reshaping and with every instruction set.
#include "tests/oracle/plain_dolby_vision.h"

#include <algorithm>
#include <cmath>

#include "tests/support/dolby_vision_stream.h"
#include "tests/support/targets.h"

namespace tonelift::dolby_vision_reference_test {
namespace {

constexpr int width = 131, height = 37;
constexpr double white = 203;  // luminance of linear 1.0 in cd/m2

TestPicture base_layer(const tonelift_video& video) {
    TestPicture picture = picture_for(video);
    picture.fill_legal(5);
    for (int y = 0; y < height; y += 2) {
        for (int x = 0; x < width; ++x) {
            picture.set_code(0, x, y, (x + width * y) % 1024);
            picture.set_code(1, x, y, 512 + (x * 7 + y) % 61 - 30);
            picture.set_code(2, x, y, 512 + (x * 3 + y * 5) % 51 - 25);
        }
    }
    return picture;
}

double pq_of(double light) { return reference::pq_encode(white * light); }

double difference(double found, double expected, double brightest) {
    if (std::isnan(found)) return 1;
    return std::min(std::abs(pq_of(found) - pq_of(expected)),
                    std::abs(found - expected) / (5 * brightest));
}

double worst_difference(const TestPicture& base, const TestPicture& light,
                        const tonelift_dolby_vision& metadata) {
    double worst = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            reference::Vec3 samples;
            for (int c = 0; c < 3; ++c) samples[static_cast<size_t>(c)] = base.code(c, x, y) / 1023;
            const reference::Vec3 expected = plain::light_of(metadata, samples);
            const double brightest = std::ranges::max(expected) / white;
            for (int c = 0; c < 3; ++c) {
                const double wanted = expected[static_cast<size_t>(c)] / white;
                worst = std::max(worst, difference(light.code(c, x, y), wanted, brightest));
            }
        }
    }
    return worst;
}

TEST(DolbyVisionReference, LightEqualsTheDefinition) {
    const tonelift_video video = profile_5_video(TONELIFT_FORMAT_YUV444P10, width, height);
    const TestPicture base = base_layer(video);
    for_each_target([&] {
        LightOfStream stream(video, "cpu");
        for (const NamedMetadata& with : every_reshaping()) {
            const TestPicture light = stream.map(base, &with.metadata);
            ASSERT_EQ(stream.status(), TONELIFT_OK) << stream.messages().errors;
            EXPECT_LE(worst_difference(base, light, with.metadata), 2e-4) << with.name;
        }
    });
}

TEST(DolbyVisionReference, OtherMetadataChangesTheLight) {
    const tonelift_video video = profile_5_video(TONELIFT_FORMAT_YUV444P10, width, height);
    const TestPicture base = base_layer(video);
    const auto all = every_reshaping();
    LightOfStream stream(video, "cpu");
    for (size_t i = 1; i < all.size(); ++i) {
        const TestPicture light = stream.map(base, &all[i].metadata);
        EXPECT_GT(worst_difference(base, light, all[i - 1].metadata), 0.005) << all[i].name;
    }
}

TEST(DolbyVisionReference, ChromaIsReshapedAtEverySampleOfLuma) {
    const NamedMetadata usual = every_reshaping().front();
    const tonelift_video video = profile_5_video(TONELIFT_FORMAT_YUV444P10, width, height);
    tonelift_video coarse = profile_5_video(TONELIFT_FORMAT_YUV420P10, width, height);
    coarse.chroma_location = TONELIFT_CHROMA_TOPLEFT;
    TestPicture fine = picture_for(video), half = picture_for(coarse);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const double codes[] = {(x * 5 + y * 11) % 900 + 60.0, 400.0 + x, 600.0 - 2 * y};
            for (int c = 0; c < 3; ++c) {
                fine.set_code(c, x, y, codes[c]);
                if (c == 0 || (x % 2 == 0 && y % 2 == 0))
                    half.set_code(c, c == 0 ? x : x / 2, c == 0 ? y : y / 2, codes[c]);
            }
        }
    }
    const TestPicture expected = LightOfStream(video, "cpu").map(fine, &usual.metadata);
    const TestPicture light = LightOfStream(coarse, "cpu").map(half, &usual.metadata);
    for (int y = 0; y < height - 1; ++y) {
        for (int x = 0; x < width - 1; ++x) {
            for (int c = 0; c < 3; ++c)
                EXPECT_NEAR(pq_of(light.code(c, x, y)), pq_of(expected.code(c, x, y)), 1e-5);
        }
    }
}

}  // namespace
}  // namespace tonelift::dolby_vision_reference_test
