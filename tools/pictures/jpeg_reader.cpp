// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/jpeg_reader.h"

#include <memory>
#include <string_view>

#include "core/color/describe.h"
#include "tools/file_bytes.h"
#include "tools/pictures/cmyk.h"
#include "tools/pictures/jpeg_library.h"
// jerror.h requires that jpeglib.h is included first.
#include <jerror.h>

namespace tonelift {
namespace {

[[noreturn]] void fail(j_common_ptr jpeg) {
    auto* const failure = reinterpret_cast<JpegFailure*>(jpeg->err);
    jpeg->err->format_message(jpeg, failure->why);
    longjmp(failure->place, 1);
}

// Stores the first warning of libjpeg. If samples are missing, libjpeg gives a warning and fills
// them with gray.
void keep_warning(j_common_ptr jpeg, int level) {
    if (level >= 0) return;
    auto* const failure = reinterpret_cast<JpegFailure*>(jpeg->err);
    const int code = jpeg->err->msg_code;
    failure->at_end |= code == JWRN_JPEG_EOF;
    failure->lacks_samples |= code == JWRN_HIT_MARKER;
    if (failure->warning[0] == '\0') jpeg->err->format_message(jpeg, failure->warning);
}

// Stops decoding at more than 500 scans. libjpeg processes the whole picture for each scan, and a
// hostile file can have many scans of few bytes.
void limit_scans(j_common_ptr jpeg) {
    constexpr int most = 500;
    if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number <= most) return;
    auto* const failure = reinterpret_cast<JpegFailure*>(jpeg->err);
    std::snprintf(failure->why, sizeof failure->why, "it has more than %d scans", most);
    longjmp(failure->place, 1);
}

class JpegReader {
  public:
    JpegReader(const std::string& name, std::span<const uint8_t> bytes)
        : name_(name), bytes_(bytes) {
        jpeg_.err = set_up(&failed_);
    }
    JpegReader(const JpegReader&) = delete;
    ~JpegReader() { jpeg_destroy_decompress(&jpeg_); }

    JpegPicture read() {
        require(run_jpeg(&failed_, [&] { read_header(); }));
        check_picture(video("rgb24"), "input");
        // libjpeg discards the markers together with the last row, so they are read before the
        // rows.
        Statements stated = statements();
        const std::vector<std::string> notes = notes_on_markers();
        std::vector<uint8_t> gain_map = gain_map_marker();
        const bool ink = jpeg_.num_components == 4;
        jpeg_.out_color_space = ink ? JCS_CMYK : stated.gray ? JCS_GRAYSCALE : JCS_RGB;
        Still still = ink ? read_ink(&stated) : read_colors(stated.gray ? "gray" : "rgb24");
        still.notes.insert(still.notes.end(), notes.begin(), notes.end());
        const size_t size = bytes_.size() - jpeg_.src->bytes_in_buffer;
        if (is_cut_off()) fail_to_read(name_, "JPEG", "it is truncated");
        return {std::move(still), std::move(stated), std::move(gain_map), size, failed_.warning};
    }

  private:
    void require(bool done) const {
        if (!done) fail_to_read(name_, "JPEG", failed_.why);
    }

