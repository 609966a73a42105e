// SPDX-License-Identifier: BSD-2-Clause
#include <avif/avif.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <thread>

#include "core/color/describe.h"
#include "core/color/ycbcr.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/file_bytes.h"
#include "tools/pictures/avif.h"
#include "tools/pictures/avif_gain_map.h"
#include "tools/pictures/avif_versions.h"
#include "tools/pictures/exif.h"
#include "tools/pictures/heif_boxes.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/samples.h"
#include "tools/pictures/statements.h"

namespace tonelift {
namespace {

using Decoder = std::unique_ptr<avifDecoder, decltype(&avifDecoderDestroy)>;
using Encoder = std::unique_ptr<avifEncoder, decltype(&avifEncoderDestroy)>;
using Image = std::unique_ptr<avifImage, decltype(&avifImageDestroy)>;

// Default effort of the encoder, on a scale from 1 to 9. Higher efforts than this default take
// minutes for a photograph and make the file only a few percent smaller.
constexpr int usual_effort = 4;
constexpr int most_threads = 8;  // libavif does not keep more threads busy with one picture

int thread_count() {
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads);
}

struct AvifLayout {
    avifPixelFormat chroma;
    const char* name;
};
constexpr AvifLayout layouts[] = {
    {AVIF_PIXEL_FORMAT_YUV444, "444p"},
    {AVIF_PIXEL_FORMAT_YUV422, "422p"},
    {AVIF_PIXEL_FORMAT_YUV420, "420p"},
    {AVIF_PIXEL_FORMAT_YUV400, ""},
};

std::string format_name(const avifImage& image, bool alpha) {
    std::string name = image.yuvFormat == AVIF_PIXEL_FORMAT_YUV400 ? "gray"
                       : alpha                                     ? "yuva"
                                                                   : "yuv";
    for (const AvifLayout& layout : layouts) {
        if (layout.chroma == image.yuvFormat) name += layout.name;
    }
    return image.depth == 8 ? name : name + std::to_string(image.depth) + "le";
}

struct PlaneRows {
    uint8_t* data;
    size_t pitch;
};

PlaneRows rows_of(const avifImage& image, size_t plane) {
    if (plane == 3) return {image.alphaPlane, image.alphaRowBytes};
    return {image.yuvPlanes[plane], image.yuvRowBytes[plane]};
}

// Calls copy(row of the frame, row of the image, size in bytes) for each row of each plane of the
// frame.
template <typename AnyStill, typename Copy>
void each_row(AnyStill& still, const avifImage& image, const Copy& copy) {
    const Format& format = *find_format(still.video.format);
    for (int plane = 0; plane < format.planes(); ++plane) {
        const auto at = static_cast<size_t>(plane);
        const PlaneRows rows = rows_of(image, at);
        const int height = format.plane_height(plane, still.video.height);
        for (int y = 0; y < height; ++y)
            copy(still.frame.row(at, y), rows.data + static_cast<size_t>(y) * rows.pitch,
                 still.frame.pitch(at));
    }
}

// AV1 has no number for centered chroma. Encoders of pictures center chroma without stating its
// position, and libavif and browsers assume this center.
tonelift_chroma_location chroma_location(avifChromaSamplePosition stated) {
    if (stated == AVIF_CHROMA_SAMPLE_POSITION_VERTICAL) return TONELIFT_CHROMA_LEFT;
    if (stated == AVIF_CHROMA_SAMPLE_POSITION_COLOCATED) return TONELIFT_CHROMA_TOPLEFT;
    return TONELIFT_CHROMA_CENTER;
}

Still read_yuv(const avifImage& image) {
    const std::string name = format_name(image, image.alphaPlane != nullptr);
    Still still(still_video(name.c_str(), image.width, image.height));
    each_row(still, image,
             [](uint8_t* to, const uint8_t* from, size_t bytes) { std::memcpy(to, from, bytes); });
    // An unspecified matrix means matrix 6 of H.273 (MIAF, ISO/IEC 23000-22, 7.3.6.4).
    const bool unknown = image.matrixCoefficients == AVIF_MATRIX_COEFFICIENTS_UNSPECIFIED &&
                         image.yuvFormat != AVIF_PIXEL_FORMAT_YUV400;
    still.video.matrix = unknown ? h273::matrix_525 : image.matrixCoefficients;
    still.video.range = image.yuvRange == AVIF_RANGE_FULL ? h273::range_full : h273::range_limited;
    if (find_format(name.c_str())->subsampled())
        still.video.chroma_location = chroma_location(image.yuvChromaSamplePosition);
    return still;
}

Still read_rgb(const std::string& file, const avifImage& image) {
    const bool alpha = image.alphaPlane != nullptr, deep = image.depth > 8;
    Still still(still_video(deep ? (alpha ? "rgba64le" : "rgb48le") : (alpha ? "rgba" : "rgb24"),
                            image.width, image.height));
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, &image);
    rgb.format = alpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
    rgb.depth = deep ? 16 : 8;
    rgb.alphaPremultiplied = image.alphaPremultiplied;
    rgb.pixels = still.frame.row(0, 0);
    rgb.rowBytes = static_cast<uint32_t>(still.frame.pitch(0));
    const avifResult result = avifImageYUVToRGB(&image, &rgb);
    if (result != AVIF_RESULT_OK) fail_to_read(file, "AVIF", avifResultToString(result));
    return still;
}

