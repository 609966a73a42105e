// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <string_view>

#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/file_bytes.h"
#include "tools/pictures/gain_map.h"
#include "tools/pictures/icc.h"
#include "tools/pictures/jpeg_library.h"
#include "tools/pictures/jpeg_pictures.h"
#include "tools/pictures/jpeg_reader.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/samples.h"
#include "tools/pictures/statements.h"
#include "tools/pictures/xmp.h"

namespace tonelift {
namespace {

constexpr size_t longest_marker = 65533;
constexpr size_t resource_size = 13;  // bytes that resources_with_iptc() adds
using Marker = std::pair<int, std::vector<uint8_t>>;

template <typename Bytes>
void add_marker(int number, std::string_view name, const Bytes& content,
                std::vector<Marker>* markers) {
    if (content.empty()) return;
    std::vector<uint8_t> bytes(name.begin(), name.end());
    bytes.insert(bytes.end(), content.begin(), content.end());
    markers->emplace_back(number, std::move(bytes));
}

std::vector<Marker> markers_of(const StillMetadata& notes) {
    std::vector<Marker> markers;
    add_marker(jpeg_marker::notes, jpeg_marker::exif_name, notes.exif, &markers);
    add_marker(jpeg_marker::notes, jpeg_marker::xmp_name, notes.xmp, &markers);
    if (!notes.iptc.empty())
        add_marker(jpeg_marker::photoshop, jpeg_marker::photoshop_name,
                   resources_with_iptc(notes.iptc), &markers);
    return markers;
}

class JpegWriter {
  public:
    explicit JpegWriter(const std::string& name) : name_(name) { jpeg_.err = set_up(&failed_); }
    JpegWriter(const JpegWriter&) = delete;
    ~JpegWriter() {
        jpeg_destroy_compress(&jpeg_);
        std::free(bytes_);
    }

