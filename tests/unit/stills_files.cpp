// SPDX-License-Identifier: BSD-2-Clause
#include "tests/unit/stills_files.h"

#include <png.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "tools/file_bytes.h"
#include "tools/pictures/avif_versions.h"

namespace tonelift {
namespace {

using Curve = std::unique_ptr<cmsToneCurve, decltype(&cmsFreeToneCurve)>;

std::vector<uint8_t> bytes_of(cmsHPROFILE profile) {
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile, nullptr, &size);
    std::vector<uint8_t> bytes(size);
    cmsSaveProfileToMem(profile, bytes.data(), &size);
    cmsCloseProfile(profile);
    return bytes;
}

cmsCIExyY point(const constants::Chromaticity& at) { return {at.x, at.y, 1}; }

int lightness_of_ink(const cmsUInt16Number ink[], cmsUInt16Number lab[], void*) {
    lab[0] = static_cast<cmsUInt16Number>(0xFFFF - ink[3]);
    lab[1] = lab[2] = 0x8080;
    return 1;
}

// Returns the CRC-32 of a PNG chunk (PNG, annex D).
uint32_t checksum(const std::string& bytes) {
    uint32_t sum = 0xFFFFFFFF;
    for (const char byte : bytes) {
        sum ^= static_cast<uint8_t>(byte);
        for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1) != 0 ? 0xEDB88320 : 0);
    }
    return ~sum;
}

void append(png_structp png, png_bytep data, size_t size) {
    static_cast<std::string*>(png_get_io_ptr(png))
        ->append(reinterpret_cast<const char*>(data), size);
}

// Returns a zlib stream that contains the bytes without compression (RFC 1950, RFC 1951).
std::string stored(const std::string& bytes) {
    uint32_t a = 1, b = 0;
    for (const char byte : bytes) {
        a = (a + static_cast<uint8_t>(byte)) % 65521;
        b = (b + a) % 65521;
    }
    const auto size = static_cast<uint16_t>(bytes.size());
    std::string result = "\x78\x01\x01";
    for (const uint16_t half : {size, static_cast<uint16_t>(~size)}) {
        result += static_cast<char>(half & 0xFF);
        result += static_cast<char>(half >> 8);
    }
    return result + bytes + big_endian({b << 16 | a});
}

using AvifImage = std::unique_ptr<avifImage, decltype(&avifImageDestroy)>;

AvifImage avif_image(const Still& rgba, avifPixelFormat layout,
                     const std::function<void(avifImage*)>& change) {
    const auto columns = static_cast<uint32_t>(rgba.video.width),
               rows = static_cast<uint32_t>(rgba.video.height);
    AvifImage image(avifImageCreate(columns, rows, 8, layout), avifImageDestroy);
    image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    change(image.get());
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, image.get());
    rgb.pixels = const_cast<uint8_t*>(rgba.frame.row(0, 0));
    rgb.rowBytes = 4 * columns;
    rgb.ignoreAlpha = rgba.frame.row(0, 0)[3] == 255 ? AVIF_TRUE : AVIF_FALSE;
    check_avif([&] { return avifImageRGBToYUV(image.get(), &rgb); });
    return image;
}

void write_avif(const std::string& file, const std::function<avifResult(avifEncoder*)>& add) {
    const std::unique_ptr<avifEncoder, decltype(&avifEncoderDestroy)> encoder(avifEncoderCreate(),
                                                                              avifEncoderDestroy);
    encoder->speed = AVIF_SPEED_FASTEST;
    encoder->minQuantizer = encoder->maxQuantizer = AVIF_QUANTIZER_LOSSLESS;
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
    avifRWData bytes = AVIF_DATA_EMPTY;
    if (add(encoder.get()) != AVIF_RESULT_OK ||
        avifEncoderFinish(encoder.get(), &bytes) != AVIF_RESULT_OK)
        throw std::runtime_error("libavif cannot write " + file);
    write_bytes(file, {bytes.data, bytes.size});
    avifRWDataFree(&bytes);
}

}  // namespace

std::vector<uint8_t> rgb_profile(const constants::Primaries& primaries, double gamma) {
    const Curve curve(cmsBuildGamma(nullptr, gamma), cmsFreeToneCurve);
    cmsToneCurve* const curves[3] = {curve.get(), curve.get(), curve.get()};
    const cmsCIExyY white = point(primaries.white);
    const cmsCIExyYTRIPLE colors{point(primaries.red), point(primaries.green),
                                 point(primaries.blue)};
    return bytes_of(cmsCreateRGBProfile(&white, &colors, curves));
}

std::vector<uint8_t> gray_profile(double gamma) {
    const Curve curve(cmsBuildGamma(nullptr, gamma), cmsFreeToneCurve);
    return bytes_of(cmsCreateGrayProfile(cmsD50_xyY(), curve.get()));
}