// Converts irot (rotation, applied first) and imir (mirroring) to Exif's orientation, 1 to 8.
int orientation_of(const avifImage& image) {
    const int angle = (image.transformFlags & AVIF_TRANSFORM_IROT) != 0 ? image.irot.angle & 3 : 0;
    constexpr int rotations[4] = {1, 8, 3, 6};  // for 0 to 3 quarter turns counterclockwise
    constexpr int upside_down[4] = {4, 5, 2, 7}, mirrored[4] = {2, 7, 4, 5};
    if ((image.transformFlags & AVIF_TRANSFORM_IMIR) == 0) return rotations[angle];
    return mirror_axis(image) == 0 ? upside_down[angle] : mirrored[angle];
}

// Returns the statements of the image about its color and geometry. The clean aperture applies
// before rotation and mirroring (MIAF, ISO/IEC 23000-22, 7.3.6.7).
Statements statements(const avifImage& image) {
    Statements stated;
    stated.gray = image.yuvFormat == AVIF_PIXEL_FORMAT_YUV400;
    stated.premultiplied = image.alphaPremultiplied != AVIF_FALSE;
    stated.take_heif_color({image.icc.data, image.icc.size}, image.colorPrimaries,
                           image.transferCharacteristics);
    avifDiagnostics ignored{};
    avifCropRect rect{};
    if ((image.transformFlags & AVIF_TRANSFORM_CLAP) != 0 &&
        avifCropRectConvertCleanApertureBox(&rect, &image.clap, image.width, image.height,
                                            AVIF_PIXEL_FORMAT_YUV444, &ignored) != AVIF_FALSE)
        stated.shown = {rect.x, rect.y, rect.width, rect.height};
    if ((image.transformFlags & AVIF_TRANSFORM_PASP) != 0 && image.pasp.vSpacing > 0)
        stated.pixel_aspect = 1.0 * image.pasp.hSpacing / image.pasp.vSpacing;
    stated.orientation = orientation_of(image);
    const std::span<const uint8_t> exif = exif_content({image.exif.data, image.exif.size});
    stated.metadata.exif.assign(exif.begin(), exif.end());
    if (image.xmp.size > 0)
        stated.metadata.xmp.assign(reinterpret_cast<const char*>(image.xmp.data), image.xmp.size);
    return stated;
}

bool keeps_yuv(const avifImage& image, const Statements& stated) {
    const bool alpha = image.alphaPlane != nullptr;
    const std::string name = format_name(image, alpha);
    const Format* const format = find_format(name.c_str());
    if (format == nullptr || (alpha && (stated.gray || image.alphaPremultiplied != AVIF_FALSE)))
        return false;
    const bool matrix = image.matrixCoefficients == h273::unspecified ||
                        matrix_supported(image.matrixCoefficients) || stated.gray;
    return matrix && !stated.converts_colors();
}