    std::vector<uint8_t> written(const Still& still, const std::vector<Marker>& markers,
                                 int quality) {
        const std::vector<uint8_t> profile =
            is_srgb(still.video) ? std::vector<uint8_t>() : profile_of(still.video);
        if (!run_jpeg(&failed_, [&] { compress(still, profile, markers, quality); }))
            fail_to_write(name_, "JPEG", failed_.why);
        return {bytes_, bytes_ + size_};
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
        say_density(still);
        // Subsampled chroma is visible at edges between colors. From quality 90 on, chroma is
        // therefore stored at full resolution.
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

    void say_density(const Still& still) {
        const StoredDensity density = stored_density(still, 1, 1000, UINT16_MAX);
        if (density.across == 0) return;
        jpeg_.density_unit = density.has_unit ? 1 : 0;
        jpeg_.X_density = static_cast<UINT16>(density.across);
        jpeg_.Y_density = static_cast<UINT16>(density.down);
    }

    std::string name_;
    JpegFailure failed_{};
    jpeg_compress_struct jpeg_{};
    unsigned char* bytes_ = nullptr;
    unsigned long size_ = 0;
};

std::vector<uint8_t> without_gain_map(const std::string& name, const Still& still, int quality) {
    return JpegWriter(name).written(still, markers_of(still.metadata), quality);
}

// Returns a JPEG file with the gain map after the picture, as Ultra HDR defines. The metadata is in
// both formats: XMP and ISO 21496-1.
std::vector<uint8_t> with_gain_map_behind(const std::string& name, const Still& still,
                                          const StillOptions& options) {
    const GainMap& map = *still.gain_map;
    const auto name_map = [](const std::vector<uint8_t>& iso, std::vector<Marker>* to) {
        add_marker(jpeg_marker::gain_map, jpeg_marker::gain_map_name, iso, to);
    };
    std::vector<Marker> markers;
    add_marker(jpeg_marker::notes, jpeg_marker::xmp_name, xmp_of_gain_map(map.metadata), &markers);
    name_map(iso_of_gain_map(map.metadata), &markers);
    const std::vector<uint8_t> second =
        JpegWriter(name).written(map.picture, markers, options.gain_map_quality);
    StillMetadata notes = still.metadata;
    notes.xmp = xmp_with_gain_map(notes.xmp, second.size());
    markers = markers_of(notes);
    name_map(iso_of_base(), &markers);
    markers.emplace_back(jpeg_marker::pictures, table_of_jpegs(0, 0, 0));
    return joined_jpegs(JpegWriter(name).written(still, markers, options.quality), second);
}

void write_jpeg_file(const std::string& name, const Still& still, const StillOptions& options) {
    write_bytes(name, still.gain_map == nullptr ? without_gain_map(name, still, options.quality)
                                                : with_gain_map_behind(name, still, options));
}

std::optional<GainMapMetadata> metadata_of(const JpegPicture& picture, const JpegPicture& base) {
    if (!picture.gain_map.empty()) return gain_map_of_iso(picture.gain_map);
    const std::string& xmp = picture.stated.metadata.xmp;
    if (xmp_has(xmp, xmp_space::gain_map)) return gain_map_of_xmp(xmp);
    if (xmp_has(xmp, xmp_space::apple_gain_map))
        return gain_map_of_apple(base.stated.metadata.exif);
    return {};
}

bool is_gain_map(const JpegPicture& picture) {
    const std::string& xmp = picture.stated.metadata.xmp;
    return !picture.gain_map.empty() || xmp_has(xmp, xmp_space::gain_map) ||
           xmp_has(xmp, xmp_space::apple_gain_map);
}

bool names_gain_map(const JpegPicture& base) {
    return !base.gain_map.empty() || xmp_has(base.stated.metadata.xmp, xmp_space::gain_map);
}

// Throws Error if the gain map cannot be used.
std::shared_ptr<const GainMap> gain_map_in(JpegPicture picture, const JpegPicture& base) {
    std::optional<GainMapMetadata> metadata = metadata_of(picture, base);
    if (!metadata) throw Error(Failure::io, "its metadata is damaged or missing");
    if (!picture.damage.empty()) throw Error(Failure::io, picture.damage);
    const ColorProfile colors(picture.stated.profile);
    metadata->alternate_primaries = colors.primaries();
    if (const std::string fault = metadata->fault(); !fault.empty())
        throw Error(Failure::io, fault);
    return std::make_shared<GainMap>(
        GainMap{*metadata, turned(std::move(picture.still), base.stated.orientation)});
}

std::shared_ptr<const GainMap> find_gain_map(const std::string& name, std::span<const uint8_t> file,
                                             const JpegPicture& base) {
    const bool named = names_gain_map(base);
    std::string fault;
    for (const OtherJpeg& other : other_jpegs(file, base.size)) {
        bool is_map = named || other.listed;
        try {
            JpegPicture picture = read_jpeg(name, other.bytes);
            if (!is_gain_map(picture)) continue;
            is_map = true;
            return gain_map_in(std::move(picture), base);
        } catch (const Error& error) {
            // Bytes that only begin like a JPEG can be part of other data, such as a film.
            if (fault.empty() && is_map) fault = error.what();
        }
    }
    if (fault.empty() && named) fault = "it is not in the file";
    if (!fault.empty()) throw Error(Failure::io, fault);
    return nullptr;
}

Still read_jpeg_file(const std::string& name) {
    const std::vector<uint8_t> file = read_bytes(name);
    JpegPicture base = read_jpeg(name, file);
    std::shared_ptr<const GainMap> map;
    if (has_more_views(file)) base.still.notes.push_back(first_of_several);
    if (!base.damage.empty())
        base.still.notes.push_back("it is damaged and may be wrong in places: " + base.damage);
    try {
        map = find_gain_map(name, file, base);
    } catch (const Error& error) {
        base.still.notes.push_back(std::string("the gain map was ignored: ") + error.what());
    }
    Still still = honored(std::move(base.still), std::move(base.stated));
    still.gain_map = std::move(map);
    return still;
}

}  // namespace

StillKind jpeg_kind() {
    return {"JPEG",
            {".jpg", ".jpeg"},
            [](std::string_view begin) { return begin.starts_with("\xFF\xD8\xFF"); },
            read_jpeg_file,
            write_jpeg_file,
            {"rgb24", "gray"},
            false,
            false,
            true,
            {longest_marker - jpeg_marker::exif_name.size(),
             longest_marker - jpeg_marker::xmp_name.size(),
             longest_marker - jpeg_marker::photoshop_name.size() - resource_size},
            true};
}

}  // namespace tonelift
