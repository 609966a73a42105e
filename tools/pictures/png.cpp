// SPDX-License-Identifier: BSD-2-Clause
#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "kernels/format.h"
#include "tools/file_bytes.h"
#include "tools/pictures/icc.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/statements.h"

namespace tonelift {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Names of chunks in PNG, third edition. Clauses 11.3.2.6 to 11.3.2.8 define cICP, mDCV and cLLI.
// libpng knows the chunk eXIf, but not the chunks cICP, cLLI, mDCV and acTL.
constexpr png_byte cicp_name[5] = "cICP";
constexpr png_byte exif_name[5] = "eXIf";
constexpr png_byte light_name[5] = "cLLI";
constexpr png_byte display_name[5] = "mDCV";
constexpr png_byte frames_name[5] = "acTL";
constexpr png_byte names[] = "cICP\0cLLI\0mDCV\0acTL";

constexpr const char* xmp_key = "XML:com.adobe.xmp";

double light_in(const png_byte* number) { return png_get_uint_32(number) / 10000.0; }

struct Failed {
    std::string why;
    std::string ignored_profile;
    std::vector<std::string> ignored;
};

[[noreturn]] void fail(png_structp png, png_const_charp why) {
    auto* const failed = static_cast<Failed*>(png_get_error_ptr(png));
    const bool ends = std::string_view(why) == "Read Error";  // libpng's error for a truncated file
    failed->why = ends ? "it is truncated" : why;
    longjmp(png_jmpbuf(png), 1);
}

void warn(png_structp png, png_const_charp why) {
    auto* const failed = static_cast<Failed*>(png_get_error_ptr(png));
    const std::string_view text = why;
    if (text.starts_with("iCCP")) failed->ignored_profile = why;
    for (const char* chunk : {"cHRM", "gAMA", "sRGB"})
        if (text.starts_with(chunk)) failed->ignored.push_back(why);
}

// Calls functions of libpng. libpng reports errors by longjmp(), so `work` must not contain
// destructors. Returns false after an error.
template <typename Work>
bool run(png_structp png, const Work& work) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    work();
    return true;
}