// Returns whether rotation, mirroring or cropping would move subsampled chroma away from its luma.
bool moves_chroma(const Still& still, const Statements& stated) {
    const bool odd_window = stated.shown && (stated.shown->x % 2 != 0 || stated.shown->y % 2 != 0);
    return find_format(still.video.format)->subsampled() && (odd_window || stated.orientation != 1);
}

avifResult decode(std::span<const uint8_t> bytes, bool gain_map, Decoder* decoder) {
    decoder->reset(avifDecoderCreate());
    (*decoder)->maxThreads = thread_count();
    (*decoder)->strictFlags = AVIF_STRICT_DISABLED;
    if (gain_map) ask_for_gain_map(decoder->get());
    avifResult result = avifDecoderSetIOMemory(decoder->get(), bytes.data(), bytes.size());
    if (result == AVIF_RESULT_OK) result = avifDecoderParse(decoder->get());
    if (result == AVIF_RESULT_OK) result = avifDecoderNextImage(decoder->get());
    return result;
}

std::shared_ptr<const GainMap> named_gain_map(const avifImage& image, const Statements& stated) {
    if (!avif_has_gain_maps()) throw Error(Failure::io, "libavif before 1.2 reads none");
    std::shared_ptr<const GainMap> map = gain_map_of(image, stated);
    if (map == nullptr) throw Error(Failure::io, "it is damaged, missing or of a later version");
    return map;
}

Image image_of(const Still& still) {
    const Format& format = *find_format(still.video.format);
    const auto layout =
        std::find_if(std::begin(layouts), std::end(layouts), [&](const AvifLayout& of) {
            const bool gray = of.chroma == AVIF_PIXEL_FORMAT_YUV400;
            if (gray || format.family == Family::GRAY) return gray && format.family == Family::GRAY;
            return std::string_view(format.ffmpeg).find(of.name) != std::string_view::npos;
        });
    Image image(
        avifImageCreate(still.video.width, still.video.height, format.depth, layout->chroma),
        avifImageDestroy);
    image->colorPrimaries = static_cast<avifColorPrimaries>(still.video.primaries);
    image->transferCharacteristics = static_cast<avifTransferCharacteristics>(still.video.transfer);
    image->matrixCoefficients = static_cast<avifMatrixCoefficients>(
        format.family == Family::GRAY ? h273::unspecified : still.video.matrix);
    image->yuvRange =
        still.video.range == h273::range_limited ? AVIF_RANGE_LIMITED : AVIF_RANGE_FULL;
    if (still.video.chroma_location == TONELIFT_CHROMA_LEFT)
        image->yuvChromaSamplePosition = AVIF_CHROMA_SAMPLE_POSITION_VERTICAL;
    if (still.video.chroma_location == TONELIFT_CHROMA_TOPLEFT)
        image->yuvChromaSamplePosition = AVIF_CHROMA_SAMPLE_POSITION_COLOCATED;
    if (still.pixel_aspect != 1) {
        constexpr double unit = 1000;
        image->transformFlags |= AVIF_TRANSFORM_PASP;
        image->pasp = {static_cast<uint32_t>(std::lround(unit * still.pixel_aspect)),
                       static_cast<uint32_t>(unit)};
    }
    const StillMetadata& notes = still.metadata;
    if (!notes.exif.empty())
        check_avif([&] {
            return avifImageSetMetadataExif(image.get(), notes.exif.data(), notes.exif.size());
        });
    if (!notes.xmp.empty())
        check_avif([&] {
            return avifImageSetMetadataXMP(
                image.get(), reinterpret_cast<const uint8_t*>(notes.xmp.data()), notes.xmp.size());
        });
    const avifResult result = avifImageAllocatePlanes(
        image.get(), format.has_alpha() ? AVIF_PLANES_ALL : AVIF_PLANES_YUV);
    if (result != AVIF_RESULT_OK) throw std::bad_alloc();
    each_row(still, *image,
             [](const uint8_t* from, uint8_t* to, size_t bytes) { std::memcpy(to, from, bytes); });
    return image;
}