    void read_header() {
        jpeg_create_decompress(&jpeg_);
        jpeg_.progress = &progress_;
        jpeg_save_markers(&jpeg_, jpeg_marker::notes, 0xFFFF);
        jpeg_save_markers(&jpeg_, jpeg_marker::icc, 0xFFFF);
        jpeg_save_markers(&jpeg_, jpeg_marker::photoshop, 0xFFFF);
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

    // Reads a CMYK picture. Adobe's programs store inverted inks and add a marker that states this.
    Still read_ink(Statements* stated) {
        const size_t pitch = size_t{4} * jpeg_.image_width;
        std::vector<uint8_t> ink(pitch * jpeg_.image_height);
        read_rows(ink.data(), pitch);
        if (jpeg_.saw_Adobe_marker != 0)
            for (uint8_t& sample : ink) sample = static_cast<uint8_t>(255 - sample);
        return from_ink(ink, jpeg_.image_width, jpeg_.image_height, stated);
    }

    void read_rows(uint8_t* rows, size_t pitch) {
        require(run_jpeg(&failed_, [&] {
            jpeg_start_decompress(&jpeg_);
            keep_progression();
            while (jpeg_.output_scanline < jpeg_.output_height) {
                JSAMPROW row = rows + pitch * jpeg_.output_scanline;
                jpeg_read_scanlines(&jpeg_, &row, 1);
            }
            jpeg_finish_decompress(&jpeg_);
        }));
    }

    bool is_cut_off() const { return failed_.at_end && (failed_.lacks_samples || !complete_); }

    // Records whether a progressive picture is complete: the file must have all bits of all
    // coefficients.
    void keep_progression() {
        for (int i = 0; jpeg_.coef_bits != nullptr && i < jpeg_.num_components; ++i)
            for (const int missing : jpeg_.coef_bits[i]) complete_ = complete_ && missing == 0;
    }

    // Returns the color and geometry that the file states. An ICC profile has precedence over the
    // Exif; without both, the color is sRGB.
    Statements statements() {
        Statements stated;
        stated.gray = jpeg_.num_components == 1;
        stated.profile = profile();
        stated.primaries = h273::primaries_bt709;
        stated.transfer = h273::transfer_srgb;
        // JFIF 1.02 defines the units: 1 is the inch, 2 the centimeter.
        const double units = jpeg_.density_unit == 1   ? 1
                             : jpeg_.density_unit == 2 ? centimeters_per_inch
                                                       : 0;
        stated.take_density(jpeg_.X_density, jpeg_.Y_density, units);
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
            if (marker->marker == jpeg_marker::notes && text.starts_with(jpeg_marker::exif_name))
                stated->take_exif(bytes);
            if (marker->marker == jpeg_marker::notes && text.starts_with(jpeg_marker::xmp_name))
                stated->metadata.xmp = text.substr(jpeg_marker::xmp_name.size());
            if (marker->marker == jpeg_marker::photoshop &&
                text.starts_with(jpeg_marker::photoshop_name))
                resources.insert(
                    resources.end(),
                    bytes.begin() + static_cast<ptrdiff_t>(jpeg_marker::photoshop_name.size()),
                    bytes.end());
        }
        stated->metadata.iptc = iptc_in_resources(resources);
    }

    std::vector<std::string> notes_on_markers() const {
        for (const jpeg_marker_struct* marker = jpeg_.marker_list; marker != nullptr;
             marker = marker->next)
            if (text_of(*marker).starts_with(jpeg_marker::more_xmp_name))
                return {std::string(not_copied) +
                        "extended XMP, such as a maker note or a depth map"};
        return {};
    }

    std::vector<uint8_t> gain_map_marker() const {
        for (const jpeg_marker_struct* marker = jpeg_.marker_list; marker != nullptr;
             marker = marker->next) {
            if (marker->marker != jpeg_marker::gain_map ||
                !text_of(*marker).starts_with(jpeg_marker::gain_map_name))
                continue;
            return {marker->data + jpeg_marker::gain_map_name.size(),
                    marker->data + marker->data_length};
        }
        return {};
    }

    static std::string_view text_of(const jpeg_marker_struct& marker) {
        return {reinterpret_cast<const char*>(marker.data), marker.data_length};
    }

    std::vector<uint8_t> profile() {
        JOCTET* data = nullptr;
        unsigned size = 0;
        if (!run_jpeg(&failed_, [&] { jpeg_read_icc_profile(&jpeg_, &data, &size); }) ||
            data == nullptr)
            return {};
        const std::unique_ptr<JOCTET, void (*)(void*)> owner(data, std::free);
        return {data, data + size};
    }

    std::string name_;
    std::span<const uint8_t> bytes_;
    JpegFailure failed_{};
    bool complete_ = true;
    jpeg_decompress_struct jpeg_{};
    jpeg_progress_mgr progress_{limit_scans, 0, 0, 0, 0};
};

}  // namespace

jpeg_error_mgr* set_up(JpegFailure* failure) {
    jpeg_std_error(&failure->manager);
    failure->manager.error_exit = fail;
    failure->manager.emit_message = keep_warning;
    return &failure->manager;
}

JpegPicture read_jpeg(const std::string& name, std::span<const uint8_t> bytes) {
    return JpegReader(name, bytes).read();
}

}  // namespace tonelift