class PngReader {
  public:
    explicit PngReader(const std::string& name)
        : name_(name),
          file_(std::fopen(name.c_str(), "rb"), std::fclose),
          png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &failed_, fail, warn)),
          info_(png_create_info_struct(png_)) {}
    PngReader(const PngReader&) = delete;
    ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }

    Still read() {
        if (file_ == nullptr) fail_to_read(name_, "PNG", std::strerror(errno));
        require(run(png_, [&] { read_header(); }));
        check_picture(video("rgb24"), "input");  // checks the size before libpng allocates a row
        require(run(png_, [&] { choose_samples(); }));
        Still still(video(format()));
        std::vector<png_bytep> rows;
        for (int y = 0; y < still.video.height; ++y) rows.push_back(still.frame.row(0, y));
        require(run(png_, [&] {
            png_read_image(png_, rows.data());
            png_read_end(png_, info_);
        }));
        set_light(&still);
        if (chunk(frames_name, 8, &still) != nullptr) still.notes.push_back(first_of_several);
        const Statements stated = statements(&still);
        return honored(std::move(still), stated);
    }

  private:
    void require(bool done) const {
        if (!done) fail_to_read(name_, "PNG", failed_.why);
    }

    void read_header() {
        png_init_io(png_, file_.get());
        png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
        png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_ALWAYS, names, 4);
        png_read_info(png_, info_);
    }

    void choose_samples() {
        gray_ = (png_get_color_type(png_, info_) & PNG_COLOR_MASK_COLOR) == 0;
        png_set_expand(png_);
        png_set_swap(png_);
        png_set_interlace_handling(png_);
        if (gray_ && has_alpha()) png_set_gray_to_rgb(png_);
        png_read_update_info(png_, info_);
    }

    tonelift_video video(const char* format) const {
        return still_video(format, png_get_image_width(png_, info_),
                           png_get_image_height(png_, info_));
    }

    bool has_alpha() const {
        return (png_get_color_type(png_, info_) & PNG_COLOR_MASK_ALPHA) != 0 ||
               png_get_valid(png_, info_, PNG_INFO_tRNS) != 0;
    }

    const char* format() const {
        const bool deep = png_get_bit_depth(png_, info_) == 16;
        switch (png_get_channels(png_, info_)) {
            case 1:
                return deep ? "gray16le" : "gray";
            case 3:
                return deep ? "rgb48le" : "rgb24";
            default:
                return deep ? "rgba64le" : "rgba";
        }
    }

    // Returns the content of a chunk. Returns nullptr if the chunk is missing, comes after the
    // samples, or does not have `size` bytes.
    const png_byte* chunk(const png_byte* name, size_t size, Still* still) const {
        png_unknown_chunkp chunks = nullptr;
        for (int left = png_get_unknown_chunks(png_, info_, &chunks); left > 0; --left, ++chunks) {
            if (std::memcmp(chunks->name, name, 4) != 0) continue;
            if ((chunks->location & PNG_AFTER_IDAT) != 0) {
                still->notes.push_back("the chunk " + std::string(name, name + 4) +
                                       " was ignored: it comes after the samples");
                continue;
            }
            if (chunks->size == size) return chunks->data;
            still->notes.push_back("the chunk " + std::string(name, name + 4) + " has " +
                                   std::to_string(chunks->size) + " bytes and was ignored: " +
                                   std::to_string(size) + " are needed");
        }
        return nullptr;
    }

    void set_light(Still* still) const {
        if (const png_byte* const light = chunk(light_name, 8, still)) {
            still->video.max_cll = light_in(light);
            still->video.max_fall = light_in(light + 4);
        }
        if (const png_byte* const display = chunk(display_name, 24, still)) {
            still->video.mastering_max = light_in(display + 16);
            still->video.mastering_min = light_in(display + 20);
        }
    }

    Statements statements(Still* still) {
        Statements stated;
        stated.gray = gray_;
        set_color(still, &stated);
        png_bytep exif;
        png_uint_32 size;
        if (png_get_eXIf_1(png_, info_, &size, &exif) != 0) stated.take_exif({exif, size});
        take_texts(still, &stated);
        png_uint_32 across = 0, down = 0;
        int unit;
        if (png_get_pHYs(png_, info_, &across, &down, &unit) != 0)
            stated.take_density(across, down, unit == PNG_RESOLUTION_METER ? meters_per_inch : 0);
        return stated;
    }

    // Takes the XMP packet, which is in a text chunk (XMP, part 3, 1.1.5). Adds a message about
    // other text chunks.
    void take_texts(Still* still, Statements* stated) const {
        png_textp texts = nullptr;
        int count = 0;
        bool others = false;
        png_get_text(png_, info_, &texts, &count);
        for (int i = 0; i < count; ++i) {
            const png_text& text = texts[i];
            if (std::strcmp(text.key, xmp_key) != 0)
                others = true;
            else
                stated->metadata.xmp.assign(text.text,
                                            std::max(text.text_length, text.itxt_length));
        }
        if (others) still->notes.push_back(std::string(not_copied) + "text chunks");
    }

    // Takes the color from the first usable chunk, in this order: cICP, iCCP, sRGB, then cHRM with
    // gAMA (PNG, 4.3).
    void set_color(Still* still, Statements* stated) const {
        if (take_numbers(still, stated)) return;
        for (const std::string& why : failed_.ignored)
            still->notes.push_back("a chunk of color was ignored: " + why);
        png_charp title;
        png_bytep profile;
        int compression;
        png_uint_32 size;
        if (png_get_iCCP(png_, info_, &title, &compression, &profile, &size) != 0)
            stated->profile.assign(profile, profile + size);
        else if (!failed_.ignored_profile.empty())
            still->notes.push_back("the ICC profile was ignored: " + failed_.ignored_profile);
        stated->primaries = h273::primaries_bt709;
        stated->transfer = h273::transfer_srgb;
        if (png_get_valid(png_, info_, PNG_INFO_sRGB) != 0) return;
        double gamma = 0;
        if (png_get_gAMA(png_, info_, &gamma) != 0 && gamma > 0) stated->gamma = 1 / gamma;
        constants::Primaries of{};
        if (png_get_cHRM(png_, info_, &of.white.x, &of.white.y, &of.red.x, &of.red.y, &of.green.x,
                         &of.green.y, &of.blue.x, &of.blue.y) != 0)
            stated->chromaticities = of;
    }

    bool take_numbers(Still* still, Statements* stated) const {
        const png_byte* const numbers = chunk(cicp_name, 4, still);
        if (numbers == nullptr) return false;
        if (!primaries_supported(numbers[0]) || !transfer_supported(numbers[1]) ||
            numbers[2] != h273::matrix_rgb || numbers[3] > 1) {
            std::string text;
            for (int i = 0; i < 4; ++i) text += " " + std::to_string(numbers[i]);
            still->notes.push_back("the chunk cICP has unsupported numbers and was ignored:" +
                                   text);
            return false;
        }
        stated->primaries = numbers[0];
        stated->transfer = numbers[1];
        if (numbers[3] == 0) still->video.range = h273::range_limited;
        return true;
    }

    std::string name_;
    File file_;
    Failed failed_{};
    png_structp png_;
    png_infop info_;
    bool gray_ = false;
};