std::vector<uint8_t> cmyk_profile() {
    cmsHPROFILE profile = cmsCreateProfilePlaceholder(nullptr);
    cmsSetDeviceClass(profile, cmsSigOutputClass);
    cmsSetColorSpace(profile, cmsSigCmykData);
    cmsSetPCS(profile, cmsSigLabData);
    cmsSetProfileVersion(profile, 4.3);
    cmsPipeline* const pipeline = cmsPipelineAlloc(nullptr, 4, 3);
    cmsStage* const table = cmsStageAllocCLut16bit(nullptr, 2, 4, 3, nullptr);
    cmsStageSampleCLut16bit(table, lightness_of_ink, nullptr, 0);
    cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nullptr, 4, nullptr));
    cmsPipelineInsertStage(pipeline, cmsAT_END, table);
    cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nullptr, 3, nullptr));
    cmsWriteTag(profile, cmsSigAToB0Tag, pipeline);
    cmsWriteTag(profile, cmsSigAToB1Tag, pipeline);
    cmsPipelineFree(pipeline);
    return bytes_of(profile);
}

std::string big_endian(const std::vector<uint32_t>& numbers) {
    std::string bytes;
    for (const uint32_t number : numbers)
        for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
    return bytes;
}

std::string written(const Chunk& chunk) {
    const std::string named = chunk.name + chunk.bytes;
    return big_endian({static_cast<uint32_t>(chunk.bytes.size())}) + named +
           big_endian({checksum(named)});
}

Chunk icc_chunk(const std::vector<uint8_t>& profile) {
    return {"iCCP", std::string("profile\0\0", 9) + stored({profile.begin(), profile.end()})};
}

void write_png(const std::string& file, int color_type, int bits,
               const std::vector<uint16_t>& pixel, const std::vector<Chunk>& chunks) {
    constexpr png_uint_32 columns = 4, rows = 3;
    std::string row;
    for (png_uint_32 x = 0; x < columns; ++x) {
        for (const uint16_t sample : pixel) {
            if (bits == 16) row += static_cast<char>(sample >> 8);
            row += static_cast<char>(sample & 0xFF);
        }
    }
    std::string made;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &made, append, nullptr);
    png_set_IHDR(png, info, columns, rows, bits, color_type, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    const size_t header = made.size();
    for (png_uint_32 y = 0; y < rows; ++y)
        png_write_row(png, reinterpret_cast<png_const_bytep>(row.data()));
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    std::string more;
    for (const Chunk& chunk : chunks) more += written(chunk);
    made.insert(header, more);
    write_bytes(file, {reinterpret_cast<const uint8_t*>(made.data()), made.size()});
}

void write_avif(const std::string& file, const Still& rgba, avifPixelFormat layout,
                const std::function<void(avifImage*)>& change) {
    const AvifImage image = avif_image(rgba, layout, change);
    write_avif(file, [&](avifEncoder* encoder) {
        return avifEncoderAddImage(encoder, image.get(), 1, AVIF_ADD_IMAGE_FLAG_SINGLE);
    });
}

void write_avif(const std::string& file, const std::vector<Still>& pictures, bool grid) {
    std::vector<AvifImage> images;
    std::vector<const avifImage*> cells;
    for (const Still& picture : pictures) {
        images.push_back(avif_image(picture, AVIF_PIXEL_FORMAT_YUV444, [](avifImage*) {}));
        cells.push_back(images.back().get());
    }
    write_avif(file, [&](avifEncoder* encoder) {
        if (grid)
            return avifEncoderAddImageGrid(encoder, static_cast<uint32_t>(cells.size()), 1,
                                           cells.data(), AVIF_ADD_IMAGE_FLAG_SINGLE);
        avifResult result = AVIF_RESULT_OK;
        for (const avifImage* image : cells)
            if (result == AVIF_RESULT_OK)
                result = avifEncoderAddImage(encoder, image, 1, AVIF_ADD_IMAGE_FLAG_NONE);
        return result;
    });
}

Still flat(const std::array<uint8_t, 4>& pixel, int columns, int rows) {
    Still still(still_video("rgba", columns, rows));
    for (int i = 0; i < columns * rows; ++i)
        std::copy_n(pixel.begin(), 4, still.frame.row(0, 0) + 4 * i);
    still.video.primaries = TONELIFT_PRIMARIES_BT709;
    still.video.transfer = TONELIFT_TRANSFER_SRGB;
    return still;
}

// Returns Exif with an orientation and a color space. A tag has its number, type, count, and value
// or offset (Exif 2.32, 4.6.2).
std::string exif_of(int orientation, bool adobe) {
    using namespace std::string_literals;
    std::string exif =
        "MM\0*\0\0\0\x08"
        "\0\x02"
        "\x01\x12\0\x03\0\0\0\x01\0\0\0\0"
        "\x87\x69\0\x04\0\0\0\x01\0\0\0\x26"
        "\0\0\0\0"
        "\0\x01"
        "\xA0\x05\0\x04\0\0\0\x01\0\0\0\x38"
        "\0\0\0\0"
        "\0\x01"
        "\0\x01\0\x02\0\0\0\x04R98\0"
        "\0\0\0\0"s;
    exif[19] = static_cast<char>(orientation);
    if (adobe) exif.replace(exif.find("R98"), 3, "R03");
    return exif;
}

}  // namespace tonelift