Still read_avif_file(const std::string& file) { return read_avif(read_bytes(file), file); }

void write_avif_file(const std::string& file, const Still& still, const StillOptions& options) {
    write_bytes(file, avif_of(still, file, options));
}

}  // namespace

Still read_avif(std::span<const uint8_t> bytes, const std::string& file) {
    Decoder decoder(nullptr, avifDecoderDestroy);
    // Files with a gain map have the brand tmap (ISO 21496-1, annex C.3).
    const bool names_map = has_heif_brand(bytes, "tmap");
    avifResult result = decode(bytes, names_map, &decoder);
    if (result != AVIF_RESULT_OK && names_map) result = decode(bytes, false, &decoder);
    if (result != AVIF_RESULT_OK) fail_to_read(file, "AVIF", avifResultToString(result));
    const avifImage& image = *decoder->image;
    const Statements stated = statements(image);
    std::shared_ptr<const GainMap> map;
    std::string fault;
    try {
        if (names_map) map = named_gain_map(image, stated);
    } catch (const Error& error) {
        fault = error.what();
    }
    // A picture with a gain map is converted to RGB, because gain maps apply to RGB.
    const bool yuv = map == nullptr && keeps_yuv(image, stated);
    Still still = yuv ? read_yuv(image) : read_rgb(file, image);
    if (moves_chroma(still, stated)) still = with_full_chroma(still);
    if (decoder->imageCount > 1) still.notes.push_back(first_of_several);
    if (!fault.empty()) still.notes.push_back("the gain map was ignored: " + fault);
    take_heif_light(bytes, &still.video);
    still = honored(std::move(still), stated);
    still.gain_map = std::move(map);
    return still;
}

std::vector<uint8_t> avif_of(const Still& still, const std::string& file,
                             const StillOptions& options) {
    const Image image = image_of(still);
    const Encoder encoder(avifEncoderCreate(), avifEncoderDestroy);
    encoder->maxThreads = thread_count();
    encoder->speed = AVIF_SPEED_FASTEST - (options.effort > 0 ? options.effort : usual_effort);
    const int quantizer = (100 - options.quality) * AVIF_QUANTIZER_WORST_QUALITY / 100;
    encoder->minQuantizer = encoder->maxQuantizer = quantizer;
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
    if (still.gain_map != nullptr)
        add_gain_map(*still.gain_map, options.gain_map_quality, image.get(), encoder.get());
    avifRWData bytes = AVIF_DATA_EMPTY;
    const avifResult result = avifEncoderWrite(encoder.get(), image.get(), &bytes);
    const std::unique_ptr<avifRWData, void (*)(avifRWData*)> owner(&bytes, avifRWDataFree);
    if (result != AVIF_RESULT_OK) fail_to_write(file, "AVIF", avifResultToString(result));
    return {bytes.data, bytes.data + bytes.size};
}

StillKind avif_kind() {
    return {"AVIF",
            {".avif"},
            [](std::string_view begin) {
                return begin.size() > 12 && begin.substr(4, 4) == "ftyp" &&
                       (begin.find("avif") != begin.npos || begin.find("avis") != begin.npos);
            },
            read_avif_file,
            write_avif_file,
            {"yuv444p", "yuva444p", "gray", "yuv422p", "yuv420p", "yuva420p", "yuv444p10le",
             "yuva444p10le", "gray10le", "yuv422p10le", "yuv420p10le", "yuva420p10le",
             "yuv444p12le", "yuva444p12le", "gray12le", "yuv422p12le", "yuv420p12le"},
            true,
            false,
            true,
            {any_size, any_size, 0},
            avif_has_gain_maps(),
            false,
            avif_has_gain_maps() ? "" : "libavif 1.2 or later"};
}

}  // namespace tonelift
