// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/icc.h"

#include <lcms2.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/color/describe.h"
#include "core/color/names.h"
#include "core/color/primaries.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/pictures/samples.h"

namespace tonelift {
namespace {

using Profile = std::unique_ptr<void, decltype(&cmsCloseProfile)>;
using Transform = std::unique_ptr<void, decltype(&cmsDeleteTransform)>;
using Curve = std::unique_ptr<cmsToneCurve, decltype(&cmsFreeToneCurve)>;

constexpr int gamuts[] = {h273::primaries_bt709, TONELIFT_PRIMARIES_DISPLAY_P3,
                          h273::primaries_bt2020, h273::primaries_625, h273::primaries_525};
constexpr int transfers[] = {h273::transfer_srgb, TONELIFT_TRANSFER_GAMMA22, h273::transfer_bt709,
                             h273::transfer_linear, TONELIFT_TRANSFER_GAMMA28};

Curve curve_of(int transfer) {
    // The curve of sRGB (IEC 61966-2-1) as a parametric curve of function type 3 (ICC.1:2022, table
    // 68).
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
            throw Error(
                Failure::unsupported,
                "PQ and HLG have no ICC profile; png, avif and jxl files state them by numbers");
    }
}

Profile make_profile(const constants::Primaries& of, const cmsToneCurve* curve) {
    auto* const each = const_cast<cmsToneCurve*>(curve);
    cmsToneCurve* const curves[3] = {each, each, each};
    const auto point = [](const constants::Chromaticity& at) { return cmsCIExyY{at.x, at.y, 1}; };
    const cmsCIExyY white = point(of.white);
    const cmsCIExyYTRIPLE colors{point(of.red), point(of.green), point(of.blue)};
    return {cmsCreateRGBProfile(&white, &colors, curves), cmsCloseProfile};
}

Profile make_profile(int primaries, int transfer) {
    return make_profile(chromaticities(primaries), curve_of(transfer).get());
}

Profile make_gray_profile(const cmsToneCurve* curve) {
    const constants::Chromaticity& white = chromaticities(h273::primaries_bt709).white;
    const cmsCIExyY point{white.x, white.y, 1};
    return {cmsCreateGrayProfile(&point, curve), cmsCloseProfile};
}

bool near(const cmsCIEXYZ* a, const cmsCIEXYZ* b) {
    constexpr double tolerance =
        0.004;  // profiles round to 1/65536 and differ in the adaptation of white
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

// Returns the H.273 number of the profile's primaries, or 2 (unspecified).
int primaries_of(cmsHPROFILE profile) {
    for (const int gamut : gamuts) {
        if (same_primaries(profile, make_profile(gamut, h273::transfer_srgb).get())) return gamut;
    }
    return h273::unspecified;
}

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

// Returns the profile's curve from codes to light. For an RGB profile, it is the curve of the color
// `of`. Returns nullptr if the profile has tables instead of curves.
const cmsToneCurve* curve_in(cmsHPROFILE profile, cmsTagSignature of) {
    const bool gray = cmsGetColorSpace(profile) == cmsSigGrayData;
    return static_cast<const cmsToneCurve*>(cmsReadTag(profile, gray ? cmsSigGrayTRCTag : of));
}

// Returns the H.273 number of the profile's curves. Returns 2 (unspecified) if the curves of the
// colors differ or have no H.273 number.
int transfer_of(cmsHPROFILE profile) {
    const int red = transfer_of(curve_in(profile, cmsSigRedTRCTag));
    const bool same = red == transfer_of(curve_in(profile, cmsSigGreenTRCTag)) &&
                      red == transfer_of(curve_in(profile, cmsSigBlueTRCTag));
    return same ? red : h273::unspecified;
}

// Returns whether the profile has lookup tables. If it has such tables, its curves and colorants
// are ignored.
bool has_tables(cmsHPROFILE profile) {
    return cmsIsTag(profile, cmsSigAToB0Tag) != 0 || cmsIsTag(profile, cmsSigAToB1Tag) != 0;
}

bool is_for_pictures(cmsHPROFILE profile) {
    switch (cmsGetDeviceClass(profile)) {
        case cmsSigInputClass:
        case cmsSigDisplayClass:
        case cmsSigOutputClass:
        case cmsSigColorSpaceClass:
            return true;
        default:
            return false;
    }
}

const char* name_of(cmsColorSpaceSignature space) {
    switch (space) {
        case cmsSigGrayData:
            return "gray";
        case cmsSigRgbData:
            return "RGB";
        case cmsSigCmykData:
            return "CMYK";
        default:
            return "other";
    }
}

cmsUInt32Number layout_of(const Format& format) {
    const int colors = format.family == Family::GRAY ? 1 : 3;
    return FLOAT_SH(format.sample == Sample::F32 ? 1 : 0) |
           COLORSPACE_SH(colors == 1 ? PT_GRAY : PT_RGB) | CHANNELS_SH(colors) |
           EXTRA_SH(format.has_alpha() ? 1 : 0) | BYTES_SH(format.sample_bytes());
}

constexpr cmsUInt32Number lab_layout = COLORSPACE_SH(PT_Lab) | CHANNELS_SH(3) | BYTES_SH(2),
                          cmyk_layout = COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | BYTES_SH(1);

Transform make_transform(cmsHPROFILE from, cmsUInt32Number layout, cmsHPROFILE to,
                         const Format& format) {
    // Without cmsFLAGS_NOOPTIMIZE, lcms would interpolate L*a*b* in a table that is too coarse near
    // saturated blue.
    const cmsUInt32Number exact = layout == lab_layout ? cmsFLAGS_NOOPTIMIZE : 0;
    return {cmsCreateTransform(from, layout, to, layout_of(format), INTENT_RELATIVE_COLORIMETRIC,
                               cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_COPY_ALPHA | exact),
            cmsDeleteTransform};
}

struct Target {
    Still still;
    Profile profile;
};

Target target_of(const Format& from, int width, int height, bool linear) {
    const bool gray = from.family == Family::GRAY, floats = from.sample == Sample::F32;
    const bool alpha = from.has_alpha();
    const char* const format = gray     ? (floats ? "grayf32le" : "gray16le")
                               : floats ? (alpha ? "gbrapf32le" : "gbrpf32le")
                                        : (alpha ? "rgba64le" : "rgb48le");
    tonelift_video video = still_video(format, width, height);
    const bool light = floats && linear;
    video.transfer = light ? h273::transfer_linear : h273::transfer_srgb;
    video.primaries = gray    ? h273::primaries_bt709
                      : light ? h273::primaries_bt2020
                              : TONELIFT_PRIMARIES_DISPLAY_P3;
    Profile profile = gray ? make_gray_profile(curve_of(video.transfer).get())
                           : make_profile(video.primaries, video.transfer);
    return {Still(video), std::move(profile)};
}

void transform_floats(const Transform& transform, const Still& from, Still* to) {
    const auto channels = static_cast<size_t>(find_format(from.video.format)->planes());
    std::vector<float> row(channels * static_cast<size_t>(from.video.width));
    for (int y = 0; y < from.video.height; ++y) {
        join_row(from, y, row.data());
        cmsDoTransform(transform.get(), row.data(), row.data(),
                       static_cast<cmsUInt32Number>(from.video.width));
        split_row(row.data(), y, to);
    }
}

void transform_rows(const Transform& transform, const Still& from, Still* to) {
    for (int y = 0; y < from.video.height; ++y)
        cmsDoTransform(transform.get(), from.frame.row(0, y), to->frame.row(0, y),
                       static_cast<cmsUInt32Number>(from.video.width));
}

bool loses_white(const Transform& transform) {
    constexpr uint8_t white[3] = {255, 255, 255};
    uint16_t shown[3] = {0, 0, 0};
    cmsDoTransform(transform.get(), white, shown, 1);
    return *std::max_element(shown, shown + 3) < 0x1000;
}

// Returns whether the profile's three colorants are linearly dependent, so that it cannot express
// all colors.
bool loses_colors(cmsHPROFILE profile) {
    if (has_tables(profile) || cmsGetColorSpace(profile) != cmsSigRgbData) return false;
    Vector3 of[3];
    constexpr cmsTagSignature tags[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag,
                                        cmsSigBlueColorantTag};
    for (size_t i = 0; i < 3; ++i) {
        const auto* const color = static_cast<const cmsCIEXYZ*>(cmsReadTag(profile, tags[i]));
        if (color != nullptr) of[i] = {color->X, color->Y, color->Z};
    }
    const Vector3 &a = of[0], &b = of[1], &c = of[2];
    const double volume = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
                          a[2] * (b[0] * c[1] - b[1] * c[0]);
    return !(std::abs(volume) > 1e-4);
}

}  // namespace

ColorProfile::ColorProfile(std::span<const uint8_t> bytes)
    : profile_(cmsOpenProfileFromMem(bytes.data(), static_cast<cmsUInt32Number>(bytes.size())),
               [](void* profile) {
                   if (profile != nullptr) cmsCloseProfile(profile);
               }) {}

ColorProfile::ColorProfile(const constants::Primaries& primaries, double gamma)
    : profile_(
          make_profile(primaries, Curve(cmsBuildGamma(nullptr, gamma), cmsFreeToneCurve).get())) {}

ColorProfile::ColorProfile(const constants::Primaries& primaries, int transfer)
    : profile_(make_profile(primaries, curve_of(transfer).get())) {}

std::string ColorProfile::fault(bool gray) const {
    if (profile_ == nullptr) return "it is damaged";
    const cmsColorSpaceSignature space = cmsGetColorSpace(profile_.get());
    if (!is_for_pictures(profile_.get()) || space != (gray ? cmsSigGrayData : cmsSigRgbData))
        return std::string("it is for ") + name_of(space) + " colors, and the picture is " +
               (gray ? "gray" : "RGB");
    if (has_numbers()) return "";
    const Format& format = *find_format(gray ? "gray" : "rgb24");
    const Target to = target_of(format, 1, 1, false);
    const Transform transform = make_transform(profile_.get(), layout_of(format), to.profile.get(),
                                               *find_format(to.still.video.format));
    if (transform == nullptr) return "its tables or curves are damaged";
    return loses_colors(profile_.get()) || loses_white(transform) ? "it would destroy the picture"
                                                                  : "";
}

ColorProfile::Numbers ColorProfile::numbers() const {
    cmsHPROFILE const profile = profile_.get();
    // The tag cicp states the color as code points of H.273 (ICC.1:2022, 9.2.17).
    const auto* const stated =
        static_cast<const cmsVideoSignalType*>(cmsReadTag(profile, cmsSigcicpTag));
    if (stated != nullptr && primaries_supported(stated->ColourPrimaries) &&
        transfer_supported(stated->TransferCharacteristics))
        return {stated->ColourPrimaries, stated->TransferCharacteristics};
    if (has_tables(profile)) return {h273::unspecified, h273::unspecified};
    const bool gray = cmsGetColorSpace(profile) == cmsSigGrayData;
    return {gray ? h273::primaries_bt709 : primaries_of(profile), transfer_of(profile)};
}

int ColorProfile::primaries() const {
    const bool colors = profile_ != nullptr && fault(false).empty();
    return colors ? numbers().primaries : int{h273::unspecified};
}

bool ColorProfile::has_numbers() const {
    const Numbers of = numbers();
    return of.primaries != h273::unspecified && of.transfer != h273::unspecified;
}

Still ColorProfile::applied(Still still) const {
    if (!has_numbers()) return converted(straight(std::move(still)));
    still.video.primaries = numbers().primaries;
    still.video.transfer = numbers().transfer;
    return still;
}

Still ColorProfile::converted(const Still& still) const {
    const Format& from = *find_format(still.video.format);
    const cmsToneCurve* const curve = curve_in(profile_.get(), cmsSigRedTRCTag);
    const bool gray = from.family == Family::GRAY;
    const bool gray_profile = cmsGetColorSpace(profile_.get()) == cmsSigGrayData;
    // A profile for the wrong number of channels is replaced: an RGB frame needs an RGB profile,
    // and a gray frame needs a gray profile.
    const Profile other = gray == gray_profile ? Profile(nullptr, cmsCloseProfile)
                          : gray               ? make_gray_profile(curve)
                                               : make_profile(constants::primaries_709, curve);
    Target to = target_of(from, still.video.width, still.video.height,
                          transfer_of(curve) == h273::transfer_linear);
    const Transform transform =
        make_transform(other != nullptr ? other.get() : profile_.get(), layout_of(from),
                       to.profile.get(), *find_format(to.still.video.format));
    if (transform == nullptr)
        throw Error(Failure::unsupported, "the ICC profile of the picture cannot be used");
    if (from.sample == Sample::F32)
        transform_floats(transform, still, &to.still);
    else
        transform_rows(transform, still, &to.still);
    to.still.notes = still.notes;
    to.still.notes.push_back(std::string("the colors were converted from those of the file to ") +
                             (gray ? "the curve of sRGB"
                              : to.still.video.primaries == TONELIFT_PRIMARIES_DISPLAY_P3
                                  ? "Display P3"
                                  : "BT.2020"));
    return std::move(to.still);
}

bool ColorProfile::is_cmyk() const {
    return profile_ != nullptr && cmsGetColorSpace(profile_.get()) == cmsSigCmykData;
}

namespace {

template <typename T>
Still to_display_p3(cmsHPROFILE from, cmsUInt32Number layout, std::span<const T> samples,
                    int64_t width, int64_t height, const std::string& name) {
    Target to = target_of(*find_format("rgb48le"), static_cast<int>(width),
                          static_cast<int>(height), false);
    const Transform transform =
        make_transform(from, layout, to.profile.get(), *find_format(to.still.video.format));
    if (transform == nullptr)
        throw Error(Failure::unsupported,
                    "the ICC profile of a picture in " + name + " cannot be used");
    const size_t pitch = T_CHANNELS(layout) * static_cast<size_t>(width);
    for (int y = 0; y < to.still.video.height; ++y)
        cmsDoTransform(transform.get(), samples.data() + pitch * static_cast<size_t>(y),
                       to.still.frame.row(0, y), static_cast<cmsUInt32Number>(width));
    to.still.notes.push_back("the colors were converted from " + name + " to Display P3");
    return std::move(to.still);
}

}  // namespace

Still ColorProfile::from_cmyk(std::span<const uint8_t> samples, int64_t width,
                              int64_t height) const {
    return to_display_p3(profile_.get(), cmyk_layout, samples, width, height, "CMYK");
}

Still ColorProfile::from_lab(std::span<const uint16_t> samples, int64_t width, int64_t height) {
    const Profile profile(cmsCreateLab4Profile(nullptr), cmsCloseProfile);
    return to_display_p3(profile.get(), lab_layout, samples, width, height, "L*a*b*");
}

namespace {

// Returns the profile name that editors show.
std::string profile_name(const tonelift_video& video) {
    const std::string transfer = color_name("transfer", video.transfer);
    if (find_format(video.format)->family == Family::GRAY) return "gray, " + transfer;
    if (is_srgb(video)) return "sRGB";
    const bool p3 = video.primaries == TONELIFT_PRIMARIES_DISPLAY_P3;
    return p3 && video.transfer == h273::transfer_srgb
               ? "Display P3"
               : color_name("primaries", video.primaries) + ", " + transfer;
}

void set_name(const std::string& name, cmsHPROFILE profile) {
    const std::unique_ptr<cmsMLU, decltype(&cmsMLUfree)> text(cmsMLUalloc(nullptr, 1), cmsMLUfree);
    cmsMLUsetASCII(text.get(), "en", "US", name.c_str());
    cmsWriteTag(profile, cmsSigProfileDescriptionTag, text.get());
}

// Replaces the time of writing by January 1, 2000 (ICC.1:2022, 7.2.8), so that equal pictures give
// equal files.
void set_date(std::vector<uint8_t>* profile) {
    constexpr size_t place = 24;
    constexpr uint8_t date[] = {2000 >> 8, 2000 & 0xFF, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0};
    std::copy(std::begin(date), std::end(date), profile->begin() + place);
}

}  // namespace

std::vector<uint8_t> profile_of(const tonelift_video& video) {
    const bool gray = find_format(video.format)->family == Family::GRAY;
    const Profile profile = gray ? make_gray_profile(curve_of(video.transfer).get())
                                 : make_profile(video.primaries, video.transfer);
    set_name(profile_name(video), profile.get());
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile.get(), nullptr, &size);
    std::vector<uint8_t> bytes(size);
    if (cmsSaveProfileToMem(profile.get(), bytes.data(), &size) == 0) throw std::bad_alloc();
    set_date(&bytes);
    return bytes;
}

bool is_srgb(const tonelift_video& video) {
    return video.primaries == h273::primaries_bt709 && video.transfer == h273::transfer_srgb;
}

}  // namespace tonelift
