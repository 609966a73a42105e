// SPDX-License-Identifier: BSD-2-Clause
// Tests tonelift_rpu_read(), which parses a Dolby Vision RPU in the syntax of ETSI GS CCM 001.
#include <tonelift/rpu.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "tests/support/dolby_vision_stream.h"
#include "tests/support/repeats.h"
#include "tests/support/rpu_writer.h"

namespace tonelift::rpu_test {
namespace {

struct Reading {
    explicit Reading(const std::vector<uint8_t>& bytes) {
        tonelift_rpu_default(&rpu);
        tonelift_dolby_vision_default(&reshaping);
        tonelift_dolby_trims_default(&trims);
        const tonelift_log log = messages.log();
        status = tonelift_rpu_read(bytes.data(), bytes.size(), &rpu, &reshaping, &trims, &log);
    }
    bool is_untouched() const {
        tonelift_rpu plain;
        tonelift_rpu_default(&plain);
        return std::memcmp(&rpu, &plain, sizeof(plain)) == 0;
    }

    tonelift_rpu rpu;
    tonelift_dolby_vision reshaping;
    tonelift_dolby_trims trims;
    Messages messages;
    tonelift_status status;
};

RpuParts usual_parts() {
    RpuParts parts;
    parts.reshaping = every_reshaping().front().metadata;
    return parts;
}

void expect_close(const double* got, const double* want, int count, double step,
                  const std::string& what) {
    for (int i = 0; i < count; ++i) EXPECT_NEAR(got[i], want[i], step / 2) << what << " " << i;
}

void expect_equal(const tonelift_reshaping& got, const tonelift_reshaping& want, double step) {
    ASSERT_EQ(got.pieces, want.pieces);
    expect_close(got.pivots, want.pivots, want.pieces + 1, 1e-12, "pivot");
    for (int i = 0; i < want.pieces; ++i) {
        ASSERT_EQ(got.mmr_order[i], want.mmr_order[i]);
        if (want.mmr_order[i] == 0) {
            expect_close(got.polynomial[i], want.polynomial[i], 3, step, "factor");
            continue;
        }
        EXPECT_NEAR(got.mmr_constant[i], want.mmr_constant[i], step / 2);
        for (int o = 0; o < want.mmr_order[i]; ++o)
            expect_close(got.mmr_factor[i][o], want.mmr_factor[i][o], 7, step, "factor of MMR");
    }
}

void expect_equal(const tonelift_dolby_vision& got, const tonelift_dolby_vision& want,
                  double step) {
    for (int c = 0; c < 3; ++c) expect_equal(got.component[c], want.component[c], step);
    expect_close(got.ycc_offset, want.ycc_offset, 3, std::ldexp(1, -28), "offset");
    expect_close(got.ycc_to_rgb[0], want.ycc_to_rgb[0], 9, 1 / 8192.0, "ycc_to_rgb");
    expect_close(got.rgb_to_lms[0], want.rgb_to_lms[0], 9, 1 / 16384.0, "rgb_to_lms");
}

TEST(RpuRead, ReadsEveryFormOfReshaping) {
    for (const NamedMetadata& of : every_reshaping()) {
        SCOPED_TRACE(of.name);
        for (const int bits : {13, 23, 32}) {
            RpuParts parts;
            parts.reshaping = of.metadata;
            parts.fraction_bits = bits;
            const Reading reading(rpu_of(parts));
            ASSERT_EQ(reading.status, TONELIFT_OK) << reading.messages.errors;
            EXPECT_EQ(reading.rpu.has_reshaping, 1);
            expect_equal(reading.reshaping, of.metadata, std::ldexp(1.0001, -bits));
        }
    }
}

TEST(RpuRead, ReadsCoefficientsStoredAsFloats) {
    RpuParts parts = usual_parts();
    parts.coefficient_type = 1;
    const Reading reading(rpu_of(parts));
    ASSERT_EQ(reading.status, TONELIFT_OK) << reading.messages.errors;
    expect_equal(reading.reshaping, parts.reshaping, 1e-6);
}

TEST(RpuRead, DerivesTheProfileFromTheHeader) {
    struct Case {
        int kind;
        bool is_full_range, has_residual, has_half_layer;
        int profile;
    };
    for (const Case& of : {Case{0, true, false, false, 5}, Case{0, false, false, false, 0},
                           Case{1, false, true, true, 7}, Case{1, false, false, false, 8},
                           Case{1, false, false, true, 8}}) {
        RpuParts parts = usual_parts();
        parts.kind = of.kind;
        parts.is_full_range = of.is_full_range;
        parts.has_residual = of.has_residual;
        parts.has_half_layer = of.has_half_layer;
        const Reading reading(rpu_of(parts));
        ASSERT_EQ(reading.status, TONELIFT_OK) << reading.messages.errors;
        EXPECT_EQ(reading.rpu.profile, of.profile);
        EXPECT_EQ(reading.rpu.has_reshaping, 1);
    }
}

// By SMPTE ST 2084, the 12-bit PQ codes 2081, 3079 and 3696 mean 100, 1000 and 4000 cd/m2.
TEST(RpuRead, ReadsLightOfDisplayAndScene) {
    RpuParts parts = usual_parts();
    parts.scene_cut = 1;
    parts.darkest = 62;
    parts.brightest = 3696;
    parts.levels = {{{1, 5, {0, 3079, 2081}}}};
    const Reading reading(rpu_of(parts));
    ASSERT_EQ(reading.status, TONELIFT_OK) << reading.messages.errors;
    EXPECT_EQ(reading.rpu.scene_cut, 1);
    EXPECT_NEAR(reading.rpu.mastering_max, 4000, 4);
    EXPECT_NEAR(reading.rpu.mastering_min, 0.005, 0.0005);
    EXPECT_NEAR(reading.rpu.scene_peak, 1000, 1);
    EXPECT_EQ(reading.rpu.has_trims, 0);
}

TEST(RpuRead, ReadsTrimsForAScreenOf100Nits) {
    RpuParts parts = usual_parts();
    const std::vector<int> others{2851, 1, 2, 3, 4, 5, 0};
    parts.levels = {{{1, 5, {7, 3079, 2081}},
                     {2, 11, others},
                     {2, 11, {2081, 2458, 1638, 2253, 1843, 2867, 1024}},
                     {5, 7, {0, 0, 0, 0}}},
                    {{8, 10, {1}}, {254, 2, {2}}}};
    const Reading reading(rpu_of(parts));
    ASSERT_EQ(reading.status, TONELIFT_OK) << reading.messages.errors;
    ASSERT_EQ(reading.rpu.has_trims, 1);
    EXPECT_NEAR(reading.trims.brightest, 1000, 1);
    EXPECT_NEAR(reading.trims.mean, 100, 0.2);
    EXPECT_EQ(reading.trims.slope, 2458 / 4096.0 + 0.5);
    EXPECT_EQ(reading.trims.offset, 1638 / 4096.0 - 0.5);
    EXPECT_EQ(reading.trims.power, 2253 / 4096.0 + 0.5);
    EXPECT_EQ(reading.trims.chroma_weight, 1843 / 4096.0 - 0.5);
    EXPECT_EQ(reading.trims.saturation_gain, 2867 / 4096.0 - 0.5);
    EXPECT_EQ(reading.trims.ms_weight, 0);
    EXPECT_EQ(reading.trims.has_level8, 1);
}

TEST(RpuRead, IgnoresTrimsForOtherScreens) {
    RpuParts parts = usual_parts();
    parts.levels = {{{1, 5, {7, 3079, 2081}}, {2, 11, {2851, 1, 2, 3, 4, 5, 0}}}};
    const Reading reading(rpu_of(parts));
    ASSERT_EQ(reading.status, TONELIFT_OK) << reading.messages.errors;
    EXPECT_EQ(reading.rpu.has_trims, 0);
    EXPECT_EQ(reading.trims.slope, 1);
}

TEST(RpuRead, HasNoReshapingIfItRefersToAnEarlierFrame) {
    RpuParts parts = usual_parts();
    parts.refers_back = true;
    parts.levels = {{{1, 5, {7, 3079, 2081}}}};
    const Reading reading(rpu_of(parts));
    ASSERT_EQ(reading.status, TONELIFT_OK) << reading.messages.errors;
    EXPECT_EQ(reading.rpu.has_reshaping, 0);
    EXPECT_EQ(reading.rpu.profile, 5);
    EXPECT_NEAR(reading.rpu.scene_peak, 1000, 1);
}

TEST(RpuRead, AcceptsNalUnitHeaderAndTrailingZeros) {
    std::vector<uint8_t> bytes = rpu_of(usual_parts());
    bytes.insert(bytes.begin(), {0x7C, 0x01});
    bytes.insert(bytes.end(), {0, 0, 0});
    const Reading reading(bytes);
    EXPECT_EQ(reading.status, TONELIFT_OK) << reading.messages.errors;
    expect_equal(reading.reshaping, usual_parts().reshaping, std::ldexp(1.0001, -23));
}

TEST(RpuRead, RemovesEmulationPreventionBytes) {
    RpuParts parts = usual_parts();
    for (auto& row : parts.reshaping.rgb_to_lms) std::fill(row, row + 3, 0.0);
    const std::vector<uint8_t> bytes = rpu_of(parts), prevented{0, 0, 3};
    ASSERT_NE(std::search(bytes.begin(), bytes.end(), prevented.begin(), prevented.end()),
              bytes.end());
    const Reading reading(bytes);
    ASSERT_EQ(reading.status, TONELIFT_OK) << reading.messages.errors;
    expect_equal(reading.reshaping, parts.reshaping, std::ldexp(1.0001, -23));
}

TEST(RpuRead, RefusesTruncatedMetadata) {
    std::vector<uint8_t> bytes = rpu_of(usual_parts());
    while (!bytes.empty()) {
        bytes.pop_back();
        bytes.shrink_to_fit();
        const Reading reading(bytes);
        ASSERT_EQ(reading.status, TONELIFT_ERROR_ARGUMENT) << bytes.size();
        EXPECT_TRUE(reading.is_untouched()) << bytes.size();
    }
}

TEST(RpuRead, RefusesEveryWrongBit) {
    std::vector<uint8_t> bytes = rpu_of(usual_parts());
    for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        const auto mask = static_cast<uint8_t>(1 << bit % 8);
        bytes[bit / 8] ^= mask;
        const Reading reading(bytes);
        EXPECT_EQ(reading.status, TONELIFT_ERROR_ARGUMENT) << bit;
        EXPECT_NE(reading.messages.errors.find("is broken: "), std::string::npos) << bit;
        bytes[bit / 8] ^= mask;
    }
}

TEST(RpuRead, UnpublishedSyntaxIsUnsupported) {
    const auto status_with = [](auto change) {
        RpuParts parts = usual_parts();
        change(parts);
        const Reading reading(rpu_of(parts));
        EXPECT_NE(reading.messages.errors, "");
        return reading.status;
    };
    EXPECT_EQ(status_with([](RpuParts& p) { p.type = 3; }), TONELIFT_ERROR_UNSUPPORTED);
    EXPECT_EQ(status_with([](RpuParts& p) { p.compression = 1; }), TONELIFT_ERROR_UNSUPPORTED);
    EXPECT_EQ(status_with([](RpuParts& p) { p.parts_across = 2; }), TONELIFT_ERROR_UNSUPPORTED);
}

TEST(RpuRead, RefusesNumbersOutOfRange) {
    const auto status_with = [](auto change) {
        RpuParts parts = usual_parts();
        change(parts);
        return Reading(rpu_of(parts)).status;
    };
    EXPECT_EQ(status_with([](RpuParts& p) { p.reshaping.component[0].pieces = 9; }),
              TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(status_with([](RpuParts& p) { p.reshaping.component[1].mmr_order[0] = 4; }),
              TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(status_with([](RpuParts& p) { p.fraction_bits = 33; }), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(status_with([](RpuParts& p) { p.coefficient_type = 2; }), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(status_with([](RpuParts& p) {
                  p.levels = {{{1, 2, {7, 3079, 2081}}}};
              }),
              TONELIFT_ERROR_ARGUMENT);
}

TEST(RpuRead, ReadsRandomBitsWithoutHarm) {
    std::mt19937 random(1);
    int read = 0, refused = 0;
    for (int i = 0; i < repeats(20000); ++i) {
        RpuWriter to;
        to.bits(2, 6).bits(18, 11).bits(random() % 2, 4).bits(0, 4).bits(1, 1).bits(0, 3);
        to.ue(23).bits(1, 2).bits(1, 1).ue(2).ue(2).ue(4).bits(0, 4).bits(random() % 4, 2);
        to.bits(random() % 4, 2);
        const unsigned share = 1 + random() % 7;
        for (unsigned bits = random() % 6000; bits > 0; --bits) to.bits(random() % 8 < share, 1);
        const Reading reading(to.unit());
        ++(reading.status == TONELIFT_OK ? read : refused);
        EXPECT_NE(reading.status, TONELIFT_ERROR_INTERNAL);
        EXPECT_TRUE(reading.status == TONELIFT_OK || reading.is_untouched());
    }
    EXPECT_GT(read, 0);
    EXPECT_GT(refused, repeats(1000));
}

TEST(RpuRead, NeedsDataAndInitializedStructs) {
    const std::vector<uint8_t> bytes = rpu_of(usual_parts());
    tonelift_rpu rpu;
    tonelift_rpu_default(&rpu);
    const auto read = [&](const void* data, tonelift_rpu* to, tonelift_dolby_vision* reshaping) {
        return tonelift_rpu_read(data, bytes.size(), to, reshaping, nullptr, nullptr);
    };
    EXPECT_EQ(read(bytes.data(), &rpu, nullptr), TONELIFT_OK);
    EXPECT_EQ(read(nullptr, &rpu, nullptr), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(read(bytes.data(), nullptr, nullptr), TONELIFT_ERROR_ARGUMENT);
    tonelift_dolby_vision blank{};
    EXPECT_EQ(read(bytes.data(), &rpu, &blank), TONELIFT_ERROR_ARGUMENT);
    rpu.struct_size = 0;
    EXPECT_EQ(read(bytes.data(), &rpu, nullptr), TONELIFT_ERROR_ARGUMENT);
}

}  // namespace
}  // namespace tonelift::rpu_test
