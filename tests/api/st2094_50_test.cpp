// SPDX-License-Identifier: BSD-2-Clause
// Tests tonemap=st2094-50: the pictures equal a computation of the gains of SMPTE ST 2094-50 in
// double precision.
#include <gtest/gtest.h>

#include <random>

#include "tests/oracle/plain_gains.h"
#include "tests/support/mapped_colors.h"
#include "tests/support/repeats.h"

namespace tonelift::st2094_50_test {
namespace {

using plain::GainMetadata;
using reference::Vec3;

class St2094Test : public MappedColors {
  protected:
    static tonelift_options options(double peak) {
        return linear_options(TONELIFT_TONEMAP_ST2094_50, peak);
    }

    TestPicture shown(tonelift_filter* filter, const tonelift_options& options,
                      const std::vector<uint8_t>* bytes) {
        return MappedColors::shown(filter, options, [&](tonelift_frame& frame) {
            if (bytes == nullptr) return;
            frame.st2094_50 = bytes->data();
            frame.st2094_50_size = bytes->size();
        });
    }

    void expect_definition(const TestPicture& out, const GainMetadata& metadata, double peak,
                           const std::string& what) {
        MappedColors::expect_definition(
            out, peak, linear,
            [&](const Vec3& light) { return plain::gained_light(metadata, light, peak); }, what);
    }

    static GainMetadata simple() {
        GainMetadata metadata;
        metadata.baseline = 20000;
        metadata.alternates = {{0, 0, {}, true, {300, 1000, 4000}, {0, 4000, 20000}, {}},
                               {8000, 0, {}, true, {900, 4000}, {0, 12000}, {}}};
        return metadata;
    }

    struct Fault {
        void (*change)(GainMetadata&);
        const char* message;
    };
    static std::vector<Fault> faults() {
        return {
            {[](GainMetadata& m) { m.minimum_version = 1; }, "a later version of the standard"},
            {[](GainMetadata& m) { m.alternates.resize(5, m.alternates[1]); },
             "more than four alternate images"},
            {[](GainMetadata& m) { m.alternates[1].headroom = m.baseline; },
             "has the headroom of the picture"},
            {[](GainMetadata& m) { std::swap(m.alternates[0].headroom, m.alternates[1].headroom); },
             "headrooms of its alternate images are not in ascending order"},
            {[](GainMetadata& m) {
                 m.alternates[0].mixing_type = 3;
                 m.alternates[0].mixing = {0, {}, {}, 0, {}, {}};
             },
             "weights of components are all 0"},
            {[](GainMetadata& m) {
                 m.alternates[0].x = {1000, 999, 2000};
             },
             "control points are not in ascending order"},
            {[](GainMetadata& m) {
                 m.alternates[0].x = {1000, 1000, 2000};
             },
             "control points are not in ascending order"},
            {[](GainMetadata& m) { m.chromaticities_mode = 3; },
             "gain application color space has no volume"},
        };
    }

