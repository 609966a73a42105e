// SPDX-License-Identifier: BSD-2-Clause
// Tests HEIC files as phones and libheif write them.
#include <gtest/gtest.h>
#include <libheif/heif.h>

#include <memory>

// Makes LeakSanitizer ignore the encoder x265, which leaks some memory if libheif uses it.
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
using LeaksOfOthers = __lsan::ScopedDisabler;
#else
struct LeaksOfOthers {};
#endif

#include "kernels/error.h"
#include "tests/unit/stills_files.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/gain_map.h"
#include "tools/pictures/ifd.h"
#include "tools/pictures/samples.h"
#include "tools/pictures/xmp.h"

namespace tonelift::stills_heif_test {
namespace {

using Context = std::unique_ptr<heif_context, decltype(&heif_context_free)>;
using Image = std::unique_ptr<heif_image, decltype(&heif_image_release)>;

struct Written {
    heif_compression_format coding = heif_compression_HEVC;
    const char* chroma = "444";
    heif_orientation orientation = heif_orientation_normal;
    std::vector<uint8_t> profile = {}, exif = {};
    std::string xmp = "";
    bool pq = false;
    bool boxes = true;
    bool premultiplied = false;
    const Still* first = nullptr;
};

class Heics : public Stills {
  protected:
    static void check(const heif_error& error) {
        ASSERT_EQ(error.code, heif_error_Ok) << error.message;
    }

    void write(const std::string& name, const Still& still, const Written& of) const {
        const Image image = image_of(still);
        if (!of.profile.empty())
            heif_image_set_raw_color_profile(image.get(), "prof", of.profile.data(),
                                             of.profile.size());
        heif_image_set_premultiplied_alpha(image.get(), of.premultiplied ? 1 : 0);
        encode(name, image.get(), of);
    }

    static Image image_of(const Still& still) {
        const bool alpha = find_format(still.video.format)->has_alpha();
        heif_image* image = nullptr;
        check(heif_image_create(still.video.width, still.video.height, heif_colorspace_RGB,
                                alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
                                &image));
        check(heif_image_add_plane(image, heif_channel_interleaved, still.video.width,
                                   still.video.height, 8));
        int pitch = 0;
        uint8_t* const rows = heif_image_get_plane(image, heif_channel_interleaved, &pitch);
        for (int y = 0; y < still.video.height; ++y)
            std::copy_n(still.frame.row(0, y), still.frame.pitch(0),
                        rows + static_cast<ptrdiff_t>(y) * pitch);
        return {image, heif_image_release};
    }

