// SPDX-License-Identifier: BSD-2-Clause
#include <cstdio>
// jpeglib.h needs cstdio before it.
#include <jpeglib.h>
#include <setjmp.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "core/color/describe.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/pictures/cmyk.h"
#include "tools/pictures/file_bytes.h"
#include "tools/pictures/icc.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/statements.h"

namespace tonelift {
namespace {

constexpr int notes_marker = JPEG_APP0 + 1, icc_marker = JPEG_APP0 + 2,
              photoshop_marker = JPEG_APP0 + 13;
// What markers of notes begin with: Exif 2.32, 4.7.2; XMP, part 3, 1.1.3; Photoshop File Formats.
constexpr std::string_view exif_name("Exif\0\0", 6), xmp_name("http://ns.adobe.com/xap/1.0/\0", 29),
    more_xmp_name("http://ns.adobe.com/xmp/extension/\0", 35),
    photoshop_name("Photoshop 3.0\0", 14);
constexpr size_t longest_marker = 65533;
// Markers of gain maps: XMP of Ultra HDR, and ISO 21496-1.
constexpr std::string_view gain_map_name = "http://ns.adobe.com/hdr-gain-map/";
constexpr std::string_view iso_gain_map_name = "urn:iso:std:iso:ts:21496:-1";

// libjpeg's errors with a place to jump to. Everything that libjpeg does runs in run(), in
// functions without destructors.
struct Failed {
    jpeg_error_mgr manager;
    jmp_buf place;
    char why[JMSG_LENGTH_MAX];
};

[[noreturn]] void fail(j_common_ptr jpeg) {
    auto* const failed = reinterpret_cast<Failed*>(jpeg->err);
    jpeg->err->format_message(jpeg, failed->why);
    longjmp(failed->place, 1);
}

// A file that is cut off, or damaged, is only warned of by libjpeg; here it is an error.
void fail_when_damaged(j_common_ptr jpeg, int level) {
    if (level < 0) fail(jpeg);
}

jpeg_error_mgr* set_up(Failed* failed) {
    jpeg_std_error(&failed->manager);
    failed->manager.error_exit = fail;
    failed->manager.emit_message = fail_when_damaged;
    return &failed->manager;
}

template <typename Work>
bool run(Failed* failed, const Work& work) {
    if (setjmp(failed->place) != 0) return false;
    work();
    return true;
}

class Reader {
  public:
    explicit Reader(const std::string& name) : name_(name), bytes_(read_bytes(name)) {
        jpeg_.err = set_up(&failed_);
    }
    Reader(const Reader&) = delete;
    ~Reader() { jpeg_destroy_decompress(&jpeg_); }

    Still read() {
        require(run(&failed_, [&] { read_header(); }));
        check_picture(video("rgb24"), "input");
        // libjpeg forgets its markers with the last row.
        Statements stated = statements();
        const std::vector<std::string> notes = notes_on_markers();
        const bool ink = jpeg_.num_components == 4;
        jpeg_.out_color_space = ink ? JCS_CMYK : stated.gray ? JCS_GRAYSCALE : JCS_RGB;
        Still still = ink ? read_ink(&stated) : read_colors(stated.gray ? "gray" : "rgb24");
        still.notes.insert(still.notes.end(), notes.begin(), notes.end());
        return honored(std::move(still), stated);
    }

  private:
    void require(bool done) const {
        if (!done) fail_to_read(name_, "JPEG", failed_.why);
    }

    void read_header() {
        jpeg_create_decompress(&jpeg_);
        jpeg_save_markers(&jpeg_, notes_marker, 0xFFFF);
        jpeg_save_markers(&jpeg_, icc_marker, 0xFFFF);
        jpeg_save_markers(&jpeg_, photoshop_marker, 0xFFFF);
        jpeg_mem_src(&jpeg_, bytes_.data(), bytes_.size());
        jpeg_read_header(&jpeg_, TRUE);
    }

    tonelift_video video(const char* format) const {
        return still_video(format, jpeg_.image_width, jpeg_.image_height);
    }

    Still read_colors(const char* format) {
        Still still(video(format));
        read_rows(still.frame.row(0, 0), still.frame.pitch(0));
        return still;
    }

