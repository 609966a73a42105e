// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/icc.h"

#include <lcms2.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "kernels/error.h"
#include "kernels/format.h"

namespace tonelift {
namespace {

using Profile = std::unique_ptr<void, decltype(&cmsCloseProfile)>;
using Transform = std::unique_ptr<void, decltype(&cmsDeleteTransform)>;
using Curve = std::unique_ptr<cmsToneCurve, decltype(&cmsFreeToneCurve)>;

// What profiles of stills are looked for, by the numbers of H.273.
constexpr int gamuts[] = {h273::primaries_bt709, TONELIFT_PRIMARIES_DISPLAY_P3,
                          h273::primaries_bt2020, h273::primaries_625, h273::primaries_525};
constexpr int transfers[] = {h273::transfer_srgb, TONELIFT_TRANSFER_GAMMA22, h273::transfer_bt709,
                             h273::transfer_linear, TONELIFT_TRANSFER_GAMMA28};

Curve curve_of(int transfer) {
    // IEC 61966-2-1; ICC.1:2022, table 68, function type 3.
    constexpr double srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    switch (transfer_function(transfer)) {
        case TransferFunction::srgb:
            return {cmsBuildParametricToneCurve(nullptr, 4, srgb), cmsFreeToneCurve};
        case TransferFunction::gamma22:
            return {cmsBuildGamma(nullptr, 2.2), cmsFreeToneCurve};
        case TransferFunction::gamma28:
            return {cmsBuildGamma(nullptr, 2.8), cmsFreeToneCurve};
        case TransferFunction::bt1886:
            return {cmsBuildGamma(nullptr, 2.4), cmsFreeToneCurve};
        case TransferFunction::linear:
            return {cmsBuildGamma(nullptr, 1.0), cmsFreeToneCurve};
        default:
            throw Error(Failure::unsupported,
                        "PQ and HLG have no ICC profile; png, avif and jxl files tell them by "
                        "numbers");
    }
}

Profile make_profile(int primaries, int transfer) {
    const Curve curve = curve_of(transfer);
    cmsToneCurve* const curves[3] = {curve.get(), curve.get(), curve.get()};
    const auto point = [](const constants::Chromaticity& at) { return cmsCIExyY{at.x, at.y, 1}; };
    const constants::Primaries& of = chromaticities(primaries);
    const cmsCIExyY white = point(of.white);
    const cmsCIExyYTRIPLE colors{point(of.red), point(of.green), point(of.blue)};
    return {cmsCreateRGBProfile(&white, &colors, curves), cmsCloseProfile};
}

Profile make_gray_profile(int transfer) {
    const constants::Chromaticity& white = chromaticities(h273::primaries_bt709).white;
    const cmsCIExyY point{white.x, white.y, 1};
    return {cmsCreateGrayProfile(&point, curve_of(transfer).get()), cmsCloseProfile};
}

bool near(const cmsCIEXYZ* a, const cmsCIEXYZ* b) {
    constexpr double tolerance =
        0.004;  // profiles round to 1/65536, and adapt white in several ways
    return a != nullptr && b != nullptr && std::abs(a->X - b->X) < tolerance &&
           std::abs(a->Y - b->Y) < tolerance && std::abs(a->Z - b->Z) < tolerance;
}

bool same_primaries(cmsHPROFILE a, cmsHPROFILE b) {
    for (const cmsTagSignature tag :
         {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag}) {
        if (!near(static_cast<const cmsCIEXYZ*>(cmsReadTag(a, tag)),
                  static_cast<const cmsCIEXYZ*>(cmsReadTag(b, tag))))
            return false;
    }
    return true;
}

// The number of a profile's primaries; 2 for others.
int primaries_of(cmsHPROFILE profile) {
    for (const int gamut : gamuts) {
        if (same_primaries(profile, make_profile(gamut, h273::transfer_srgb).get())) return gamut;
    }
    return h273::unspecified;
}

// The number of a curve; 2 for others.
int transfer_of(const void* tag) {
    const auto* const curve = static_cast<const cmsToneCurve*>(tag);
    if (curve == nullptr) return h273::unspecified;
    for (const int transfer : transfers) {
        const Curve known = curve_of(transfer);
        double difference = 0;
        for (const float code : {0.02F, 0.05F, 0.1F, 0.2F, 0.35F, 0.5F, 0.7F, 0.9F})
            difference =
                std::max<double>(difference, std::abs(cmsEvalToneCurveFloat(curve, code) -
                                                      cmsEvalToneCurveFloat(known.get(), code)));
        if (difference < 0.002) return transfer;
    }
    return h273::unspecified;
}

// lcms's number for the layout of a still that is interleaved, in 8 or 16 bits.
cmsUInt32Number layout_of(const Format& format) {
    const int colors = format.family == Family::GRAY ? 1 : 3;
    return COLORSPACE_SH(colors == 1 ? PT_GRAY : PT_RGB) | CHANNELS_SH(colors) |
           EXTRA_SH(format.has_alpha() ? 1 : 0) | BYTES_SH(format.sample_bytes());
}

Still converted(const Still& still, cmsHPROFILE profile) {
    const Format& from = *find_format(still.video.format);
    if (from.sample == Sample::F32 || from.planes() > 1)
        throw Error(Failure::unsupported,
                    "pictures in YUV or floats with an ICC profile other than sRGB, Display P3 and "
                    "BT.2020 are not handled; say the color with in_primaries and in_transfer");
    Still result(still_video(from.has_alpha() ? "rgba64le" : "rgb48le", still.video.width,
                             still.video.height));
    const Profile p3 = make_profile(TONELIFT_PRIMARIES_DISPLAY_P3, h273::transfer_srgb);
    const Format& to = *find_format(result.video.format);
    const Transform transform(
        cmsCreateTransform(profile, layout_of(from), p3.get(), layout_of(to),
                           INTENT_RELATIVE_COLORIMETRIC,
                           cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_COPY_ALPHA),
        cmsDeleteTransform);
    if (transform == nullptr)
        throw Error(Failure::unsupported, "the ICC profile of the picture cannot be used");
    for (int y = 0; y < still.video.height; ++y)
        cmsDoTransform(transform.get(), still.frame.row(0, y), result.frame.row(0, y),
                       static_cast<cmsUInt32Number>(still.video.width));
    result.video.primaries = TONELIFT_PRIMARIES_DISPLAY_P3;
    result.video.transfer = h273::transfer_srgb;
    result.notes = still.notes;
    result.notes.push_back("the colors were converted from the file's ICC profile to Display P3");
    return result;
}

}  // namespace

Still with_profile(Still still, std::span<const uint8_t> profile) {
    const Profile handle(
        cmsOpenProfileFromMem(profile.data(), static_cast<cmsUInt32Number>(profile.size())),
        cmsCloseProfile);
    const bool gray = find_format(still.video.format)->family == Family::GRAY;
    if (handle == nullptr) {
        still.notes.push_back("the ICC profile is damaged and was ignored");
        return still;
    }
    if (cmsGetColorSpace(handle.get()) != (gray ? cmsSigGrayData : cmsSigRgbData))
        throw Error(Failure::unsupported,
                    "the ICC profile of the picture is for another kind of color than the picture");
    const int primaries = gray ? h273::primaries_bt709 : primaries_of(handle.get());
    const int transfer =
        transfer_of(cmsReadTag(handle.get(), gray ? cmsSigGrayTRCTag : cmsSigRedTRCTag));
    if (primaries == h273::unspecified || transfer == h273::unspecified)
        return converted(still, handle.get());
    still.video.primaries = primaries;
    still.video.transfer = transfer;
    return still;
}

std::vector<uint8_t> profile_of(const tonelift_video& video) {
    const bool gray = find_format(video.format)->family == Family::GRAY;
    const Profile profile =
        gray ? make_gray_profile(video.transfer) : make_profile(video.primaries, video.transfer);
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile.get(), nullptr, &size);
    std::vector<uint8_t> bytes(size);
    cmsSaveProfileToMem(profile.get(), bytes.data(), &size);
    return bytes;
}

bool is_srgb(const tonelift_video& video) {
    return video.primaries == h273::primaries_bt709 && video.transfer == h273::transfer_srgb;
}

}  // namespace tonelift
