// SPDX-License-Identifier: BSD-2-Clause
#include <cstdio>
// jpeglib.h needs cstdio before it.
#include <jpeglib.h>
#include <libexif/exif-data.h>
#include <setjmp.h>

#include <memory>

#include "core/color/describe.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/pictures/file_bytes.h"
#include "tools/pictures/icc.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/samples.h"

namespace tonelift {
namespace {

constexpr int exif_marker = JPEG_APP0 + 1, icc_marker = JPEG_APP0 + 2;

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
        if (jpeg_.num_components == 4)
            throw Error(Failure::unsupported, "a JPEG in CMYK is for print, and is not handled");
        const bool gray = jpeg_.num_components == 1;
        jpeg_.out_color_space = gray ? JCS_GRAYSCALE : JCS_RGB;
        Still still(still_video(gray ? "gray" : "rgb24", jpeg_.image_width, jpeg_.image_height));
        still.video.primaries = h273::primaries_bt709;
        still.video.transfer = h273::transfer_srgb;
        // libjpeg forgets both with the last row.
        const int turn = orientation();
        const std::vector<uint8_t> of = profile();
        require(run(&failed_, [&] { read_rows(&still); }));
        if (!of.empty()) still = with_profile(std::move(still), of);
        return turned(std::move(still), turn);
    }

  private:
    void require(bool done) const {
        if (!done) fail_to_read(name_, "JPEG", failed_.why);
    }

    void read_header() {
        jpeg_create_decompress(&jpeg_);
        jpeg_save_markers(&jpeg_, exif_marker, 0xFFFF);
        jpeg_save_markers(&jpeg_, icc_marker, 0xFFFF);
        jpeg_mem_src(&jpeg_, bytes_.data(), bytes_.size());
        jpeg_read_header(&jpeg_, TRUE);
    }

    void read_rows(Still* still) {
        jpeg_start_decompress(&jpeg_);
        while (jpeg_.output_scanline < jpeg_.output_height) {
            JSAMPROW row = still->frame.row(0, static_cast<int>(jpeg_.output_scanline));
            jpeg_read_scanlines(&jpeg_, &row, 1);
        }
        jpeg_finish_decompress(&jpeg_);
    }

    std::vector<uint8_t> profile() {
        JOCTET* data = nullptr;
        unsigned size = 0;
        if (!run(&failed_, [&] { jpeg_read_icc_profile(&jpeg_, &data, &size); }) || data == nullptr)
            return {};
        const std::unique_ptr<JOCTET, void (*)(void*)> owner(data, std::free);
        return {data, data + size};
    }

    int orientation() const {
        for (const jpeg_marker_struct* marker = jpeg_.marker_list; marker != nullptr;
             marker = marker->next) {
            if (marker->marker != exif_marker) continue;
            const std::unique_ptr<ExifData, decltype(&exif_data_unref)> exif(
                exif_data_new_from_data(marker->data, marker->data_length), exif_data_unref);
            ExifEntry* const entry =
                exif == nullptr ? nullptr : exif_data_get_entry(exif.get(), EXIF_TAG_ORIENTATION);
            if (entry != nullptr && entry->format == EXIF_FORMAT_SHORT && entry->components == 1)
                return exif_get_short(entry->data, exif_data_get_byte_order(exif.get()));
        }
        return 1;
    }

    std::string name_;
    std::vector<uint8_t> bytes_;
    Failed failed_{};
    jpeg_decompress_struct jpeg_{};
};

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
        if (!run(&failed_, [&] { compress(still, profile, quality); }))
            fail_to_write(name_, "JPEG", failed_.why);
        write_bytes(name_, {bytes_, size_});
    }

  private:
    void compress(const Still& still, const std::vector<uint8_t>& profile, int quality) {
        const bool gray = find_format(still.video.format)->family == Family::GRAY;
        jpeg_create_compress(&jpeg_);
        jpeg_mem_dest(&jpeg_, &bytes_, &size_);
        jpeg_.image_width = static_cast<JDIMENSION>(still.video.width);
        jpeg_.image_height = static_cast<JDIMENSION>(still.video.height);
        jpeg_.input_components = gray ? 1 : 3;
        jpeg_.in_color_space = gray ? JCS_GRAYSCALE : JCS_RGB;
        jpeg_set_defaults(&jpeg_);
        jpeg_set_quality(&jpeg_, quality, TRUE);
        // Chroma of half the size is seen where colors meet; from a good quality on it is kept.
        if (quality >= 90 && !gray)
            jpeg_.comp_info[0].h_samp_factor = jpeg_.comp_info[0].v_samp_factor = 1;
        jpeg_.optimize_coding = TRUE;
        jpeg_start_compress(&jpeg_, TRUE);
        if (!profile.empty())
            jpeg_write_icc_profile(&jpeg_, profile.data(), static_cast<unsigned>(profile.size()));
        for (int y = 0; y < still.video.height; ++y) {
            JSAMPROW row = const_cast<JSAMPROW>(still.frame.row(0, y));
            jpeg_write_scanlines(&jpeg_, &row, 1);
        }
        jpeg_finish_compress(&jpeg_);
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
            false};
}

}  // namespace tonelift