    // C M Y K as RGB. Adobe's programs store inks inverted and say so by their marker.
    Still read_ink(Statements* stated) {
        const size_t pitch = size_t{4} * jpeg_.image_width;
        std::vector<uint8_t> ink(pitch * jpeg_.image_height);
        read_rows(ink.data(), pitch);
        if (jpeg_.saw_Adobe_marker != 0)
            for (uint8_t& sample : ink) sample = static_cast<uint8_t>(255 - sample);
        return from_ink(ink, jpeg_.image_width, jpeg_.image_height, stated);
    }

    void read_rows(uint8_t* rows, size_t pitch) {
        require(run(&failed_, [&] {
            jpeg_start_decompress(&jpeg_);
            while (jpeg_.output_scanline < jpeg_.output_height) {
                JSAMPROW row = rows + pitch * jpeg_.output_scanline;
                jpeg_read_scanlines(&jpeg_, &row, 1);
            }
            jpeg_finish_decompress(&jpeg_);
        }));
    }

    // A profile (ICC.1:2022, annex B.4), else the color of DCF 2.0 that Exif names, else sRGB.
    Statements statements() {
        Statements stated;
        stated.gray = jpeg_.num_components == 1;
        stated.profile = profile();
        stated.primaries = h273::primaries_bt709;
        stated.transfer = h273::transfer_srgb;
        if (jpeg_.X_density > 0 && jpeg_.Y_density > 0)
            stated.pixel_aspect = 1.0 * jpeg_.Y_density / jpeg_.X_density;
        take_notes(&stated);
        stated.take_exif_color();
        return stated;
    }

    void take_notes(Statements* stated) const {
        std::vector<uint8_t> resources;
        for (const jpeg_marker_struct* marker = jpeg_.marker_list; marker != nullptr;
             marker = marker->next) {
            const std::string_view text = text_of(*marker);
            const std::span<const uint8_t> bytes(marker->data, marker->data_length);
            if (marker->marker == notes_marker && text.starts_with(exif_name))
                stated->take_exif(bytes);
            if (marker->marker == notes_marker && text.starts_with(xmp_name))
                stated->metadata.xmp = text.substr(xmp_name.size());
            if (marker->marker == photoshop_marker && text.starts_with(photoshop_name))
                resources.insert(resources.end(),
                                 bytes.begin() + static_cast<ptrdiff_t>(photoshop_name.size()),
                                 bytes.end());
        }
        stated->metadata.iptc = iptc_in_resources(resources);
    }

    // The markers whose content is lost.
    std::vector<std::string> notes_on_markers() const {
        std::vector<std::string> notes;
        for (const jpeg_marker_struct* marker = jpeg_.marker_list; marker != nullptr;
             marker = marker->next) {
            if (text_of(*marker).find(gain_map_name) != std::string_view::npos ||
                text_of(*marker).find(iso_gain_map_name) != std::string_view::npos)
                notes.push_back("the gain map of the picture is not read; its SDR picture is");
            if (text_of(*marker).starts_with(more_xmp_name))
                notes.push_back("what of its XMP does not fit into one marker is left out");
        }
        std::sort(notes.begin(), notes.end());
        notes.erase(std::unique(notes.begin(), notes.end()), notes.end());
        return notes;
    }

    static std::string_view text_of(const jpeg_marker_struct& marker) {
        return {reinterpret_cast<const char*>(marker.data), marker.data_length};
    }

    std::vector<uint8_t> profile() {
        JOCTET* data = nullptr;
        unsigned size = 0;
        if (!run(&failed_, [&] { jpeg_read_icc_profile(&jpeg_, &data, &size); }) || data == nullptr)
            return {};
        const std::unique_ptr<JOCTET, void (*)(void*)> owner(data, std::free);
        return {data, data + size};
    }