class PngWriter {
  public:
    explicit PngWriter(const std::string& name)
        : name_(name),
          file_(std::fopen(name.c_str(), "wb"), std::fclose),
          png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, &failed_, fail, warn)),
          info_(png_create_info_struct(png_)) {}
    PngWriter(const PngWriter&) = delete;
    ~PngWriter() { png_destroy_write_struct(&png_, &info_); }

    void write(const Still& still, int effort) {
        if (file_ == nullptr) fail_to_write(name_, "PNG", std::strerror(errno));
        const bool numbers = is_hdr(still.video);
        const std::vector<uint8_t> profile =
            numbers || is_srgb(still.video) ? std::vector<uint8_t>() : profile_of(still.video);
        const bool done = run(png_, [&] {
            write_header(still);
            if (numbers) say_numbers(still.video);
            if (!profile.empty()) say_profile(profile);
            if (!numbers && profile.empty()) png_set_sRGB(png_, info_, PNG_sRGB_INTENT_PERCEPTUAL);
            say_notes(still.metadata);
            choose_effort(effort);
            png_write_info(png_, info_);
            png_set_swap(png_);
            for (int y = 0; y < still.video.height; ++y) png_write_row(png_, still.frame.row(0, y));
            png_write_end(png_, info_);
        });
        if (!done && std::ferror(file_.get()) == 0) fail_to_write(name_, "PNG", failed_.why);
        if (!done || std::fflush(file_.get()) != 0)
            fail_to_write(name_, "PNG", std::strerror(errno));
    }

  private:
    // Sets zlib's effort. An effort below 4 selects run-length encoding: photographs have few
    // repeated strings, so zlib's slower search would not make their files smaller.
    void choose_effort(int effort) {
        constexpr int least_search = 4;
        if (effort >= least_search) {
            png_set_compression_level(png_, effort);
            return;
        }
        png_set_filter(png_, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
        png_set_compression_strategy(png_, Z_RLE);
    }

    void write_header(const Still& still) {
        const Format& format = *find_format(still.video.format);
        const int colors = format.family == Family::GRAY ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB;
        png_init_io(png_, file_.get());
        png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_ALWAYS, nullptr, 0);
        png_set_IHDR(png_, info_, static_cast<png_uint_32>(still.video.width),
                     static_cast<png_uint_32>(still.video.height), format.depth,
                     colors | (format.has_alpha() ? PNG_COLOR_MASK_ALPHA : 0), PNG_INTERLACE_NONE,
                     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        say_density(still);
    }

    void say_density(const Still& still) {
        const StoredDensity density = stored_density(still, meters_per_inch, 10000, INT32_MAX);
        if (density.across > 0)
            png_set_pHYs(png_, info_, static_cast<png_uint_32>(density.across),
                         static_cast<png_uint_32>(density.down),
                         density.has_unit ? PNG_RESOLUTION_METER : PNG_RESOLUTION_UNKNOWN);
    }

    void say_numbers(const tonelift_video& video) {
        png_byte data[4] = {static_cast<png_byte>(video.primaries),
                            static_cast<png_byte>(video.transfer), 0, 1};
        add_chunk(cicp_name, data, sizeof data);
    }

    // Writes a chunk before the samples. Used for chunks that libpng does not know, and for chunks
    // that libpng would write at another place.
    void add_chunk(const png_byte* name, const png_byte* data, size_t size) {
        png_unknown_chunk chunk{};
        std::memcpy(chunk.name, name, sizeof cicp_name);
        chunk.data = const_cast<png_byte*>(data);
        chunk.size = size;
        chunk.location = PNG_HAVE_IHDR;
        png_set_unknown_chunks(png_, info_, &chunk, 1);
    }

    void say_profile(const std::vector<uint8_t>& profile) {
        png_set_iCCP(png_, info_, "ICC profile", PNG_COMPRESSION_TYPE_BASE, profile.data(),
                     static_cast<png_uint_32>(profile.size()));
    }

    void say_notes(const StillMetadata& notes) {
        if (!notes.exif.empty()) add_chunk(exif_name, notes.exif.data(), notes.exif.size());
        if (notes.xmp.empty()) return;
        png_text text{};
        char key[sizeof "XML:com.adobe.xmp"];
        std::memcpy(key, xmp_key, sizeof key);
        text.compression = PNG_ITXT_COMPRESSION_NONE;
        text.key = key;
        text.text = const_cast<char*>(notes.xmp.c_str());
        text.itxt_length = notes.xmp.size();
        png_set_text(png_, info_, &text, 1);
    }

    std::string name_;
    File file_;
    Failed failed_{};
    png_structp png_;
    png_infop info_;
};

}  // namespace

StillKind png_kind() {
    return {"PNG",
            {".png"},
            [](std::string_view begin) { return begin.starts_with("\x89PNG\r\n\x1a\n"); },
            [](const std::string& file) { return PngReader(file).read(); },
            [](const std::string& file, const Still& still, const StillOptions& options) {
                PngWriter(file).write(still, options.effort);
            },
            {"rgb24", "rgba", "gray", "rgb48le", "rgba64le", "gray16le"},
            true,
            false,
            true,
            {any_size, any_size, 0},
            false};
}

}  // namespace tonelift
