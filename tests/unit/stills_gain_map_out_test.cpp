// SPDX-License-Identifier: BSD-2-Clause
// Tests that `tonelift map` writes gain maps from which the source picture can be restored.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "core/color/primaries.h"
#include "kernels/error.h"
#include "tests/oracle/color_reference.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/gain_map.h"
#include "tools/pictures/xmp.h"

namespace tonelift::stills_gain_map_out_test {
namespace {

class WrittenGainMaps : public Stills {};

Still bright_picture() {
    Still still = picture("gbrpf32le", 1, linear);
    for (size_t plane = 0; plane < 3; ++plane)
        for (int y = 0; y < still_height; ++y) {
            auto* const row = reinterpret_cast<float*>(still.frame.row(plane, y));
            for (int x = 0; x < still_width; ++x) row[x] *= 10 * row[x];
        }
    return still;
}

// Returns a picture of the lamp's BT.709 light, with a frame of the darker light `around`.
Still lamp_picture(const Vector3& lamp, double around) {
    Still still = picture("gbrpf32le", 1, linear);
    each_sample(still.video, [&](int i, int x, int y, int w, int h, const Component& of) {
        const bool inside = x > 8 && y > 8 && x + 9 < w && y + 9 < h;
        const double light = lamp[static_cast<size_t>(i)] * (inside ? 1 : around);
        set_sample(*find_format(still.video.format),
                   still.frame.row(static_cast<size_t>(of.plane), y), of.offset + x * of.step,
                   light);
    });
    return still;
}

// Returns the hue of linear BT.709 light in ICtCp, in degrees. The light is scaled to the
// luminance of white.
double hue_of(const Vector3& light) {
    const Vector3 wide = multiply(convert_primaries(1, 9), light);
    const double scale = 203 / reference::luminance(wide);
    const Vector3 color =
        reference::rgb_to_ictcp({wide[0] * scale, wide[1] * scale, wide[2] * scale});
    return std::atan2(color[2], color[1]) * 180 / std::numbers::pi;
}

double stops_between(const Still& a, const Still& b) {
    double sum = 0;
    for (int y = 0; y < still_height; ++y)
        for (int x = 0; x < still_width; ++x)
            for (size_t i = 0; i < 3; ++i)
                sum += std::abs(std::log2((pixel_of(a, x, y)[i] + 1 / 64.0) /
                                          (pixel_of(b, x, y)[i] + 1 / 64.0)));
    return sum / (3.0 * still_width * still_height);
}

TEST_F(WrittenGainMaps, RestoreTheSource) {
    const Still source = bright_picture();
    kind_called("exr").write(path("in.exr"), source, {100});
    const std::pair<const char*, double> cases[] = {
        {"--gain-map --gain-map-scale 1 --gain-map-quality 100", 0.03},
        {"--gain-map", 0.05},
        {"--gain-map --gain-map-gray --preset faithful", 0.12},
        // A gain map with a single channel cannot restore the chroma of bright colors, so the error
        // limit of this case is higher than the limits of the other cases.
        {"--gain-map --gain-map-gray", 0.3},
        {"--gain-map --gain-map-scale 4 --preset vivid", 0.11}};
    for (const auto& [options, most] : cases) {
        ASSERT_EQ(map("in.exr out.jpg --quality 100 " + std::string(options)), 0)
            << content("said");
        const Still made = read_again(path("out.jpg"));
        ASSERT_NE(made.gain_map, nullptr);
        EXPECT_TRUE(made.notes.empty());
        const double stops = stops_between(with_gain_map(made), source);
        RecordProperty(options, std::to_string(stops));
        EXPECT_LE(stops, most) << options;
        EXPECT_GE(stops_between(made, source), 0.5) << "the base is SDR";
    }
    // The headroom of the gain map limits the HDR picture.
    ASSERT_EQ(map("in.exr out.jpg --gain-map --gain-map-headroom 2.5"), 0) << content("said");
    const Still made = read_again(path("out.jpg"));
    EXPECT_NEAR(made.gain_map->metadata.alternate_headroom, std::log2(2.5), 1e-6);
    double brightest = 0;
    const Still hdr = with_gain_map(made);
    for (int x = 0; x < still_width; ++x)
        brightest = std::max(brightest, pixel_of(hdr, x, still_height - 1)[0]);
    EXPECT_NEAR(brightest, 2.5, 0.2);
}

// Without --gain-map-headroom, the limit is 10,000 cd/m2, the peak of PQ.
TEST_F(WrittenGainMaps, LampsAboveTheHeadroomKeepTheirHue) {
    constexpr double pq_peak = 10000 / 203.0;
    const Vector3 lamps[] = {{1, 0.45, 0.02}, {0.1, 1, 0.8}, {0.2, 0.35, 1}, {1, 0.1, 0.7}};
    const std::pair<double, std::string> limits[] = {{4, " --gain-map-headroom 4"}, {pq_peak, ""}};
    for (const auto& [limit, option] : limits) {
        for (const Vector3& lamp : lamps) {
            const Vector3 light{2 * limit * lamp[0], 2 * limit * lamp[1], 2 * limit * lamp[2]};
            kind_called("exr").write(path("in.exr"), lamp_picture(light, 0.01), {100});
            ASSERT_EQ(
                map("in.exr out.jpg --quality 100 --gain-map --gain-map-quality 100" + option), 0)
                << content("said");
            const Still hdr = with_gain_map(read_again(path("out.jpg")));
            const Vector3 made = light_of(hdr, still_width / 2, still_height / 2);
            EXPECT_NEAR(*std::max_element(made.begin(), made.end()) / limit, 1, 0.05);
            const double turn = std::remainder(hue_of(made) - hue_of(light), 360);
            EXPECT_LE(std::abs(turn), 3) << lamp[0] << option;
        }
    }
}

TEST_F(WrittenGainMaps, LightBelowTheHeadroomIsKept) {
    const Vector3 lamp{8, 3.6, 0.2};
    for (const double share : {0.5, 0.2}) {
        kind_called("exr").write(path("in.exr"), lamp_picture(lamp, share), {100});
        ASSERT_EQ(map("in.exr out.jpg --quality 100 --gain-map --gain-map-headroom 4 "
                      "--gain-map-quality 100"),
                  0)
            << content("said");
        const Vector3 edge = light_of(with_gain_map(read_again(path("out.jpg"))), 2, 2);
        for (size_t i = 0; i < 3; ++i)
            EXPECT_NEAR(edge[i], lamp[i] * share, 0.05 * lamp[0] * share) << i << share;
    }
}

TEST_F(WrittenGainMaps, HaveOneChannelForGrayPicturesAndOnRequest) {
    kind_called("exr").write(path("in.exr"), bright_picture(), {100});
    const std::pair<const char*, const char*> cases[] = {
        {"", "rgb24"}, {" --gain-map-gray", "gray"}, {" --with format=gray", "gray"}};
    for (const auto& [options, format] : cases) {
        ASSERT_EQ(map("in.exr out.jpg --gain-map" + std::string(options)), 0) << content("said");
        const Still made = read_again(path("out.jpg"));
        ASSERT_NE(made.gain_map, nullptr) << options;
        EXPECT_STREQ(tonelift_format_name(made.gain_map->picture.video.format), format) << options;
    }
}

TEST_F(WrittenGainMaps, LightWithinSdrNeedsNoGainMap) {
    kind_called("exr").write(path("dark.exr"), picture("gbrpf32le", 1, linear), {100});
    ASSERT_EQ(map("dark.exr out.jpg --gain-map"), 0) << content("said");
    EXPECT_TRUE(says("no light above white; no gain map is written")) << content("said");
    EXPECT_EQ(read_again(path("out.jpg")).gain_map, nullptr);
}

TEST_F(WrittenGainMaps, ImpossibleOptionsAreErrors) {
    kind_called("exr").write(path("in.exr"), bright_picture(), {100});
    kind_called("png").write(path("sdr.png"), picture("rgb24", 1, srgb), {100});
    const auto expect = [&](const std::string& arguments, const std::string& part) {
        EXPECT_EQ(map(arguments), 2) << arguments;
        EXPECT_TRUE(says(part)) << arguments << content("said");
    };
    expect("in.exr out.png --gain-map", "a gain map cannot be written into PNG; allowed ");
    if (!kind_called("avif").gain_map)
        expect("in.exr out.avif --gain-map",
               "a gain map cannot be written into AVIF, because this build was made without "
               "libavif 1.2 or later; allowed is JPEG");
    expect("sdr.png out.jpg --gain-map",
           "--gain-map: the input is SDR, which has no light above white");
    expect("in.exr out.jpg --gain-map --gain-map-scale 0", "1 to 16");
    expect("in.exr out.jpg --gain-map-headroom 1", "1.1 to 49");
    expect("in.exr out.jpg --gain-map-scale 4", "go with --gain-map");
}

TEST_F(WrittenGainMaps, AreAppliedUnlessTheyAreOff) {
    kind_called("exr").write(path("in.exr"), bright_picture(), {100});
    ASSERT_EQ(map("in.exr uhdr.jpg --gain-map"), 0) << content("said");
    ASSERT_EQ(map("uhdr.jpg again.jpg"), 0) << content("said");
    ASSERT_EQ(map("uhdr.jpg off.jpg --gain-map=off --with preset=faithful"), 0) << content("said");
    const Still base = read_again(path("uhdr.jpg"));
    EXPECT_LE(difference(read_again(path("off.jpg")), base), 0.02);
    EXPECT_LE(difference(read_again(path("again.jpg")), base), 0.17);
    EXPECT_EQ(read_again(path("again.jpg")).gain_map, nullptr);
    ASSERT_EQ(map("uhdr.jpg both.jpg --gain-map"), 0) << content("said");
    ASSERT_NE(read_again(path("both.jpg")).gain_map, nullptr);
    EXPECT_LE(stops_between(with_gain_map(read_again(path("both.jpg"))), with_gain_map(base)),
              0.14);
}

// XML names: a prefix stands for its namespace, so every prefix of the RDF means the same.
TEST_F(WrittenGainMaps, XmpIsKeptWithEveryPrefixOfItsRdf) {
    constexpr std::string_view rights_space = "http://purl.org/dc/elements/1.1/";
    const std::vector<std::string> mine = {"mine </rdf:RDF>"};
    for (const std::string prefix : {"rdf:", "r:", ""}) {
        const std::string attribute =
            prefix.empty() ? "" : ":" + prefix.substr(0, prefix.size() - 1);
        Still made = picture("rgb24", 1, srgb);
        made.metadata.xmp = "<" + prefix + "RDF xmlns" + attribute +
                            "='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><" + prefix +
                            "Description xmlns:dc='" + std::string(rights_space) +
                            "'><dc:rights>mine &lt;/rdf:RDF></dc:rights></" + prefix +
                            "Description></" + prefix + "RDF><!-- </rdf:RDF> -->";
        GainMapMetadata metadata;
        metadata.alternate_headroom = 2;
        made.gain_map = std::make_shared<GainMap>(GainMap{metadata, picture("rgb24", 1, srgb)});
        kind_called("jpg").write(path("out.jpg"), made, {100});
        const Still read = read_again(path("out.jpg"));
        EXPECT_EQ(xmp_values(read.metadata.xmp, {rights_space, "rights"}), mine) << prefix;
        EXPECT_TRUE(xmp_has(read.metadata.xmp, xmp_space::gain_map)) << prefix;
        EXPECT_NE(read.gain_map, nullptr) << prefix;
    }
}

// libavif supports gain maps since version 1.2.
TEST_F(WrittenGainMaps, AvifHasGainMapsIfLibavifSupportsThem) {
    const StillKind& avif = kind_called("avif");
    if (!avif.gain_map) GTEST_SKIP() << "libavif 1.2 or later is needed";
    const Still source = bright_picture();
    kind_called("exr").write(path("in.exr"), source, {100});
    const std::pair<const char*, double> cases[] = {
        {"", 0.05}, {" --gain-map-gray", 0.26}, {" --with format=yuv420p", 0.05}};
    for (const auto& [options, most] : cases) {
        ASSERT_EQ(map("in.exr out.avif --quality 100 --gain-map" + std::string(options)), 0)
            << content("said");
        const Still made = read_again(path("out.avif"));
        ASSERT_NE(made.gain_map, nullptr) << options;
        EXPECT_TRUE(made.notes.empty()) << options;
        EXPECT_LE(stops_between(with_gain_map(made), source), most) << options;
        EXPECT_GE(stops_between(made, source), 0.5) << "the base is SDR";
    }
    ASSERT_EQ(map("out.avif off.png --gain-map=off"), 0) << content("said");
    ASSERT_EQ(map("out.avif hdr.exr"), 0) << content("said");
}

// libavif stores the numbers of a gain map as fractions. The numerators of gains and offsets are
// signed 32-bit integers.
TEST_F(WrittenGainMaps, AvifKeepsTheNumbersOfTheMap) {
    const StillKind& avif = kind_called("avif");
    if (!avif.gain_map) GTEST_SKIP() << "libavif 1.2 or later is needed";
    Still still = picture("yuv444p", 1, srgb);
    for (int i = -12; i < 12; ++i) {
        GainMapMetadata metadata;
        for (int j = 0; j < 3; ++j) {
            const double least = (3 * i + j) * std::sqrt(2.0) / 40;
            metadata.channels[static_cast<size_t>(j)] = {least, least + 1.7, 1.1, 0.013, 0.027};
        }
        metadata.alternate_headroom = 2.3;
        still.gain_map = std::make_shared<GainMap>(GainMap{metadata, picture("rgb24", 1, srgb)});
        avif.write(path("a.avif"), still, {30, 90, 9});
        const Still read = read_again(path("a.avif"));
        ASSERT_NE(read.gain_map, nullptr);
        const GainMapMetadata& made = read.gain_map->metadata;
        EXPECT_NEAR(made.alternate_headroom, 2.3, 1e-6);
        for (size_t j = 0; j < 3; ++j) {
            EXPECT_NEAR(made.channels[j].min, metadata.channels[j].min, 1e-6);
            EXPECT_NEAR(made.channels[j].max, metadata.channels[j].max, 1e-6);
            EXPECT_NEAR(made.channels[j].gamma, 1.1, 1e-6);
            EXPECT_NEAR(made.channels[j].base_offset, 0.013, 1e-6);
            EXPECT_NEAR(made.channels[j].alternate_offset, 0.027, 1e-6);
        }
    }
}

TEST_F(WrittenGainMaps, DamagedGainMapsInAvifKeepThePictureOrAreErrors) {
    const StillKind& avif = kind_called("avif");
    if (!avif.gain_map) GTEST_SKIP() << "libavif 1.2 or later is needed";
    kind_called("exr").write(path("in.exr"), bright_picture(), {100});
    ASSERT_EQ(map("in.exr out.avif --quality 30 --gain-map --gain-map-quality 30"), 0)
        << content("said");
    const std::vector<uint8_t> whole = read_bytes(path("out.avif"));
    int pictures = 0, maps = 0, errors = 0;
    const auto read = [&](std::span<const uint8_t> bytes) {
        write_bytes(path("odd.avif"), bytes);
        try {
            Still still = avif.read(path("odd.avif"));
            maps += still.gain_map != nullptr;
            EXPECT_GE(with_gain_map(std::move(still)).video.width, 1);
            ++pictures;
        } catch (const Error& error) {
            EXPECT_STRNE(error.what(), "");
            ++errors;
        }
    };
    constexpr size_t step = 5;
    for (size_t at = 12; at < whole.size(); at += step) {
        for (const uint8_t change : {0x01, 0x80, 0xFF}) {
            std::vector<uint8_t> damaged = whole;
            damaged[at] ^= change;
            read(damaged);
        }
        read(std::span(whole).first(at));
    }
    EXPECT_GT(maps, 0);
    EXPECT_GT(pictures, maps);
    EXPECT_GT(errors, 0);
}

}  // namespace
}  // namespace tonelift::stills_gain_map_out_test
