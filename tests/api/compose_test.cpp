// SPDX-License-Identifier: BSD-2-Clause
// Tests that the two layers of Dolby Vision profile 7 are merged as ETSI GS CCM 001 defines.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/oracle/plain_composer.h"
#include "tests/support/api_stream.h"

namespace tonelift::compose_test {
namespace {

using plain::Layer;

class ComposeTest : public testing::Test {
  protected:
    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random_);
    }
    int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
    double number(double low, double high) {
        return std::round(between(low, high) * 8388608) / 8388608;
    }

    tonelift_reshaping some_reshaping(bool is_luma) {
        tonelift_reshaping of{};
        of.pieces = 1 + below(8);
        for (int i = 0; i <= of.pieces; ++i) of.pivots[i] = (60 + i * (900 / of.pieces)) / 1024.0;
        for (int i = 0; i < of.pieces; ++i) {
            of.mmr_order[i] = is_luma ? 0 : below(4);
            of.polynomial[i][0] = number(-0.05, 0.05);
            of.polynomial[i][1] = number(0.5, 1.5);
            of.polynomial[i][2] = number(-0.5, 0.5);
            of.mmr_constant[i] = number(-0.3, 0.3);
            for (auto& row : of.mmr_factor[i]) {
                for (double& factor : row) factor = number(-0.6, 0.6);
            }
        }
        return of;
    }
    tonelift_enhancement some_metadata() {
        tonelift_enhancement metadata;
        tonelift_enhancement_default(&metadata);
        metadata.has_residual = 1;
        for (int i = 0; i < 3; ++i) {
            metadata.component[i] = some_reshaping(i == 0);
            metadata.offset[i] = below(2) ? 512 : below(1024);
            metadata.largest[i] = number(0.01, 0.5);
            metadata.slope[i] = number(0, 0.002);
            metadata.threshold[i] = number(0, 0.01);
        }
        return metadata;
    }

    Layer some_layer(int width, int height) {
        Layer layer(width, height);
        for (auto& plane : layer.code) {
            for (size_t i = 0; i < plane.size(); ++i) plane[i] = static_cast<int>(i) % 1024;
            std::shuffle(plane.begin(), plane.end(), random_);
        }
        return layer;
    }
    static TestPicture picture_of(const Layer& layer) {
        TestPicture picture =
            picture_for(hdr10_video(TONELIFT_FORMAT_YUV420P10, layer.width, layer.height));
        for (int c = 0; c < 3; ++c) {
            for (int y = 0; y < layer.height_of(c); ++y) {
                for (int x = 0; x < layer.width_of(c); ++x)
                    picture.set_code(c, x, y, layer.at(c, x, y));
            }
        }
        return picture;
    }

    tonelift_status compose(const tonelift_enhancement& metadata, const Layer& base,
                            const Layer& layer, TestPicture& out) {
        const TestPicture from = picture_of(base), beside = picture_of(layer);
        const tonelift_frame base_frame = frame_of(from, 0), layer_frame = frame_of(beside, 0),
                             out_frame = frame_of(out, 0);
        const tonelift_log log = messages_.log();
        return tonelift_compose(&metadata, base.width, base.height, &base_frame, &layer_frame,
                                layer.width < base.width || layer.height < base.height, &out_frame,
                                &log);
    }

    void expect_definition(const tonelift_enhancement& metadata, const Layer& base,
                           const Layer& layer) {
        TestPicture out =
            picture_for(hdr10_video(TONELIFT_FORMAT_YUV420P12, base.width, base.height));
        ASSERT_EQ(compose(metadata, base, layer, out), TONELIFT_OK) << messages_.errors;
        for (int c = 0; c < 3; ++c) {
            for (int y = 0; y < base.height_of(c); ++y) {
                for (int x = 0; x < base.width_of(c); ++x)
                    ASSERT_EQ(out.code(c, x, y), plain::composed(metadata, base, layer, c, x, y))
                        << c << " at " << x << " " << y;
            }
        }
        EXPECT_TRUE(out.padding_untouched());
    }

    std::mt19937 random_{11};
    Messages messages_;
};

TEST_F(ComposeTest, EveryCodeEqualsItsDefinition) {
    for (int i = 0; i < 40; ++i) {
        expect_definition(some_metadata(), some_layer(64, 64), some_layer(64, 64));
        if (HasFatalFailure()) return;
    }
}

TEST_F(ComposeTest, HalfSizeLayerIsEnlargedByTheStandardsFilters) {
    for (const auto& [width, height] :
         {std::pair{64, 64}, {4, 4}, {36, 20}, {8, 68}, {2, 68}, {68, 2}}) {
        for (int i = 0; i < 10; ++i) {
            expect_definition(some_metadata(), some_layer(width, height),
                              some_layer((width / 2 + 1) / 2 * 2, (height / 2 + 1) / 2 * 2));
            if (HasFatalFailure()) return;
        }
    }
}

TEST_F(ComposeTest, BaseLayerWithoutAResidualKeepsItsCodes) {
    tonelift_enhancement metadata;
    tonelift_enhancement_default(&metadata);
    const Layer base = some_layer(64, 64);
    TestPicture out = picture_for(hdr10_video(TONELIFT_FORMAT_YUV420P12, 64, 64));
    ASSERT_EQ(compose(metadata, base, base, out), TONELIFT_OK);
    for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x) ASSERT_EQ(out.code(0, x, y), 4 * base.at(0, x, y));
    }
}

