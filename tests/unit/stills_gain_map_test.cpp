// SPDX-License-Identifier: BSD-2-Clause
// Tests how gain maps are read. If a gain map cannot be used, the SDR picture is read and one
// message is logged.
#include "tools/pictures/gain_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "kernels/error.h"
#include "tests/support/repeats.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/ifd.h"
#include "tools/pictures/jpeg_library.h"
#include "tools/pictures/jpeg_pictures.h"
#include "tools/pictures/samples.h"

namespace tonelift::stills_gain_map_test {
namespace {

using Channel = GainMapMetadata::Channel;

GainMapMetadata metadata_of(const Channel& red, const Channel& green, const Channel& blue,
                            double headroom) {
    GainMapMetadata metadata;
    metadata.channels = {red, green, blue};
    metadata.alternate_headroom = headroom;
    return metadata;
}

const GainMapMetadata single =
    metadata_of({-0.5, 2.5, 1.2, 1 / 64.0, 1 / 64.0}, {-0.5, 2.5, 1.2, 1 / 64.0, 1 / 64.0},
                {-0.5, 2.5, 1.2, 1 / 64.0, 1 / 64.0}, 2.5);
const GainMapMetadata triple = metadata_of({0, 3, 1, 0.01, 0.02}, {-1, 2, 0.5, 0, 0},
                                           {0.25, 1.25, 2.2, 1 / 32.0, 1 / 128.0}, 3);

Still base_picture() { return picture("rgb24", 1, srgb); }

Still map_picture(const char* format, int columns, int lines) {
    Still still(still_video(format, columns, lines));
    still.video.primaries = 1;
    still.video.transfer = srgb;
    each_sample(still.video, [&](int i, int x, int y, int w, int h, const Component& of) {
        set_sample(*find_format(still.video.format), still.frame.row(0, y), of.offset + x * of.step,
                   std::abs(std::sin(1.0 + i + 7.0 * x / w + 5.0 * y * y / h)));
    });
    return still;
}

Still with_map(Still base, const GainMapMetadata& metadata, Still map) {
    base.gain_map = std::make_shared<GainMap>(GainMap{metadata, std::move(map)});
    return base;
}

// Returns a component of the alternate picture, which the gain map makes from the base picture (ISO
// 21496-1, clause 6).
double alternate(const Still& base, const GainMap& map, int color, int x, int y) {
    const Still& samples = map.picture;
    const bool gray = find_format(samples.video.format)->family == Family::GRAY;
    const auto at = [&](int column, int row) {
        return pixel_of(
            samples, std::clamp(column, 0, samples.video.width - 1),
            std::clamp(row, 0, samples.video.height - 1))[gray ? 0 : static_cast<size_t>(color)];
    };
    const double u = (x + 0.5) * samples.video.width / base.video.width - 0.5,
                 v = (y + 0.5) * samples.video.height / base.video.height - 0.5;
    const int i = static_cast<int>(std::floor(u)), j = static_cast<int>(std::floor(v));
    const double s = u - i, t = v - j;
    const double sample = (1 - t) * ((1 - s) * at(i, j) + s * at(i + 1, j)) +
                          t * ((1 - s) * at(i, j + 1) + s * at(i + 1, j + 1));
    const Channel& of = map.metadata.channels[static_cast<size_t>(color)];
    const double gain = of.min + (of.max - of.min) * std::pow(sample, 1 / of.gamma);
    const double light = light_of_code(pixel_of(base, x, y)[static_cast<size_t>(color)], srgb);
    return (light + of.base_offset) * std::exp2(gain) - of.alternate_offset;
}

void expect_alternate(const Still& base) {
    const Still hdr = with_gain_map(base);
    EXPECT_EQ(hdr.video.transfer, linear);
    EXPECT_EQ(hdr.video.primaries, base.video.primaries);
    ASSERT_EQ(hdr.video.width, base.video.width);
    for (int y = 0; y < base.video.height; ++y)
        for (int x = 0; x < base.video.width; ++x)
            for (int color = 0; color < 3; ++color) {
                const double expected = alternate(base, *base.gain_map, color, x, y);
                ASSERT_NEAR(pixel_of(hdr, x, y)[static_cast<size_t>(color)], expected,
                            1e-4 + 3e-4 * std::abs(expected))
                    << x << ' ' << y << ' ' << color;
            }
}

class GainMaps : public Stills {
  protected:
    void write(const std::string& name, const Still& still) const {
        kind_called("jpg").write(path(name), still, {100, 100});
    }
    void put(const std::string& name, const std::string& bytes) const {
        write_bytes(path(name), {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    }
    void expect_ignored(const std::string& name, const std::string& why) const {
        const Still still = read_again(path(name));
        EXPECT_EQ(still.gain_map, nullptr) << why;
        ASSERT_EQ(still.notes.size(), 1U) << why;
        EXPECT_EQ(still.notes[0].find("the gain map was ignored: "), 0U) << still.notes[0];
        EXPECT_NE(still.notes[0].find(why), std::string::npos) << still.notes[0];
        EXPECT_LE(difference(still), 0.03);
    }
};

TEST_F(GainMaps, AlternateRenditionFollowsIso21496) {
    for (const GainMapMetadata& metadata : {single, triple}) {
        for (const char* format : {"gray", "rgb24"}) {
            for (const auto& [columns, lines] :
                 {std::pair{still_width, still_height}, {34, 22}, {17, 11}, {1, 1}, {80, 90}}) {
                SCOPED_TRACE(std::string(format) + " " + std::to_string(columns));
                expect_alternate(
                    with_map(base_picture(), metadata, map_picture(format, columns, lines)));
            }
        }
    }
}

TEST_F(GainMaps, MetadataIsReadAsWritten) {
    for (const GainMapMetadata& metadata : {single, triple}) {
        const auto iso = gain_map_of_iso(iso_of_gain_map(metadata));
        const auto xmp = gain_map_of_xmp(xmp_of_gain_map(metadata));
        ASSERT_TRUE(iso && xmp);
        for (const GainMapMetadata& read : {*iso, *xmp}) {
            EXPECT_EQ(read.multichannel(), metadata.multichannel());
            EXPECT_NEAR(read.alternate_headroom, metadata.alternate_headroom, 1e-6);
            EXPECT_EQ(read.base_headroom, 0);
            EXPECT_TRUE(read.base_colors);
            for (size_t i = 0; i < 3; ++i) {
                const Channel &a = read.channels[i], &b = metadata.channels[i];
                EXPECT_NEAR(a.min, b.min, 1e-6);
                EXPECT_NEAR(a.max, b.max, 1e-6);
                EXPECT_NEAR(a.gamma, b.gamma, 1e-6);
                EXPECT_NEAR(a.base_offset, b.base_offset, 1e-6);
                EXPECT_NEAR(a.alternate_offset, b.alternate_offset, 1e-6);
            }
        }
        const std::vector<uint8_t> bytes = iso_of_gain_map(metadata);
        for (size_t size = 0; size < bytes.size(); ++size)
            EXPECT_FALSE(gain_map_of_iso(std::span(bytes).first(size))) << size;
    }
}

// The bytes follow the binary syntax of ISO 21496-1, annex C.2.
TEST_F(GainMaps, BinaryMetadataFollowsTheStandard) {
    std::vector<uint8_t> bytes = {0, 0, 0, 0, 0x40};
    const IfdWriter big_endian(true);
    for (const uint32_t number :
         {0U, 1U, 13U, 10U, static_cast<uint32_t>(-1), 2U, 3U, 1U, 2U, 1U, 1U, 64U, 1U, 32U})
        big_endian.put(number, 4, &bytes);
    const std::optional<GainMapMetadata> metadata = gain_map_of_iso(bytes);
    ASSERT_TRUE(metadata);
    EXPECT_DOUBLE_EQ(metadata->alternate_headroom, 1.3);
    EXPECT_TRUE(metadata->base_colors);
    for (const Channel& channel : metadata->channels) {
        EXPECT_EQ(channel.min, -0.5);
        EXPECT_EQ(channel.max, 3);
        EXPECT_EQ(channel.gamma, 2);
        EXPECT_EQ(channel.base_offset, 1 / 64.0);
        EXPECT_EQ(channel.alternate_offset, 1 / 32.0);
    }
    std::vector<uint8_t> draft = {0, 0, 0, 0, 0x08};
    for (const uint32_t number : {1000U, 0U, 1000U, 0U, 1500U, 1000U, 0U, 250U})
        big_endian.put(number, 4, &draft);
    const std::optional<GainMapMetadata> old = gain_map_of_iso(draft);
    ASSERT_TRUE(old);
    EXPECT_FALSE(old->base_colors);
    EXPECT_EQ(old->channels[2].max, 1.5);
    EXPECT_EQ(old->channels[2].alternate_offset, 0.25);
    bytes[1] = 1;
    EXPECT_FALSE(gain_map_of_iso(bytes)) << "of a later version";
}

// Ultra HDR, version 1.0: an XMP property can be an attribute or an element. A missing property has
// a default value.
TEST_F(GainMaps, XmpPropertiesMayBeAttributesElementsOrMissing) {
    const auto packet = [](const std::string& attributes, const std::string& elements) {
        return "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
               "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description "
               "xmlns:g='http://ns.adobe.com/hdr-gain-map/1.0/' g:Version='1.0' " +
               attributes + ">" + elements + "</rdf:Description></rdf:RDF></x:xmpmeta>";
    };
    const auto plain = gain_map_of_xmp(packet("g:GainMapMax='3' g:HDRCapacityMax='2.5'", ""));
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->channels[1].min, 0);
    EXPECT_EQ(plain->channels[1].max, 3);
    EXPECT_EQ(plain->channels[1].gamma, 1);
    EXPECT_EQ(plain->channels[1].base_offset, 1 / 64.0);
    EXPECT_EQ(plain->alternate_headroom, 2.5);
    const auto three = gain_map_of_xmp(
        packet("g:HDRCapacityMax='3'",
               "<g:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li> 2 </rdf:li><rdf:li>3"
               "</rdf:li></rdf:Seq></g:GainMapMax><g:Gamma>0.5</g:Gamma>"));
    ASSERT_TRUE(three);
    EXPECT_EQ(three->channels[1].max, 2);
    EXPECT_EQ(three->channels[2].max, 3);
    EXPECT_EQ(three->channels[2].gamma, 0.5);
    const auto hdr = gain_map_of_xmp(packet(
        "g:GainMapMax='3' g:HDRCapacityMax='3' g:OffsetHDR='0' g:BaseRenditionIsHDR='True'", ""));
    ASSERT_TRUE(hdr);
    EXPECT_TRUE(hdr->base_is_hdr());
    EXPECT_EQ(hdr->channels[0].base_offset, 0);
    for (const char* bad :
         {"", "g:GainMapMax='3'", "g:HDRCapacityMax='3'", "g:GainMapMax='x' g:HDRCapacityMax='3'",
          "g:GainMapMax='3 4' g:HDRCapacityMax='3'", "g:GainMapMax='' g:HDRCapacityMax='3'"})
        EXPECT_FALSE(gain_map_of_xmp(packet(bad, ""))) << bad;
}

TEST_F(GainMaps, AreFoundInJpegsInEveryForm) {
    const Still written = with_map(base_picture(), triple, map_picture("rgb24", 34, 22));
    write("whole.jpg", written);
    const std::string whole = content("whole.jpg");
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string bytes = whole;
        for (size_t at = bytes.find(from); at != bytes.npos; at = bytes.find(from, at))
            bytes.replace(at, from.size(), to);
        return bytes;
    };
    const std::string iso(jpeg_marker::gain_map_name), pictures(jpeg_marker::pictures_name);
    put("only_xmp.jpg", changed(iso, std::string(iso.size(), 'x')));
    put("only_iso.jpg", changed("hdr-gain-map/1.0/", "hdr-gain-mop/1.0/"));
    put("no_table.jpg", changed(pictures, std::string("XYZ") + '\0'));
    const std::string second = whole.substr(whole.find("\xFF\xD8\xFF", 3));
    put("moved.jpg", whole.substr(0, whole.size() - second.size()) + "between" + second);
    const Still expected = read_again(path("whole.jpg"));
    ASSERT_NE(expected.gain_map, nullptr);
    expect_alternate(expected);
    for (const char* name : {"only_xmp.jpg", "only_iso.jpg", "no_table.jpg", "moved.jpg"}) {
        const Still still = read_again(path(name));
        ASSERT_NE(still.gain_map, nullptr) << name;
        EXPECT_TRUE(still.notes.empty()) << name;
        EXPECT_LE(difference(with_gain_map(still), with_gain_map(expected)), 1e-4) << name;
    }
}

TEST_F(GainMaps, DamagedPreviewsDoNotHideTheGainMap) {
    write("whole.jpg", with_map(base_picture(), triple, map_picture("rgb24", 34, 22)));
    const std::vector<uint8_t> damaged = {0xFF, 0xD8, 0xFF, 0xDB, 0};
    write_bytes(path("a.jpg"), joined_jpegs(read_bytes(path("whole.jpg")), damaged));
    const Still still = read_again(path("a.jpg"));
    EXPECT_NE(still.gain_map, nullptr);
    EXPECT_TRUE(still.notes.empty());
}

// Motion photos have a film behind the picture.
TEST_F(GainMaps, OtherDataBehindThePictureIsNoGainMap) {
    write("plain.jpg", base_picture());
    put("film.jpg", content("plain.jpg") + "ftypmp42" + "\xFF\xD8\xFF" + "a film");
    EXPECT_TRUE(read_again(path("film.jpg")).notes.empty());
}

// CIPA DC-007, 5.2.3.3.1: pictures of type 0x020001 to 0x020003 belong to a panorama or show the
// scene from other angles.
TEST_F(GainMaps, OtherViewsOfAFileAreReported) {
    write("whole.jpg", with_map(base_picture(), triple, map_picture("rgb24", 34, 22)));
    std::string bytes = content("whole.jpg");
    const size_t first = bytes.find(std::string("\0\3\0\0", 4), bytes.find("MPF"));
    ASSERT_NE(first, bytes.npos);
    for (const auto& [type, several] : {std::pair{'\2', true}, {'\1', false}, {'\0', false}}) {
        bytes[first + 16 + 1] = type;
        bytes[first + 16 + 3] = type == '\0' ? '\0' : '\2';
        put("views.jpg", bytes);
        EXPECT_EQ(has_note(read_again(path("views.jpg")), "only the first picture"), several);
    }
}

TEST_F(GainMaps, AreRotatedWithTheirBase) {
    Still still = with_map(base_picture(), single, map_picture("gray", 34, 22));
    write("plain.jpg", still);
    IfdWriter table(false);
    const uint8_t right[] = {6, 0};
    table.add(274, 3, 1, right);
    std::vector<uint8_t> exif = {'I', 'I', 42, 0, 8, 0, 0, 0};
    const std::vector<uint8_t> fields = table.table(8);
    exif.insert(exif.end(), fields.begin(), fields.end());
    still.metadata.exif = exif;
    write("turned.jpg", still);
    EXPECT_LE(difference(with_gain_map(read_again(path("turned.jpg"))),
                         turned(with_gain_map(read_again(path("plain.jpg"))), 6)),
              1e-4);
}

TEST_F(GainMaps, UnusableMapsKeepTheBaseWithOneMessage) {
    const auto write_with = [&](const std::function<void(GainMapMetadata*)>& change) {
        GainMapMetadata metadata = single;
        change(&metadata);
        write("a.jpg", with_map(base_picture(), metadata, map_picture("gray", 34, 22)));
    };
    write_with([](GainMapMetadata* of) { of->channels[0].gamma = 0; });
    expect_ignored("a.jpg", "gamma");
    write_with([](GainMapMetadata* of) { of->channels[2].max = -5; });
    expect_ignored("a.jpg", "smallest gain");
    write_with([](GainMapMetadata* of) { of->channels[0].max = 900; });
    expect_ignored("a.jpg", "smallest gain");
    write_with([](GainMapMetadata* of) { of->channels[1].base_offset = 70; });
    expect_ignored("a.jpg", "offsets");
    write_with([](GainMapMetadata* of) { of->alternate_headroom = 0; });
    expect_ignored("a.jpg", "headrooms of its two pictures");
    write_with([](GainMapMetadata* of) { of->base_colors = false; });
    expect_ignored("a.jpg", "other primaries, which it does not name");
    write_with([](GainMapMetadata*) {});
    const std::string whole = content("a.jpg");
    const size_t second = whole.find("\xFF\xD8\xFF", 3);
    put("gone.jpg", whole.substr(0, second));
    expect_ignored("gone.jpg", "it is not in the file");
    put("cut.jpg", whole.substr(0, whole.size() - 300));
    expect_ignored("cut.jpg", "cannot be read as JPEG");
    std::string later = whole;
    later[later.rfind(jpeg_marker::gain_map_name) + jpeg_marker::gain_map_name.size() + 1] = 1;
    put("later.jpg", later);
    expect_ignored("later.jpg", "metadata is damaged or missing");
    ASSERT_EQ(map("gone.jpg out.jpg"), 0);
    EXPECT_TRUE(says("the gain map was ignored")) << content("said");
}

TEST_F(GainMaps, HdrBaseIsKept) {
    GainMapMetadata metadata = single;
    std::swap(metadata.base_headroom, metadata.alternate_headroom);
    const Still base = with_map(base_picture(), metadata, map_picture("gray", 34, 22));
    EXPECT_LE(difference(with_gain_map(base), base_picture()), 0);
    write("a.jpg", base);
    const Still read = read_again(path("a.jpg"));
    ASSERT_NE(read.gain_map, nullptr);
    EXPECT_TRUE(read.gain_map->metadata.base_is_hdr());
    EXPECT_TRUE(has_note(with_gain_map(read), "its headrooms mean that the base picture is HDR"));
}

// The expected light follows Apple, "Applying Apple HDR effect to your photos".
TEST_F(GainMaps, MapsOfAppleAreApplied) {
    IfdWriter note(true), details(true), first(true);
    const auto fraction = [](IfdWriter* to, uint16_t tag, uint32_t value) {
        std::vector<uint8_t> bytes;
        to->put(value, 4, &bytes);
        to->put(1, 4, &bytes);
        to->add(tag, 10, 1, bytes);
    };
    fraction(&note, 33, 1);
    fraction(&note, 48, 0);
    std::vector<uint8_t> content_of_note = {'A', 'p', 'p', 'l', 'e', ' ', 'i',
                                            'O', 'S', 0,   0,   1,   'M', 'M'};
    const std::vector<uint8_t> table = note.table(content_of_note.size());
    content_of_note.insert(content_of_note.end(), table.begin(), table.end());
    details.add(37500, 7, static_cast<uint32_t>(content_of_note.size()), content_of_note);
    std::vector<uint8_t> exif = {'M', 'M', 0, 42, 0, 0, 0, 8};
    first.add(34665, 26);
    for (const IfdWriter* part : {&first, &details}) {
        const std::vector<uint8_t> fields = part->table(exif.size());
        exif.insert(exif.end(), fields.begin(), fields.end());
    }
    Still base = base_picture(), map = map_picture("gray", 34, 22);
    base.metadata.exif = exif;
    write("base.jpg", base);
    map.metadata.xmp =
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
        "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description "
        "xmlns:a='http://ns.apple.com/HDRGainMap/1.0/' a:HDRGainMapVersion='65536'/>"
        "</rdf:RDF></x:xmpmeta>";
    write("map.jpg", map);
    put("a.jpg", content("base.jpg") + content("map.jpg"));
    const Still still = read_again(path("a.jpg"));
    ASSERT_NE(still.gain_map, nullptr) << (still.notes.empty() ? "" : still.notes[0]);
    EXPECT_DOUBLE_EQ(still.gain_map->metadata.apple_headroom, 8);
    const Still hdr = with_gain_map(still);
    const Still& samples = still.gain_map->picture;
    for (const int x : {0, 66}) {
        const int column = x == 0 ? 0 : 33;
        const double gain = 1 + 7 * light_of_code(pixel_of(samples, column, 0)[0], srgb);
        EXPECT_NEAR(pixel_of(hdr, x, 0)[0], gain * light_of_code(pixel_of(still, x, 0)[0], srgb),
                    2e-3 * gain);
    }
    put("no_note.jpg", content("map.jpg") + content("map.jpg"));
    EXPECT_EQ(read_again(path("no_note.jpg")).gain_map, nullptr);
}

TEST_F(GainMaps, AlternateRenditionOfAvifFollowsIso21496) {
    const StillKind& avif = kind_called("avif");
    if (!avif.gain_map) GTEST_SKIP() << "libavif 1.2 or later is needed";
    for (const GainMapMetadata& metadata : {single, triple}) {
        avif.write(path("a.avif"),
                   with_map(picture("yuv444p", 1, srgb), metadata, map_picture("rgb24", 34, 22)),
                   {100, 100});
        expect_alternate(read_again(path("a.avif")));
    }
}

TEST_F(GainMaps, DamagedFilesGiveAPictureOrAnError) {
    write("whole.jpg", with_map(base_picture(), triple, map_picture("rgb24", 34, 22)));
    const std::vector<uint8_t> whole = read_bytes(path("whole.jpg"));
    constexpr size_t damage_step = is_instrumented ? 53 : 11;
    for (size_t at = 2; at < whole.size(); at += at < 1500 ? damage_step : 197) {
        for (const uint8_t byte : {uint8_t{0}, uint8_t{0xFF}, uint8_t{0x41}}) {
            std::vector<uint8_t> damaged = whole;
            damaged[at] = byte;
            write_bytes(path("part.jpg"), damaged);
            try {
                EXPECT_GE(with_gain_map(kind_called("jpg").read(path("part.jpg"))).video.width, 1);
            } catch (const Error& error) {
                EXPECT_NE(std::string(error.what()), "");
            }
        }
    }
}

}  // namespace
}  // namespace tonelift::stills_gain_map_test
