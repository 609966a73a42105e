// SPDX-License-Identifier: BSD-2-Clause
// Tests Dolby Vision streams through the public API, with missing, broken or changing metadata.
#include <cmath>
#include <limits>

#include "tests/support/dolby_vision_stream.h"

namespace tonelift::dolby_vision_test {
namespace {

constexpr int width = 66, height = 34;

class DolbyVisionStream : public testing::Test {
  protected:
    TestPicture picture(uint32_t seed) const {
        TestPicture result = picture_for(video_);
        result.fill_legal(seed);
        return result;
    }

    const tonelift_video video_ = profile_5_video(TONELIFT_FORMAT_YUV420P10, width, height);
    const std::vector<NamedMetadata> all_ = every_reshaping();
    LightOfStream stream_{video_, "cpu"};
};

TEST_F(DolbyVisionStream, NeedsMetadataWithItsFirstFrame) {
    stream_.map(picture(1), nullptr);
    EXPECT_EQ(stream_.status(), TONELIFT_ERROR_UNSUPPORTED);
    EXPECT_NE(stream_.messages().errors.find("apply_dolbyvision=0"), std::string::npos)
        << stream_.messages().errors;
    stream_.map(picture(1), &all_[0].metadata);
    EXPECT_EQ(stream_.status(), TONELIFT_OK);
}

TEST_F(DolbyVisionStream, FrameWithoutMetadataUsesThePreviousMetadata) {
    const TestPicture first = stream_.map(picture(1), &all_[2].metadata);
    const TestPicture second = stream_.map(picture(1), nullptr);
    EXPECT_TRUE(equal(first, second));
    EXPECT_EQ(stream_.messages().warnings, "");
}

TEST_F(DolbyVisionStream, DoesNotDependOnTheBatch) {
    std::vector<TestPicture> pictures;
    std::vector<const tonelift_dolby_vision*> metadata;
    for (size_t i = 0; i < all_.size(); ++i) {
        pictures.push_back(picture(static_cast<uint32_t>(i)));
        metadata.push_back(i % 4 == 3 ? nullptr : &all_[i].metadata);
    }
    LightOfStream other(video_, "cpu");
    const std::vector<TestPicture> at_once = other.map(pictures, metadata);
    for (size_t i = 0; i < pictures.size(); ++i)
        EXPECT_TRUE(equal(at_once[i], stream_.map(pictures[i], metadata[i]))) << all_[i].name;
}

std::vector<NamedMetadata> broken() {
    const tonelift_dolby_vision right = every_reshaping().front().metadata;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<NamedMetadata> result;
    const auto add = [&](const char* name, auto change) {
        result.push_back({name, right});
        change(result.back().metadata);
    };
    add("no pieces", [](auto& m) { m.component[1].pieces = 0; });
    add("nine pieces", [](auto& m) { m.component[0].pieces = 9; });
    add("negative pieces",
        [](auto& m) { m.component[2].pieces = std::numeric_limits<int>::min(); });
    add("order 4", [](auto& m) { m.component[1].mmr_order[0] = 4; });
    add("order -1", [](auto& m) { m.component[1].mmr_order[0] = -1; });
    add("falling pivots",
        [](auto& m) { std::swap(m.component[0].pivots[2], m.component[0].pivots[3]); });
    add("pivot above 1", [](auto& m) { m.component[0].pivots[8] = 1.5; });
    add("pivot NaN", [&](auto& m) { m.component[0].pivots[4] = nan; });
    add("polynomial NaN", [&](auto& m) { m.component[0].polynomial[7][2] = nan; });
    add("MMR infinite", [&](auto& m) { m.component[2].mmr_factor[0][2][6] = infinity; });
    add("constant infinite", [&](auto& m) { m.component[2].mmr_constant[0] = -infinity; });
    add("matrix NaN", [&](auto& m) { m.ycc_to_rgb[2][1] = nan; });
    add("LMS huge", [](auto& m) { m.rgb_to_lms[0][0] = 1e300; });
    add("offset NaN", [&](auto& m) { m.ycc_offset[1] = nan; });
    return result;
}

TEST_F(DolbyVisionStream, BrokenMetadataIsReplacedByThePreviousMetadata) {
    const TestPicture expected = stream_.map(picture(1), &all_[0].metadata);
    for (const NamedMetadata& with : broken()) {
        EXPECT_TRUE(equal(expected, stream_.map(picture(1), &with.metadata))) << with.name;
        EXPECT_EQ(stream_.status(), TONELIFT_OK) << with.name;
    }
    const std::string& said = stream_.messages().warnings;
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    EXPECT_NE(said.find("is broken"), std::string::npos) << said;
}

TEST_F(DolbyVisionStream, RefusesBrokenMetadataInItsFirstFrame) {
    for (const NamedMetadata& with : broken()) {
        LightOfStream stream(video_, "cpu");
        stream.map(picture(1), &with.metadata);
        EXPECT_EQ(stream.status(), TONELIFT_ERROR_UNSUPPORTED) << with.name;
    }
}

TEST_F(DolbyVisionStream, RefusesMetadataOfUnknownStructSize) {
    tonelift_dolby_vision metadata = all_[0].metadata;
    metadata.struct_size = 100;
    stream_.map(picture(1), &metadata);
    EXPECT_EQ(stream_.status(), TONELIFT_ERROR_ARGUMENT);
    EXPECT_NE(stream_.messages().errors.find("tonelift_dolby_vision"), std::string::npos);
}

TEST_F(DolbyVisionStream, ExtremeMetadataGivesFinitePictures) {
    for (const double extreme : {65504.0, -65504.0, 1e-300}) {
        for (NamedMetadata with : every_reshaping()) {
            for (tonelift_reshaping& component : with.metadata.component) {
                for (auto& factors : component.polynomial) std::fill_n(factors, 3, extreme);
                for (auto& orders : component.mmr_factor)
                    for (auto& factors : orders) std::fill_n(factors, 7, extreme);
            }
            for (auto& row : with.metadata.ycc_to_rgb) std::fill_n(row, 3, extreme);
            for (auto& row : with.metadata.rgb_to_lms) std::fill_n(row, 3, -extreme);
            const TestPicture light = stream_.map(picture(3), &with.metadata);
            ASSERT_EQ(stream_.status(), TONELIFT_OK) << with.name;
            for (int c = 0; c < 3; ++c)
                for (int y = 0; y < height; ++y)
                    for (int x = 0; x < width; ++x)
                        ASSERT_TRUE(std::isfinite(light.code(c, x, y))) << with.name;
        }
    }
}

TEST(DolbyVision, CompatibleBaseLayersAreNotReshaped) {
    tonelift_video video = hdr10_video(TONELIFT_FORMAT_YUV420P10, width, height);
    TestPicture picture = picture_for(video);
    picture.fill_legal(2);
    const TestPicture plain = LightOfStream(video, "cpu").map(picture, nullptr);
    video.dolby_vision_profile = 8;
    video.dolby_vision_compatibility = 1;
    const tonelift_dolby_vision metadata = every_reshaping().front().metadata;
    EXPECT_TRUE(equal(plain, LightOfStream(video, "cpu").map(picture, &metadata)));
}

// Frames of profile 5 are not passed through, because a decoder without Dolby Vision cannot show
// them.
TEST(DolbyVision, IsNotPassedThrough) {
    const ScriptFile script("output input;");
    tonelift_options options = default_options();
    options.script = script.path();
    options.transfer = TONELIFT_TRANSFER_PQ;
    options.target_peak = 10000;
    options.range = TONELIFT_RANGE_FULL;
    tonelift_video in = profile_5_video(TONELIFT_FORMAT_YUV420P10, width, height);
    in.mastering_max = 1000;
    const tonelift_video out = output_of(options, in);
    EXPECT_EQ(out.dolby_vision_profile, 0);
    const FilterHandle filter = make_filter(options, in, out);
    ASSERT_NE(filter, nullptr);
    EXPECT_EQ(tonelift_filter_passthrough(filter.get()), 0);
}

}  // namespace
}  // namespace tonelift::dolby_vision_test