    std::string name_;
    std::vector<uint8_t> bytes_;
    Failed failed_{};
    jpeg_decompress_struct jpeg_{};
};

// A marker of JPEG: its number, and its bytes.
using Marker = std::pair<int, std::vector<uint8_t>>;

template <typename Bytes>
void add_marker(int number, std::string_view name, const Bytes& content,
                std::vector<Marker>* markers) {
    if (content.empty()) return;
    std::vector<uint8_t> bytes(name.begin(), name.end());
    bytes.insert(bytes.end(), content.begin(), content.end());
    if (bytes.size() > longest_marker)
        throw Error(Failure::unsupported,
                    "notes of " + std::to_string(content.size()) +
                        " bytes do not fit into a JPEG; --strip leaves all of them out");
    markers->emplace_back(number, std::move(bytes));
}

std::vector<Marker> markers_of(const StillMetadata& notes) {
    std::vector<Marker> markers;
    add_marker(notes_marker, exif_name, notes.exif, &markers);
    add_marker(notes_marker, xmp_name, notes.xmp, &markers);
    if (!notes.iptc.empty())
        add_marker(photoshop_marker, photoshop_name, resources_with_iptc(notes.iptc), &markers);
    return markers;
}

class Writer {
  public:
    explicit Writer(const std::string& name) : name_(name) { jpeg_.err = set_up(&failed_); }
    Writer(const Writer&) = delete;
    ~Writer() {
        jpeg_destroy_compress(&jpeg_);
        std::free(bytes_);
    }

    void write(const Still& still, int quality) {
        const std::vector<uint8_t> profile =
            is_srgb(still.video) ? std::vector<uint8_t>() : profile_of(still.video);
        const std::vector<Marker> notes = markers_of(still.metadata);
        if (!run(&failed_, [&] { compress(still, profile, notes, quality); }))
            fail_to_write(name_, "JPEG", failed_.why);
        write_bytes(name_, {bytes_, size_});
    }

  private:
    void compress(const Still& still, const std::vector<uint8_t>& profile,
                  const std::vector<Marker>& notes, int quality) {
        const bool gray = find_format(still.video.format)->family == Family::GRAY;
        jpeg_create_compress(&jpeg_);
        jpeg_mem_dest(&jpeg_, &bytes_, &size_);
        jpeg_.image_width = static_cast<JDIMENSION>(still.video.width);
        jpeg_.image_height = static_cast<JDIMENSION>(still.video.height);
        jpeg_.input_components = gray ? 1 : 3;
        jpeg_.in_color_space = gray ? JCS_GRAYSCALE : JCS_RGB;
        jpeg_set_defaults(&jpeg_);
        jpeg_set_quality(&jpeg_, quality, TRUE);
        say_aspect(still.pixel_aspect);
        // Chroma of half the size is seen where colors meet; from a good quality on it is kept.
        if (quality >= 90 && !gray)
            jpeg_.comp_info[0].h_samp_factor = jpeg_.comp_info[0].v_samp_factor = 1;
        jpeg_.optimize_coding = TRUE;
        jpeg_start_compress(&jpeg_, TRUE);
        for (const auto& [marker, bytes] : notes)
            jpeg_write_marker(&jpeg_, marker, bytes.data(), static_cast<unsigned>(bytes.size()));
        if (!profile.empty())
            jpeg_write_icc_profile(&jpeg_, profile.data(), static_cast<unsigned>(profile.size()));
        for (int y = 0; y < still.video.height; ++y) {
            JSAMPROW row = const_cast<JSAMPROW>(still.frame.row(0, y));
            jpeg_write_scanlines(&jpeg_, &row, 1);
        }
        jpeg_finish_compress(&jpeg_);
    }

    void say_aspect(double aspect) {
        constexpr double unit = 1000;
        if (aspect == 1 || aspect * unit < 1 || aspect * unit > UINT16_MAX) return;
        jpeg_.X_density = static_cast<UINT16>(unit);
        jpeg_.Y_density = static_cast<UINT16>(std::lround(unit * aspect));
    }

    std::string name_;
    Failed failed_{};
    jpeg_compress_struct jpeg_{};
    unsigned char* bytes_ = nullptr;
    unsigned long size_ = 0;
};

}  // namespace

StillKind jpeg_kind() {
    return {"JPEG",
            {".jpg", ".jpeg"},
            [](std::string_view begin) { return begin.starts_with("\xFF\xD8\xFF"); },
            [](const std::string& file) { return Reader(file).read(); },
            [](const std::string& file, const Still& still, const StillOptions& options) {
                Writer(file).write(still, options.quality);
            },
            {"rgb24", "gray"},
            false,
            false,
            true,
            {true, true, true}};
}

}  // namespace tonelift
