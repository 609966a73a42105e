// SPDX-License-Identifier: BSD-2-Clause
//
// Reads HEIC files, the pictures of many phones: HEIF (ISO/IEC 23008-12) with pictures in HEVC.
#include <libheif/heif.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "core/color/describe.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/file_bytes.h"
#include "tools/pictures/exif.h"
#include "tools/pictures/gain_map.h"
#include "tools/pictures/heif_boxes.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/statements.h"

namespace tonelift {
namespace {

using Context = std::unique_ptr<heif_context, decltype(&heif_context_free)>;
using Handle = std::unique_ptr<const heif_image_handle, decltype(&heif_image_handle_release)>;
using HeifImage = std::unique_ptr<const heif_image, decltype(&heif_image_release)>;

constexpr int longest_heif_side = 16384;
constexpr size_t longest_heif_notes = 64 << 20;

void check(const std::string& file, const heif_error& error) {
    if (error.code != heif_error_Ok) fail_to_read(file, "HEIC", error.message);
}

class Picture {
  public:
    Picture(const std::string& file, Handle handle) : file_(file), handle_(std::move(handle)) {}

    const heif_image_handle* handle() const { return handle_.get(); }
    bool alpha() const { return heif_image_handle_has_alpha_channel(handle()) != 0; }
    int bits() const { return heif_image_handle_get_luma_bits_per_pixel(handle()); }

    // Returns the decoded picture. libheif has already rotated it and cropped it to its clean
    // aperture.
    HeifImage decoded(heif_chroma layout) const {
        heif_image* image = nullptr;
        const heif_error error =
            heif_decode_image(handle(), &image, heif_colorspace_RGB, layout, nullptr);
        HeifImage owner(image, heif_image_release);
        check(file_, error);
        return owner;
    }
    tonelift_video video(const char* format) const {
        return still_video(format, heif_image_handle_get_width(handle()),
                           heif_image_handle_get_height(handle()));
    }

