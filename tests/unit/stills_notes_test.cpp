// SPDX-License-Identifier: BSD-2-Clause
// Tests that Exif, XMP and IPTC metadata of a picture are copied and updated.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/repeats.h"
#include "tests/unit/stills_files.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/exif.h"
#include "tools/pictures/ifd.h"
#include "tools/pictures/xmp.h"

namespace tonelift::stills_notes_test {
namespace {

// Numbers of Exif tags (Exif 2.32, 4.6).
constexpr uint16_t stored_width_tag = 256, stored_height_tag = 257, maker_tag = 271,
                   date_tag = 36867, note_tag = 37500, color_tag = 40961, width_tag = 40962,
                   latitude_tag = 2, rules_tag = 40965;
constexpr std::string_view maker = "Cameras & Sons", date = "2026:11:25 12:34:56",
                           note = "the note of the camera", thumbnail = "\xFF\xD8 a thumbnail";

std::span<const uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

void append(const std::vector<uint8_t>& table, std::vector<uint8_t>* to) {
    to->insert(to->end(), table.begin(), table.end());
}

std::vector<uint8_t> camera_exif(bool big_endian, uint32_t orientation) {
    const auto text = [](IfdWriter* to, uint16_t tag, uint16_t type, std::string_view value) {
        to->add(tag, type, static_cast<uint32_t>(value.size()), bytes_of(value));
    };
    IfdWriter first(big_endian), details(big_endian), place(big_endian), rules(big_endian),
        second(big_endian);
    std::vector<uint8_t> exif;
    for (const char letter : big_endian ? std::string("MM") : std::string("II"))
        exif.push_back(static_cast<uint8_t>(letter));
    first.put(42, 2, &exif);
    first.put(0, 4, &exif);
    const auto add = [&](const IfdWriter& table) {
        exif.resize(exif.size() + exif.size() % 2);
        const auto at = static_cast<uint32_t>(exif.size());
        append(table.table(at), &exif);
        return at;
    };
    text(&rules, 1, 2, std::string_view("R03", 4));
    text(&details, date_tag, 2, std::string(date) + '\0');
    text(&details, note_tag, 7, note);
    details.add(width_tag, 4000);
    std::vector<uint8_t> number;
    details.put(1, 2, &number);
    details.add(color_tag, 3, 1, number);
    std::vector<uint8_t> degrees;
    for (const uint32_t part : {48U, 1U, 8U, 1U, 3U, 2U}) place.put(part, 4, &degrees);
    place.add(latitude_tag, 5, 3, degrees);
    details.add(rules_tag, add(rules));
    first.add(stored_width_tag, 4000);
    first.add(stored_height_tag, 3000);
    text(&first, maker_tag, 2, std::string(maker) + '\0');
    std::vector<uint8_t> turn;
    first.put(orientation, 2, &turn);
    first.add(274, 3, 1, turn);
    first.add(34665, add(details));
    first.add(34853, add(place));
    const uint32_t table = add(first);
    std::vector<uint8_t> link;
    first.put(table, 4, &link);
    std::copy(link.begin(), link.end(), exif.begin() + 4);
    second.add(513, 0);
    second.add(514, static_cast<uint32_t>(thumbnail.size()));
    const uint32_t behind = add(second);
    const size_t next = IfdBytes(exif).place_of_next(table);
    link.clear();
    first.put(behind, 4, &link);
    std::copy(link.begin(), link.end(), exif.begin() + static_cast<ptrdiff_t>(next));
    const size_t value = IfdBytes(exif).find(behind, 513)->place;
    link.clear();
    first.put(static_cast<uint32_t>(exif.size()), 4, &link);
    std::copy(link.begin(), link.end(), exif.begin() + static_cast<ptrdiff_t>(value));
    exif.insert(exif.end(), thumbnail.begin(), thumbnail.end());
    return exif;
}

const std::string packet =
    "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>"
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
    "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
    "<rdf:Description rdf:about='' xmlns:tiff='http://ns.adobe.com/tiff/1.0/'\n"
    " xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:xmp='http://ns.adobe.com/xap/1.0/'\n"
    " xmlns:exif='http://ns.adobe.com/exif/1.0/' exif:PixelXDimension='4000'\n"
    " exif:PixelYDimension='3000' exif:ColorSpace='65535' tiff:ImageWidth='4000'\n"
    " xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' photoshop:ICCProfile='Adobe RGB'\n"
    " xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/'\n"
    " xmlns:C='http://ns.google.com/photos/1.0/container/' tiff:Orientation=\"6\"\n"
    " xmp:Rating='4' "
    "hdrgm:Version='1.0'><tiff:ImageLength>3000</tiff:ImageLength><dc:title><rdf:Alt><rdf:li "
    "xml:lang='x-default'>A title "
    "&amp; "
    "more</rdf:li></rdf:Alt></dc:title><C:Directory><rdf:Seq><rdf:li/></rdf:Seq></C:Directory>"
    "<xmp:Thumbnails><rdf:Alt><rdf:li>thumb</rdf:li></rdf:Alt></xmp:Thumbnails>"
    "</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>";

// An IPTC record with a headline (IPTC-IIM 4.2).
const std::vector<uint8_t> headline = {0x1C, 2, 105, 0, 5, 'N', 'e', 'w', 's', '!'};

class StillNotes : public Stills {
  protected:
    void write(const StillKind& kind, const std::string& name, StillMetadata notes) const {
        Still still = picture(std::string(kind.formats.front()).c_str(), 1, srgb);
        leave_out(kind.notes, &notes);
        still.metadata = std::move(notes);
        kind.write(path(name), still, {100});
    }
    static std::string text(std::span<const uint8_t> exif, size_t table, uint16_t tag) {
        const IfdBytes bytes(exif);
        const std::optional<IfdField> field = bytes.find(table, tag);
        if (!field) return "none";
        const std::span<const uint8_t> value = bytes.bytes(*field);
        return {value.begin(), value.end()};
    }
    static size_t table(std::span<const uint8_t> exif, uint16_t tag) {
        const IfdBytes bytes(exif);
        return bytes.integer(bytes.first(), tag).value_or(0);
    }
};

std::vector<const StillKind*> kinds_with_notes() {
    std::vector<const StillKind*> kinds;
    for (const StillKind& kind : still_kinds())
        if (kind.write != nullptr && kind.notes.exif) kinds.push_back(&kind);
    return kinds;
}

TEST_F(StillNotes, AreCopiedFromEveryKindToEveryOther) {
    for (const bool big_endian : {false, true}) {
        for (const StillKind* from : kinds_with_notes()) {
            const std::string in = "in" + std::string(from->endings.front());
            write(*from, in, {camera_exif(big_endian, 1), headline, packet});
            for (const StillKind* to : kinds_with_notes()) {
                if (is_instrumented && big_endian && from != to) continue;
                SCOPED_TRACE(std::string(from->name) + " to " + to->name);
                const std::string out = "out" + std::string(to->endings.front());
                ASSERT_EQ(map(in + " " + out), 0) << content("said");
                const StillMetadata notes = read_again(path(out)).metadata;
                const std::vector<uint8_t>& exif = notes.exif;
                const IfdBytes bytes(exif);
                ASSERT_TRUE(bytes.valid());
                EXPECT_EQ(text(exif, bytes.first(), maker_tag), std::string(maker) + '\0');
                const size_t details = table(exif, 34665), place = table(exif, 34853);
                EXPECT_EQ(text(exif, details, date_tag), std::string(date) + '\0');
                EXPECT_EQ(bytes.integer(details, width_tag), uint32_t{still_width});
                const std::optional<IfdField> latitude = bytes.find(place, latitude_tag);
                ASSERT_TRUE(latitude);
                EXPECT_EQ(bytes.fraction(*latitude, 0), 48);
                EXPECT_EQ(bytes.fraction(*latitude, 2), 1.5);
                const bool of_tiff =
                    std::string_view(from->name) == "TIFF" || std::string_view(to->name) == "TIFF";
                EXPECT_EQ(text(exif, details, note_tag), of_tiff ? "none" : note);
                EXPECT_EQ(xmp_values(notes.xmp, {"http://ns.adobe.com/xap/1.0/", "Rating"}),
                          std::vector<std::string>{"4"});
                EXPECT_EQ(xmp_values(notes.xmp, {"http://purl.org/dc/elements/1.1/", "title"}),
                          std::vector<std::string>{"A title & more"});
                EXPECT_EQ(notes.iptc,
                          from->notes.iptc && to->notes.iptc ? headline : std::vector<uint8_t>());
                EXPECT_EQ(says("IPTC, which " + std::string(to->name) + " cannot hold"),
                          from->notes.iptc && !to->notes.iptc);
            }
        }
    }
}

// The camera maker's note can contain offsets within the Exif, so all fields keep their positions.
TEST_F(StillNotes, ExifDescribesTheNewPicture) {
    for (const bool big_endian : {false, true}) {
        const std::vector<uint8_t> before = camera_exif(big_endian, 6);
        const std::vector<uint8_t> after = exif_for(before, {300, 200, false});
        const IfdBytes old(before), bytes(after);
        EXPECT_EQ(read_exif(before).orientation, 6);
        EXPECT_TRUE(read_exif(before).adobe_rgb);
        EXPECT_EQ(read_exif(after).orientation, 1);
        EXPECT_FALSE(read_exif(after).adobe_rgb);
        const size_t details = table(after, 34665);
        EXPECT_EQ(bytes.integer(bytes.first(), stored_width_tag), 300U);
        EXPECT_EQ(bytes.integer(bytes.first(), stored_height_tag), 200U);
        EXPECT_EQ(bytes.integer(details, width_tag), 300U);
        EXPECT_EQ(bytes.integer(details, color_tag), 65535U);
        EXPECT_EQ(bytes.find(details, note_tag)->place, old.find(details, note_tag)->place);
        EXPECT_EQ(bytes.next(bytes.first()), 0U);
        EXPECT_LT(after.size(), before.size());
        const std::string all(after.begin(), after.end());
        EXPECT_EQ(all.find("thumbnail"), std::string::npos);
        const std::vector<uint8_t> in_srgb = exif_for(before, {300, 200, true});
        EXPECT_EQ(IfdBytes(in_srgb).integer(details, color_tag), 1U);
    }
}

TEST_F(StillNotes, RotatedPicturesAreUprightInExifAndXmp) {
    for (const char* kind : {"jpg", "png", "tif"}) {
        const std::string in = "in." + std::string(kind);
        write(kind_called(kind), in, {camera_exif(true, 6), {}, packet});
        for (const char* to : {"jpg", "png", "tif", "avif", "jxl"}) {
            const std::string out = std::string("out.") + to;
            ASSERT_EQ(map(in + " " + out), 0) << content("said");
            const Still still = read_again(path(out));
            const bool turns = std::string_view(kind) != "tif";
            EXPECT_EQ(still.video.width, turns ? still_height : still_width) << kind << to;
            EXPECT_EQ(read_exif(still.metadata.exif).orientation, 1);
            EXPECT_FALSE(xmp_has(still.metadata.xmp, "http://ns.adobe.com/tiff/1.0/"));
        }
    }
}

TEST_F(StillNotes, XmpLosesFieldsOfTheOldPicture) {
    const std::string made = xmp_for_new_picture(packet);
    for (const std::string_view space : {xmp_space::gain_map, xmp_space::container,
                                         std::string_view("http://ns.adobe.com/exif/1.0/"),
                                         std::string_view("http://ns.adobe.com/photoshop/1.0/"),
                                         std::string_view("http://ns.adobe.com/tiff/1.0/")})
        EXPECT_FALSE(xmp_has(made, space)) << space;
    EXPECT_EQ(made.find("thumb<"), std::string::npos);
    EXPECT_TRUE(xmp_has(made, "http://purl.org/dc/elements/1.1/"));
    EXPECT_EQ(xmp_for_new_picture(made), made);
    for (const char* damaged :
         {"<x:xmpmeta", "no XML", "<a><b></a></b>", "", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"})
        EXPECT_EQ(xmp_for_new_picture(damaged), "") << damaged;
}

// Motion Photo format 1.0: the film follows the JPEG, and properties in XMP state its place.
TEST_F(StillNotes, MotionPhotosBecomePlainPhotos) {
    constexpr std::string_view camera = "http://ns.google.com/photos/1.0/camera/";
    const std::string space = " xmlns:GCamera='" + std::string(camera) + "' ";
    for (const std::string properties :
         {"GCamera:MotionPhoto='1' GCamera:MotionPhotoVersion='1' "
          "GCamera:MotionPhotoPresentationTimestampUs='500'>",
          "GCamera:MicroVideo='1' GCamera:MicroVideoVersion='1' GCamera:MicroVideoOffset='1000' "
          "GCamera:MicroVideoPresentationTimestampUs='500'>",
          "><GCamera:MotionPhoto>1</GCamera:MotionPhoto>"}) {
        std::string xmp = packet;
        constexpr std::string_view description = "<rdf:Description";
        const size_t tag = xmp.find(description), end = xmp.find('>', tag);
        xmp.replace(end, 1, " " + properties);
        xmp.insert(tag + description.size(), space);
        write(kind_called("jpg"), "in.jpg", {{}, {}, xmp});
        ASSERT_EQ(map("in.jpg out.jpg"), 0) << content("said");
        EXPECT_TRUE(says("it is a motion photo; its film is left out")) << content("said");
        const Still made = read_again(path("out.jpg"));
        EXPECT_TRUE(made.notes.empty());
        EXPECT_FALSE(xmp_has(made.metadata.xmp, camera)) << made.metadata.xmp;
        EXPECT_EQ(xmp_values(made.metadata.xmp, {"http://ns.adobe.com/xap/1.0/", "Rating"}),
                  std::vector<std::string>{"4"});
    }
}

// XMP, part 3, 1.1.3.1: extended XMP is in markers of its own.
TEST_F(StillNotes, ExtendedXmpIsNotCopied) {
    write(kind_called("jpg"), "in.jpg", {{}, {}, packet});
    const std::string extension =
        std::string("\xFF\xE1\0\x27", 4) + "http://ns.adobe.com/xmp/extension/" + '\0' + "ab";
    std::vector<uint8_t> bytes = read_bytes(path("in.jpg"));
    bytes.insert(bytes.begin() + 2, extension.begin(), extension.end());
    write_bytes(path("in.jpg"), bytes);
    ASSERT_EQ(map("in.jpg out.jpg"), 0);
    EXPECT_TRUE(says("'in.jpg': not copied: extended XMP, such as a maker note or a depth map"))
        << content("said");
    EXPECT_FALSE(read_again(path("out.jpg")).metadata.xmp.empty());
}

TEST_F(StillNotes, AreRemovedOnRequest) {
    write(kind_called("jpg"), "in.jpg", {camera_exif(false, 1), headline, packet});
    ASSERT_EQ(map("--strip in.jpg out.jpg"), 0) << content("said");
    EXPECT_TRUE(read_again(path("out.jpg")).metadata.empty());
    EXPECT_FALSE(says("not copied")) << content("said");
    ASSERT_EQ(map("--strip in.jpg out.exr"), 0);
    EXPECT_FALSE(says("not copied")) << content("said");
    ASSERT_EQ(map("in.jpg out.exr"), 0);
    EXPECT_TRUE(says("not copied: Exif, XMP and IPTC, which EXR cannot hold")) << content("said");
}

TEST_F(StillNotes, DamagedNotesAreDroppedWithAMessage) {
    const std::vector<uint8_t> exif = {'I', 'I', 0, 0, 1, 2, 3, 4, 5};
    write(kind_called("jpg"), "in.jpg", {exif, {}, "<x:xmpmeta"});
    ASSERT_EQ(map("in.jpg out.jpg"), 0) << content("said");
    EXPECT_TRUE(says("not copied: damaged Exif")) << content("said");
    EXPECT_TRUE(says("not copied: damaged XMP")) << content("said");
    EXPECT_TRUE(read_again(path("out.jpg")).metadata.empty());
}

// XMP, part 3, 1.1.3: an XMP packet in a JPEG has at most 65502 bytes; longer ones are split.
TEST_F(StillNotes, XmpThatDoesNotFitIsDroppedAlone) {
    const std::string title = xmp_packet("<rdf:Description xmlns:dc='d' dc:title='a'/>");
    const auto status = [&](size_t size, const std::string& arguments) {
        std::string xmp = title;
        xmp.insert(xmp.find("</rdf:RDF>"), size - title.size(), ' ');
        Still still = picture("rgb48le", TONELIFT_PRIMARIES_BT2020, TONELIFT_TRANSFER_PQ);
        still.metadata = {camera_exif(true, 1), {}, xmp};
        kind_called("png").write(path("in.png"), still, {100});
        return map("in.png out.jpg " + arguments);
    };
    for (const auto& [fits, arguments] : {std::pair{65504, ""}, {64480, "--gain-map"}}) {
        ASSERT_EQ(status(static_cast<size_t>(fits), arguments), 0) << content("said");
        EXPECT_TRUE(xmp_has(read_again(path("out.jpg")).metadata.xmp, "d"));
        ASSERT_EQ(status(static_cast<size_t>(fits) + 1, arguments), 0) << content("said");
        EXPECT_TRUE(says("not copied: XMP of more than " + std::to_string(fits) +
                         " bytes, which JPEG cannot hold"));
        EXPECT_TRUE(read_exif(read_again(path("out.jpg")).metadata.exif).valid);
    }
}

TEST_F(StillNotes, HostileExifIsReadWithinItsBounds) {
    const std::vector<uint8_t> whole = camera_exif(true, 6);
    for (size_t at = 0; at < whole.size(); ++at) {
        for (const uint8_t byte : {uint8_t{0}, uint8_t{0xFF}, uint8_t{0x80}, uint8_t{8}}) {
            std::vector<uint8_t> bytes = whole;
            bytes[at] = byte;
            EXPECT_LE(exif_for(bytes, {1, 1, true}).size(), bytes.size());
            exif_of_tiff(bytes);
            std::vector<uint8_t> file = whole;
            add_to_tiff(bytes, {}, {}, &file);
        }
        const std::vector<uint8_t> part(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(at));
        EXPECT_LE(exif_for(part, {1, 1, true}).size(), part.size());
        EXPECT_LE(exif_of_tiff(part).size(), 2 * whole.size());
        read_exif(part);
    }
}

TEST_F(StillNotes, OverlappingExifValuesDoNotFillTheMemory) {
    constexpr uint16_t fields = 5000;
    std::vector<uint8_t> exif = {'M', 'M', 0, 42, 0, 0, 0, 8};
    IfdWriter first(true);
    first.add(34665, 26);
    append(first.table(8), &exif);
    first.put(fields, 2, &exif);
    for (uint16_t i = 0; i < fields; ++i) {
        first.put(1000U + i, 2, &exif);
        first.put(7, 2, &exif);
        first.put(60000, 4, &exif);
        first.put(30, 4, &exif);
    }
    exif.resize(65000);
    EXPECT_LE(exif_of_tiff(exif).size(), 2 * exif.size());
    std::vector<uint8_t> file = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0};
    add_to_tiff(exif, {}, {}, &file);
    EXPECT_LE(file.size(), 2 * exif.size());
}

TEST_F(StillNotes, IptcIsFoundInPhotoshopResources) {
    const std::vector<uint8_t> resources = resources_with_iptc(headline);
    EXPECT_EQ(iptc_in_resources(resources), headline);
    std::vector<uint8_t> two = {'8', 'B', 'I', 'M', 3, 0xE8, 3, 'a', 'b', 'c', 0, 0, 0, 1, 9, 0};
    append(resources, &two);
    EXPECT_EQ(iptc_in_resources(two), headline);
    for (size_t size = 0; size + 1 < two.size(); ++size)
        EXPECT_TRUE(
            iptc_in_resources({two.begin(), two.begin() + static_cast<ptrdiff_t>(size)}).empty());
}

}  // namespace
}  // namespace tonelift::stills_notes_test