    void encode(const std::string& name, heif_image* image, const Written& of) const {
        [[maybe_unused]] const LeaksOfOthers ignored;
        const Context context(heif_context_alloc(), heif_context_free);
        heif_encoder* encoder = nullptr;
        check(heif_context_get_encoder_for_format(context.get(), of.coding, &encoder));
        heif_encoder_set_lossy_quality(encoder, 100);
        heif_encoder_set_parameter_string(encoder, "chroma", of.chroma);
        heif_encoding_options* const options = heif_encoding_options_alloc();
        options->image_orientation = of.orientation;
        heif_color_profile_nclx* const numbers = heif_nclx_color_profile_alloc();
        heif_nclx_color_profile_set_color_primaries(numbers, of.pq ? 9 : 1);
        heif_nclx_color_profile_set_transfer_characteristics(numbers, of.pq ? 16 : 13);
        heif_nclx_color_profile_set_matrix_coefficients(numbers, of.pq ? 9 : 6);
        numbers->full_range_flag = 1;
        options->output_nclx_profile = numbers;
        options->macOS_compatibility_workaround = of.boxes ? 0 : 1;
        options->macOS_compatibility_workaround_no_nclx_profile = of.boxes ? 0 : 1;
        heif_image_set_nclx_color_profile(image, numbers);
        options->save_two_colr_boxes_when_ICC_and_nclx_available = 1;
        heif_image_handle* handle = nullptr;
        if (of.first != nullptr)
            check(heif_context_encode_image(context.get(), image_of(*of.first).get(), encoder,
                                            options, nullptr));
        check(heif_context_encode_image(context.get(), image, encoder, options, &handle));
        check(heif_context_set_primary_image(context.get(), handle));
        if (!of.exif.empty())
            check(heif_context_add_exif_metadata(context.get(), handle, of.exif.data(),
                                                 static_cast<int>(of.exif.size())));
        if (!of.xmp.empty())
            check(heif_context_add_XMP_metadata(context.get(), handle, of.xmp.data(),
                                                static_cast<int>(of.xmp.size())));
        check(heif_context_write_to_file(context.get(), path(name).c_str()));
        heif_image_handle_release(handle);
        heif_nclx_color_profile_free(numbers);
        heif_encoding_options_free(options);
        heif_encoder_release(encoder);
    }
};

constexpr double loss = 0.02;

TEST_F(Heics, KeepThePictureInEveryLayout) {
    for (const char* chroma : {"444", "422", "420"}) {
        write("a.heic", flat({100, 180, 90, 255}), {.chroma = chroma});
        const Still still = read_again(path("a.heic"));
        EXPECT_EQ(std::string(kind_of_content(path("a.heic"))->name), "HEIC");
        EXPECT_EQ(still.video.width, 8);
        EXPECT_EQ(still.video.height, 6);
        expect_light(still, srgb_light(green), loss);
        EXPECT_TRUE(still.notes.empty());
    }
    Still rgb = picture("rgb24", 1, srgb);
    write("a.heic", rgb, {});
    ASSERT_EQ(map("--preset faithful a.heic out.png"), 0) << content("said");
    EXPECT_LE(difference(read_again(path("out.png"))), 0.03);
}

// HEIF (ISO/IEC 23008-12), 6.5.5: color is stated by an ICC profile or by nclx numbers.
TEST_F(Heics, ColorIsReadFromProfilesAndNclxNumbers) {
    write("a.heic", flat({100, 180, 90, 255}), {.profile = rgb_profile(adobe_rgb, adobe_gamma)});
    expect_light(read_again(path("a.heic")), from(adobe_rgb, power(green, adobe_gamma)), loss);
    write("a.heic", flat({100, 180, 90, 255}),
          {.profile = rgb_profile(chromaticities(TONELIFT_PRIMARIES_DISPLAY_P3), 2.2)});
    const Still p3 = read_again(path("a.heic"));
    EXPECT_EQ(p3.video.primaries, TONELIFT_PRIMARIES_DISPLAY_P3);
    EXPECT_EQ(p3.video.transfer, TONELIFT_TRANSFER_GAMMA22);
    expect_light(p3, from(TONELIFT_PRIMARIES_DISPLAY_P3, power(green, 2.2)), loss);
    write("a.heic", flat({100, 180, 90, 255}), {.pq = true});
    ASSERT_NE(content("a.heic").find("colrnclx"), std::string::npos);
    const Still pq = read_again(path("a.heic"));
    EXPECT_EQ(pq.video.transfer, TONELIFT_TRANSFER_PQ);
    EXPECT_EQ(pq.video.primaries, TONELIFT_PRIMARIES_BT2020);
    const Vector3 codes{pixel_of(pq, 1, 1)[0], pixel_of(pq, 1, 1)[1], pixel_of(pq, 1, 1)[2]};
    for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(codes[i], green[i], loss);
    write("a.heic", flat({100, 180, 90, 255}), {.boxes = false});
    const Still plain = read_again(path("a.heic"));
    EXPECT_EQ(plain.video.primaries, TONELIFT_PRIMARIES_BT709);
    EXPECT_EQ(plain.video.transfer, srgb);
    expect_light(plain, srgb_light(green), loss);
}

// HEIF, 6.5.10: the rotation of the file is applied, and the orientation in Exif is ignored.
TEST_F(Heics, RotationIsAppliedOnce) {
    const Still plain = picture("rgb24", 1, srgb);
    const std::string exif = exif_of(6);
    write("a.heic", plain,
          {.orientation = heif_orientation_rotate_90_cw, .exif = {exif.begin(), exif.end()}});
    ASSERT_EQ(map("--preset faithful a.heic out.png"), 0) << content("said");
    const Still made = read_again(path("out.png"));
    ASSERT_EQ(made.video.width, still_height);
    EXPECT_LE(difference(turned(made, 8)), 0.03);
    EXPECT_FALSE(made.metadata.exif.empty());
}

TEST_F(Heics, HaveStraightAlpha) {
    for (const bool premultiplied : {false, true}) {
        write("a.heic", flat({100, 60, 30, 128}), {.premultiplied = premultiplied});
        const Still still = straight(read_again(path("a.heic")));
        ASSERT_TRUE(find_format(still.video.format)->has_alpha());
        EXPECT_NEAR(pixel_of(still, 1, 1)[3], 128 / 255.0, 0.01);
        const double by = premultiplied ? 255 / 128.0 : 1;
        expect_light(still, srgb_light({by * 100 / 255.0, by * 60 / 255.0, by * 30 / 255.0}), 0.03);
    }
}

// HEIF, 6.2.4: in a file with several pictures, the box pitm states the primary picture.
TEST_F(Heics, ThePrimaryPictureOfSeveralIsRead) {
    const Still other = flat({200, 20, 30, 255});
    write("a.heic", flat({100, 180, 90, 255}), {.first = &other});
    const Still still = read_again(path("a.heic"));
    expect_light(still, srgb_light(green), loss);
    EXPECT_TRUE(has_note(still, "only the primary picture of the file is read"));
}

TEST_F(Heics, KeepTheirNotes) {
    const std::string exif = exif_of(1);
    write("a.heic", flat({1, 2, 3, 255}),
          {.exif = {exif.begin(), exif.end()},
           .xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
                  "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description "
                  "xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='3'/></rdf:RDF>"
                  "</x:xmpmeta>"});
    ASSERT_EQ(map("a.heic out.jpg"), 0) << content("said");
    const StillMetadata notes = read_again(path("out.jpg")).metadata;
    EXPECT_EQ(notes.exif.size(), exif.size());
    EXPECT_EQ(xmp_values(notes.xmp, {"http://ns.adobe.com/xap/1.0/", "Rating"}),
              std::vector<std::string>{"3"});
}

// In HEIC files of Apple, an auxiliary picture contains the gain map.
TEST_F(Heics, HaveGainMapsOfApple) {
    IfdWriter note(true), details(true), first(true);
    std::vector<uint8_t> zero;
    note.put(0, 4, &zero);
    note.put(1, 4, &zero);
    note.add(33, 10, 1, zero);
    note.add(48, 10, 1, zero);
    std::vector<uint8_t> said = {'A', 'p', 'p', 'l', 'e', ' ', 'i', 'O', 'S', 0, 0, 1, 'M', 'M'};
    const std::vector<uint8_t> tags = note.table(said.size());
    said.insert(said.end(), tags.begin(), tags.end());
    details.add(37500, 7, static_cast<uint32_t>(said.size()), said);
    first.add(34665, 26);
    std::vector<uint8_t> exif = {'M', 'M', 0, 42, 0, 0, 0, 8};
    for (const IfdWriter* part : {&first, &details}) {
        const std::vector<uint8_t> table = part->table(exif.size());
        exif.insert(exif.end(), table.begin(), table.end());
    }
    write("a.heic", flat({100, 180, 90, 128}), {.coding = heif_compression_AV1, .exif = exif});
    std::string bytes = content("a.heic");
    const std::string alpha = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
                      map_type = "urn:com:apple:photo:2020:aux:hdrgainmap";
    ASSERT_NE(bytes.find(alpha), std::string::npos);
    bytes.replace(bytes.find(alpha), alpha.size(),
                  map_type + std::string(alpha.size() - map_type.size(), '\0'));
    for (size_t at = bytes.find("avif"); at < 64; at = bytes.find("avif"))
        bytes.replace(at, 4, "mif1");
    write_bytes(path("b.heic"), {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    const Still still = read_again(path("b.heic"));
    ASSERT_NE(still.gain_map, nullptr) << (still.notes.empty() ? "" : still.notes[0]);
    const double gain = 1 + (std::exp2(1.8) - 1) * light_of_code(128 / 255.0, srgb);
    const Vector3 base = srgb_light(green);
    expect_light(with_gain_map(still), {gain * base[0], gain * base[1], gain * base[2]}, 2 * loss);
}

// ISO 21496-1, annex C.3: the brand tmap marks a file that contains a gain map of this standard.
TEST_F(Heics, StandardGainMapsAreReportedAsUnsupported) {
    write("a.heic", flat({100, 180, 90, 255}), {});
    std::string bytes = content("a.heic");
    bytes.replace(bytes.find("mif1", 16), 4, "tmap");
    write_bytes(path("b.heic"), {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    const Still still = read_again(path("b.heic"));
    expect_light(still, srgb_light(green), loss);
    EXPECT_TRUE(has_note(still, "libheif does not read gain maps of ISO 21496-1"));
}

TEST_F(Heics, TruncatedOrDamagedFilesAreRefused) {
    write("a.heic", picture("rgb24", 1, srgb), {});
    const std::vector<uint8_t> whole = read_bytes(path("a.heic"));
    for (const double share : {0.02, 0.1, 0.4, 0.8}) {
        const auto count = static_cast<size_t>(share * static_cast<double>(whole.size()));
        write_bytes(path("part.heic"), {whole.data(), std::max<size_t>(count, 40)});
        EXPECT_THROW(read_again(path("part.heic")), Error) << share;
    }
    for (size_t at = 12; at < 600; at += 7) {
        std::vector<uint8_t> damaged = whole;
        damaged[at] ^= 0x55;
        write_bytes(path("part.heic"), damaged);
        try {
            const StillKind* const kind = kind_of_content(path("part.heic"));
            EXPECT_GE(kind == nullptr ? 1 : kind->read(path("part.heic")).video.width, 1);
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()), "");
        }
    }
}

TEST_F(Heics, AreNotWritten) {
    write("a.heic", flat({1, 2, 3, 255}), {});
    EXPECT_EQ(map("a.heic out.heic"), 2);
    EXPECT_TRUE(says("no picture is written with this file name extension")) << content("said");
}

}  // namespace
}  // namespace tonelift::stills_heif_test
