// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/avif_gain_map.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

#include "core/color/describe.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/pictures/icc.h"
#include "tools/pictures/samples.h"

namespace tonelift {
namespace {

void require(bool done) {
    if (!done) throw std::bad_alloc();
}

// Returns NaN for a denominator of 0, so that GainMapMetadata::fault() reports an error.
template <typename Fraction>
double number_of(const Fraction& fraction) {
    return fraction.d == 0 ? std::numeric_limits<double>::quiet_NaN()
                           : static_cast<double>(fraction.n) / fraction.d;
}

GainMapMetadata metadata_of(const avifGainMap& map) {
    GainMapMetadata metadata;
    for (size_t i = 0; i < 3; ++i)
        metadata.channels[i] = {number_of(map.gainMapMin[i]), number_of(map.gainMapMax[i]),
                                number_of(map.gainMapGamma[i]), number_of(map.baseOffset[i]),
                                number_of(map.alternateOffset[i])};
    metadata.base_headroom = number_of(map.baseHdrHeadroom);
    metadata.alternate_headroom = number_of(map.alternateHdrHeadroom);
    metadata.base_colors = map.useBaseColorSpace != AVIF_FALSE;
    const ColorProfile colors({map.altICC.data, map.altICC.size});
    metadata.alternate_primaries =
        map.altICC.size > 0 ? colors.primaries() : static_cast<int>(map.altColorPrimaries);
    return metadata;
}

Still samples_of(const avifImage& image) {
    Still still(still_video("rgb24", image.width, image.height));
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, &image);
    rgb.format = AVIF_RGB_FORMAT_RGB;
    rgb.depth = 8;
    rgb.pixels = still.frame.row(0, 0);
    rgb.rowBytes = static_cast<uint32_t>(still.frame.pitch(0));
    const avifResult result = avifImageYUVToRGB(&image, &rgb);
    if (result != AVIF_RESULT_OK) throw Error(Failure::io, avifResultToString(result));
    return still;
}

Window scaled(const Window& window, const avifImage& base, const avifImage& map) {
    const auto across = [&](int64_t pixels) { return pixels * map.width / base.width; };
    const auto down = [&](int64_t pixels) { return pixels * map.height / base.height; };
    return {across(window.x), down(window.y), std::max<int64_t>(across(window.width), 1),
            std::max<int64_t>(down(window.height), 1)};
}

// Replaces avifDoubleToSignedFraction(), because that function of libavif 1.4 flips the sign of
// some numbers between 0.5 and 1.
template <typename Fraction>
void set_fraction(double number, Fraction* to) {
    to->n = static_cast<decltype(to->n)>(std::lround(number * gain_map_denominator));
    to->d = gain_map_denominator;
}

void set_metadata(const GainMapMetadata& metadata, avifGainMap* map) {
    for (size_t i = 0; i < 3; ++i) {
        const GainMapMetadata::Channel& of = metadata.channels[i];
        set_fraction(of.min, &map->gainMapMin[i]);
        set_fraction(of.max, &map->gainMapMax[i]);
        set_fraction(of.gamma, &map->gainMapGamma[i]);
        set_fraction(of.base_offset, &map->baseOffset[i]);
        set_fraction(of.alternate_offset, &map->alternateOffset[i]);
    }
    set_fraction(metadata.base_headroom, &map->baseHdrHeadroom);
    set_fraction(metadata.alternate_headroom, &map->alternateHdrHeadroom);
    map->useBaseColorSpace = metadata.base_colors ? AVIF_TRUE : AVIF_FALSE;
}

avifImage* image_of(const Still& still) {
    const bool gray = find_format(still.video.format)->family == Family::GRAY;
    avifImage* const image = avifImageCreate(
        static_cast<uint32_t>(still.video.width), static_cast<uint32_t>(still.video.height), 8,
        gray ? AVIF_PIXEL_FORMAT_YUV400 : AVIF_PIXEL_FORMAT_YUV444);
    require(image != nullptr);
    image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, image);
    rgb.format = gray ? AVIF_RGB_FORMAT_GRAY : AVIF_RGB_FORMAT_RGB;
    rgb.pixels = const_cast<uint8_t*>(still.frame.row(0, 0));
    rgb.rowBytes = static_cast<uint32_t>(still.frame.pitch(0));
    const avifResult result = avifImageRGBToYUV(image, &rgb);
    if (result == AVIF_RESULT_OK) return image;
    avifImageDestroy(image);
    throw Error(Failure::io, avifResultToString(result));
}

}  // namespace

bool avif_has_gain_maps() { return true; }

void ask_for_gain_map(avifDecoder* decoder) {
    decoder->imageContentToDecode |= AVIF_IMAGE_CONTENT_GAIN_MAP;
}

std::shared_ptr<const GainMap> gain_map_of(const avifImage& image, const Statements& stated) {
    if (image.gainMap == nullptr || image.gainMap->image == nullptr) return nullptr;
    const avifImage& samples = *image.gainMap->image;
    const GainMapMetadata metadata = metadata_of(*image.gainMap);
    if (const std::string fault = metadata.fault(); !fault.empty()) throw Error(Failure::io, fault);
    Still map = samples_of(samples);
    if (stated.shown) map = windowed(map, scaled(*stated.shown, image, samples));
    return std::make_shared<GainMap>(GainMap{metadata, turned(std::move(map), stated.orientation)});
}

// Adds a gain map to *image. Its HDR rendition is described as 10-bit PQ with the primaries of the
// base picture.
void add_gain_map(const GainMap& map, int quality, avifImage* image, avifEncoder* encoder) {
    image->gainMap = avifGainMapCreate();
    require(image->gainMap != nullptr);
    set_metadata(map.metadata, image->gainMap);
    image->gainMap->image = image_of(map.picture);
    image->gainMap->altColorPrimaries = image->colorPrimaries;
    image->gainMap->altTransferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_PQ;
    image->gainMap->altMatrixCoefficients = AVIF_MATRIX_COEFFICIENTS_IDENTITY;
    image->gainMap->altDepth = 10;
    image->gainMap->altPlaneCount = 3;
    encoder->qualityGainMap = quality;
}

}  // namespace tonelift