    GainMetadata simple_{simple()};
};

TEST_F(St2094Test, PicturesEqualTheDefinitionOnEachScreen) {
    for (const double peak : {100.0, 203.0, 400.0, 1000.0}) {
        std::mt19937 random(static_cast<unsigned>(peak));
        const tonelift_options options = this->options(peak);
        const FilterHandle filter = this->filter(options);
        for (int i = 0; i < repeats(60); ++i) {
            const GainMetadata metadata = plain::some_gains(random);
            const auto bytes = plain::bits_of(metadata);
            expect_definition(shown(filter.get(), options, &bytes), metadata, peak,
                              std::to_string(i) + " at " + std::to_string(peak));
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_EQ(messages_.warnings, "");
}

TEST_F(St2094Test, PicturesOfReferenceWhiteToneMappingEqualTheDefinition) {
    for (const double peak : {203.0, 300.0, 600.0}) {
        const tonelift_options options = this->options(peak);
        const FilterHandle filter = this->filter(options);
        for (const unsigned baseline : {0u, 5000u, 23000u, 40000u}) {
            GainMetadata metadata;
            metadata.use_reference_white = true;
            metadata.baseline = baseline;
            const auto bytes = plain::bits_of(metadata);
            expect_definition(shown(filter.get(), options, &bytes), metadata, peak,
                              std::to_string(baseline));
            if (HasFatalFailure()) return;
        }
    }
}

TEST_F(St2094Test, FaithfulAppliesTheMetadata) {
    GainMetadata metadata = simple_;
    tonelift_options options = this->options(203);
    options.script_text = "";
    options.preset = "faithful";
    const FilterHandle filter = this->filter(options);
    const auto bytes = plain::bits_of(metadata);
    expect_definition(shown(filter.get(), options, &bytes), metadata, 203, "faithful");
}

TEST_F(St2094Test, FrameWithoutMetadataUsesThePreviousMetadata) {
    const tonelift_options options = this->options(203);
    const FilterHandle filter = this->filter(options);
    const auto bytes = plain::bits_of(simple_);
    const TestPicture with = shown(filter.get(), options, &bytes);
    EXPECT_TRUE(equal(shown(filter.get(), options, nullptr), with));
    EXPECT_EQ(messages_.warnings, "");
}

TEST_F(St2094Test, StreamWithoutMetadataFallsBackToAutoWithOneMessage) {
    tonelift_options options = this->options(203);
    options.script_text = "";
    const FilterHandle filter = this->filter(options);
    const TestPicture first = shown(filter.get(), options, nullptr);
    const TestPicture second = shown(filter.get(), options, nullptr);
    EXPECT_EQ(count("begins without SMPTE ST 2094-50 metadata"), 1) << messages_.warnings;
    options.tonemap = TONELIFT_TONEMAP_AUTO;
    const FilterHandle other = this->filter(options);
    frames_ = 0;
    expect_near(shown(other.get(), options, nullptr), first);
    expect_near(shown(other.get(), options, nullptr), second);
}

// SMPTE ST 2094-50, clause A.3: if the metadata has no tone map, the output system chooses the tone
// curve.
TEST_F(St2094Test, MetadataWithoutAToneMapFallsBackToAuto) {
    tonelift_options options = this->options(203);
    options.script_text = "";
    GainMetadata metadata = simple_;
    metadata.has_tone_map = false;
    const auto given = plain::bits_of(simple_), none = plain::bits_of(metadata);
    const FilterHandle filter = this->filter(options);
    const TestPicture mapped = shown(filter.get(), options, &none);
    EXPECT_EQ(messages_.warnings, "");
    options.tonemap = TONELIFT_TONEMAP_AUTO;
    const FilterHandle other = this->filter(options);
    frames_ = 0;
    expect_near(shown(other.get(), options, nullptr), mapped);
}

TEST_F(St2094Test, BrokenMetadataIsIgnoredWithOneMessage) {
    const tonelift_options options = this->options(203);
    const FilterHandle filter = this->filter(options);
    const auto whole = plain::bits_of(simple_);
    const TestPicture right = shown(filter.get(), options, &whole);
    const auto expect_ignored = [&](const std::vector<uint8_t>& bytes, const std::string& message) {
        EXPECT_TRUE(equal(shown(filter.get(), options, &bytes), right)) << message;
        EXPECT_EQ(count(message), 1) << messages_.warnings;
    };
    for (size_t size = 1; size < whole.size(); ++size)
        expect_ignored({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)},
                       "its bit stream is truncated");
    auto reserved = whole;
    reserved[1] |= 1;
    expect_ignored(reserved, "a reserved bit is not 0");
    for (const auto& [change, message] : faults()) {
        GainMetadata metadata = simple_;
        change(metadata);
        expect_ignored(plain::bits_of(metadata), message);
    }
    auto longer = whole;
    longer.push_back(0xff);
    EXPECT_TRUE(equal(shown(filter.get(), options, &longer), right));
}

TEST_F(St2094Test, RandomBytesNeverExceedThePeak) {
    std::mt19937 random(3);
    tonelift_options options = this->options(203);
    options.transfer = TONELIFT_TRANSFER_BT709;
    const FilterHandle filter = this->filter(options);
    for (int i = 0; i < 300; ++i) {
        auto bytes = plain::bits_of(plain::some_gains(random));
        for (int k = 0; k < 1 + i % 8; ++k)
            bytes[random() % bytes.size()] = static_cast<uint8_t>(random());
        const TestPicture out = shown(filter.get(), options, &bytes);
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                for (int c = 0; c < 3; ++c)
                    ASSERT_TRUE(out.code(c, x, y) >= -1e-3 && out.code(c, x, y) <= 1.001) << i;
            }
        }
    }
}

TEST_F(St2094Test, FrameWithoutMetadataIsUnchangedInABatchWithComponentGains) {
    const tonelift_options options = this->options(203);
    GainMetadata metadata = simple_;
    metadata.alternates[0].mixing_type = 1;
    metadata.chromaticities_mode = 0;
    const auto bytes = plain::bits_of(metadata);
    const FilterHandle many = filter(options), one = filter(options);
    std::vector<TestPicture> outs(2, picture_for(output_of(options, video())));
    std::vector<tonelift_frame> from(2, frame_of(picture_, 0.04)), to;
    from[1].st2094_50 = bytes.data();
    from[1].st2094_50_size = bytes.size();
    for (const TestPicture& out : outs) to.push_back(frame_of(out, 0));
    ASSERT_EQ(tonelift_filter_process(many.get(), from.data(), to.data(), 2), TONELIFT_OK);
    expect_near(outs[0], shown(one.get(), options, nullptr));
}

TEST_F(St2094Test, BatchEqualsSingleFrames) {
    const tonelift_options options = this->options(300);
    std::mt19937 random(5);
    std::vector<std::vector<uint8_t>> bytes;
    for (int i = 0; i < 6; ++i) bytes.push_back(plain::bits_of(plain::some_gains(random)));
    const FilterHandle one = filter(options), many = filter(options);
    std::vector<TestPicture> outs(bytes.size(), picture_for(output_of(options, video())));
    std::vector<tonelift_frame> from, to;
    for (size_t i = 0; i < bytes.size(); ++i) {
        from.push_back(frame_of(picture_, 0.04 * static_cast<double>(i + 1)));
        from.back().st2094_50 = bytes[i].data();
        from.back().st2094_50_size = bytes[i].size();
        to.push_back(frame_of(outs[i], 0));
    }
    ASSERT_EQ(tonelift_filter_process(many.get(), from.data(), to.data(), 6), TONELIFT_OK);
    for (size_t i = 0; i < bytes.size(); ++i)
        expect_near(outs[i], shown(one.get(), options, &bytes[i]));
}

}  // namespace
}  // namespace tonelift::st2094_50_test