  private:
    const std::string& file_;
    Handle handle_;
};

void copy_rows(const heif_image* image, Still* still) {
    int pitch = 0;
    const uint8_t* const rows =
        heif_image_get_plane_readonly(image, heif_channel_interleaved, &pitch);
    if (rows == nullptr ||
        heif_image_get_height(image, heif_channel_interleaved) < still->video.height ||
        static_cast<size_t>(pitch) < still->frame.pitch(0))
        throw Error(Failure::io, "it has fewer pixels than its header states");
    for (int y = 0; y < still->video.height; ++y)
        std::memcpy(still->frame.row(0, y), rows + static_cast<ptrdiff_t>(y) * pitch,
                    still->frame.pitch(0));
}

// Reads the picture as RGB. libheif converts the picture, because the matrix may be stated only in
// the HEVC stream, and only libheif reads this stream.
Still read_rgb(const Picture& picture, double* aspect) {
    const bool deep = picture.bits() > 8, alpha = picture.alpha();
    const heif_chroma layout =
        deep ? (alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
             : (alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB);
    const HeifImage image = picture.decoded(layout);
    Still still(
        picture.video(deep ? (alpha ? "rgba64le" : "rgb48le") : (alpha ? "rgba" : "rgb24")));
    copy_rows(image.get(), &still);
    uint32_t across = 1, down = 1;
    heif_image_get_pixel_aspect_ratio(image.get(), &across, &down);
    *aspect = down > 0 ? double{1} * across / down : 0;
    if (!deep) return still;
    const int bits = heif_image_get_bits_per_pixel_range(image.get(), heif_channel_interleaved);
    if (bits < 9 || bits > 16) throw Error(Failure::io, "its bits are neither 8 nor 9 to 16");
    auto* const samples = reinterpret_cast<uint16_t*>(still.frame.row(0, 0));
    const unsigned most = (1U << bits) - 1;
    for (size_t i = 0; i < still.frame.size() / 2; ++i)
        samples[i] = static_cast<uint16_t>(std::min<unsigned>(samples[i], most) * 65535U / most);
    return still;
}

void take_color(const heif_image_handle* handle, std::span<const uint8_t> profile,
                Statements* stated) {
    heif_color_profile_nclx* said = nullptr;
    heif_image_handle_get_nclx_color_profile(handle, &said);
    const std::unique_ptr<heif_color_profile_nclx, decltype(&heif_nclx_color_profile_free)> owner(
        said, heif_nclx_color_profile_free);
    stated->take_heif_color(profile, said == nullptr ? h273::unspecified : said->color_primaries,
                            said == nullptr ? h273::unspecified : said->transfer_characteristics);
    // An ICC profile states its color space at this offset (ICC.1:2022, 7.2.8).
    constexpr std::string_view gray = "GRAY";
    constexpr size_t place = 16;
    stated->gray = profile.size() > place + gray.size() &&
                   std::equal(gray.begin(), gray.end(), profile.begin() + place);
}

std::vector<uint8_t> profile_of(const heif_image_handle* handle) {
    std::vector<uint8_t> profile(heif_image_handle_get_raw_color_profile_size(handle));
    if (!profile.empty() &&
        heif_image_handle_get_raw_color_profile(handle, profile.data()).code != heif_error_Ok)
        profile.clear();
    return profile;
}

std::vector<uint8_t> notes_of(const heif_image_handle* handle, const char* type,
                              const char* content) {
    std::vector<heif_item_id> items(
        static_cast<size_t>(heif_image_handle_get_number_of_metadata_blocks(handle, type)));
    heif_image_handle_get_list_of_metadata_block_IDs(handle, type, items.data(),
                                                     static_cast<int>(items.size()));
    for (const heif_item_id item : items) {
        const char* const kind = heif_image_handle_get_metadata_content_type(handle, item);
        std::vector<uint8_t> bytes(
            std::min(heif_image_handle_get_metadata_size(handle, item), longest_heif_notes));
        if ((content != nullptr && (kind == nullptr || std::strcmp(kind, content) != 0)) ||
            heif_image_handle_get_metadata_size(handle, item) > longest_heif_notes || bytes.empty())
            continue;
        if (heif_image_handle_get_metadata(handle, item, bytes.data()).code == heif_error_Ok)
            return bytes;
    }
    return {};
}

// Reads the Exif and XMP of a picture. An Exif item begins with the 32-bit offset of the Exif data
// (HEIF, A.2.1).
void take_notes(const heif_image_handle* handle, StillMetadata* notes) {
    constexpr size_t place_size = 4;
    const std::vector<uint8_t> exif = notes_of(handle, "Exif", nullptr),
                               xmp = notes_of(handle, "mime", "application/rdf+xml");
    if (exif.size() > place_size) {
        const std::span<const uint8_t> content = exif_content(std::span(exif).subspan(place_size));
        notes->exif.assign(content.begin(), content.end());
    }
    notes->xmp.assign(xmp.begin(), xmp.end());
}

Still read_picture(const Picture& picture, Statements stated) {
    stated.premultiplied = heif_image_handle_is_premultiplied_alpha(picture.handle()) != 0;
    take_color(picture.handle(), profile_of(picture.handle()), &stated);
    Still still = read_rgb(picture, &stated.pixel_aspect);
    return honored(std::move(still), std::move(stated));
}

// Reads Apple's gain map, an auxiliary picture with the same orientation as the main picture.
std::shared_ptr<const GainMap> find_gain_map(const std::string& file, const Picture& main,
                                             std::span<const uint8_t> exif) {
    constexpr int filter =
        LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA | LIBHEIF_AUX_IMAGE_FILTER_OMIT_DEPTH;
    std::vector<heif_item_id> items(static_cast<size_t>(
        heif_image_handle_get_number_of_auxiliary_images(main.handle(), filter)));
    heif_image_handle_get_list_of_auxiliary_image_IDs(main.handle(), filter, items.data(),
                                                      static_cast<int>(items.size()));
    for (const heif_item_id item : items) {
        heif_image_handle* handle = nullptr;
        check(file, heif_image_handle_get_auxiliary_image_handle(main.handle(), item, &handle));
        const Picture beside(file, Handle(handle, heif_image_handle_release));
        const char* type = nullptr;
        if (heif_image_handle_get_auxiliary_type(handle, &type).code != heif_error_Ok) continue;
        const bool is_map = std::strcmp(type, "urn:com:apple:photo:2020:aux:hdrgainmap") == 0;
        heif_image_handle_free_auxiliary_types(handle, &type);
        if (!is_map) continue;
        const std::optional<GainMapMetadata> metadata = gain_map_of_apple(exif);
        if (!metadata) throw Error(Failure::io, "its headroom is not in the maker note");
        if (const std::string fault = metadata->fault(); !fault.empty())
            throw Error(Failure::io, fault);
        check_picture(beside.video("rgb24"), "input");
        double aspect = 1;
        Still samples = read_rgb(beside, &aspect);
        if (beside.bits() > 8 || beside.alpha()) throw Error(Failure::io, "it is not in 8 bits");
        return std::make_shared<GainMap>(GainMap{*metadata, std::move(samples)});
    }
    return nullptr;
}

Still read_heif(const std::string& file) {
    const std::vector<uint8_t> bytes = read_bytes(file);
    const Context context(heif_context_alloc(), heif_context_free);
    heif_context_set_maximum_image_size_limit(context.get(), longest_heif_side);
    check(file, heif_context_read_from_memory_without_copy(context.get(), bytes.data(),
                                                           bytes.size(), nullptr));
    heif_image_handle* handle = nullptr;
    check(file, heif_context_get_primary_image_handle(context.get(), &handle));
    const Picture main(file, Handle(handle, heif_image_handle_release));
    check_picture(main.video("rgb24"), "input");  // checks the size before libheif allocates memory
    Statements stated;
    take_notes(handle, &stated.metadata);
    Still still = read_picture(main, std::move(stated));
    // libheif rotates the picture, but does not invert the pixel aspect ratio.
    if (has_quarter_turn(bytes)) still.pixel_aspect = 1 / still.pixel_aspect;
    take_heif_light(bytes, &still.video);
    if (heif_context_get_number_of_top_level_images(context.get()) > 1)
        still.notes.push_back("only the primary picture of the file is read");
    try {
        still.gain_map = find_gain_map(file, main, still.metadata.exif);
        if (still.gain_map == nullptr && has_heif_brand(bytes, "tmap"))
            throw Error(Failure::io, "libheif does not read gain maps of ISO 21496-1");
    } catch (const Error& error) {
        still.notes.push_back(std::string("the gain map was ignored: ") + error.what());
    }
    return still;
}

}  // namespace

StillKind heif_kind() {
    return {.name = "HEIC",
            .recognizes =
                [](std::string_view begin) {
                    if (begin.size() < 12 || begin.substr(4, 4) != "ftyp") return false;
                    for (const char* brand : {"heic", "heix", "heim", "heis", "mif1"})
                        if (begin.find(brand) != begin.npos) return true;
                    return false;
                },
            .read = read_heif};
}

}  // namespace tonelift