TEST_F(ComposeTest, ResidualsAddCodesBetweenBaseLayerCodes) {
    tonelift_enhancement metadata;
    tonelift_enhancement_default(&metadata);
    metadata.has_residual = 1;
    for (int i = 0; i < 3; ++i) {
        metadata.offset[i] = 512;
        metadata.largest[i] = 1;
        metadata.slope[i] = 1.0 / 4096;
        metadata.threshold[i] = 0.5 / 4096;
    }
    Layer base(4, 2), layer(4, 2);
    for (int x = 0; x < 4; ++x) {
        for (int y = 0; y < 2; ++y) {
            base.place(0, x, y) = 500;
            layer.place(0, x, y) = 511 + x;
        }
    }
    TestPicture out = picture_for(hdr10_video(TONELIFT_FORMAT_YUV420P12, 4, 2));
    ASSERT_EQ(compose(metadata, base, layer, out), TONELIFT_OK);
    for (int x = 0; x < 4; ++x) EXPECT_EQ(out.code(0, x, 0), 2000 + x - 1);
}

TEST_F(ComposeTest, BrokenMetadataIsRefusedWithItsName) {
    const Layer base = some_layer(64, 64);
    const auto expect_refused = [&](const auto& change, const char* text) {
        tonelift_enhancement metadata = some_metadata();
        change(metadata);
        TestPicture out = picture_for(hdr10_video(TONELIFT_FORMAT_YUV420P12, 64, 64));
        out.fill_constant(0, 77);
        EXPECT_EQ(compose(metadata, base, base, out), TONELIFT_ERROR_ARGUMENT);
        EXPECT_NE(messages_.errors.find(text), std::string::npos) << messages_.errors;
        EXPECT_EQ(out.code(0, 0, 0), 77);
        messages_.errors.clear();
    };
    using Metadata = tonelift_enhancement;
    expect_refused([](Metadata& m) { m.component[1].pieces = 9; }, "too many pieces");
    expect_refused([](Metadata& m) { m.component[0].polynomial[0][1] = NAN; }, "a factor");
    expect_refused([](Metadata& m) { m.component[0].polynomial[0][1] = 5000; }, "too large");
    expect_refused([](Metadata& m) { m.component[0].mmr_order[0] = 1; }, "pieces of MMR");
    expect_refused([](Metadata& m) { m.fraction_bits = 24; }, "15 to 23 fractional bits");
    expect_refused([](Metadata& m) { m.offset[2] = 1024; }, "dead zone");
    expect_refused([](Metadata& m) { m.slope[0] = -1; }, "dead zone");
    expect_refused([](Metadata& m) { m.largest[0] = HUGE_VAL; }, "dead zone");
}

TEST_F(ComposeTest, MissingPlanesAndOddSizesAreRefused) {
    const tonelift_enhancement metadata = some_metadata();
    const Layer layer = some_layer(4, 4);
    const TestPicture picture = picture_of(layer), out = picture_of(layer);
    const tonelift_frame whole = frame_of(picture, 0), made = frame_of(out, 0);
    tonelift_frame part = whole;
    part.data[2] = nullptr;
    const auto refused = [&](int width, const tonelift_frame* base, const tonelift_frame* beside) {
        return tonelift_compose(&metadata, width, 4, base, beside, 0, &made, nullptr) ==
               TONELIFT_ERROR_ARGUMENT;
    };
    EXPECT_FALSE(refused(4, &whole, &whole));
    EXPECT_TRUE(refused(3, &whole, &whole));
    EXPECT_TRUE(refused(16386, &whole, &whole));
    EXPECT_TRUE(refused(4, &part, &whole));
    EXPECT_TRUE(refused(4, &whole, &part));
    EXPECT_TRUE(refused(4, &whole, nullptr));
    EXPECT_TRUE(refused(4, nullptr, &whole));
}

TEST_F(ComposeTest, ShortRowsAndSharedMemoryAreRefused) {
    const tonelift_enhancement metadata = some_metadata();
    const Layer layer = some_layer(64, 64);
    const TestPicture from = picture_of(layer), out = picture_of(layer);
    const auto compose = [&](const auto& change) {
        tonelift_frame frames[] = {frame_of(from, 0), frame_of(from, 0), frame_of(out, 0)};
        change(frames);
        return tonelift_compose(&metadata, 64, 64, &frames[0], &frames[1], 0, &frames[2], nullptr);
    };
    EXPECT_EQ(compose([](tonelift_frame*) {}), TONELIFT_OK);
    for (size_t frame = 0; frame < 3; ++frame) {
        for (size_t plane = 0; plane < 3; ++plane) {
            const auto shorten = [&](tonelift_frame* frames) { frames[frame].pitch[plane] = 32; };
            EXPECT_EQ(compose(shorten), TONELIFT_ERROR_ARGUMENT) << frame << " " << plane;
        }
    }
    EXPECT_EQ(compose([](tonelift_frame* frames) { frames[2] = frames[0]; }),
              TONELIFT_ERROR_ARGUMENT);
}

}  // namespace
}  // namespace tonelift::compose_test
