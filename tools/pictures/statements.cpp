// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/statements.h"

#include <cmath>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "kernels/format.h"
#include "tools/pictures/exif.h"
#include "tools/pictures/icc.h"
#include "tools/pictures/samples.h"
#include "tools/pictures/xmp.h"

namespace tonelift {
namespace {

// Sets the color of linear light. If H.273 has no number for the chromaticities, the samples are
// converted to BT.2020.
void set_linear_color(Still* still, const constants::Primaries& from) {
    still->video.transfer = h273::transfer_linear;
    still->video.primaries = primaries_code_point(from);
    if (still->video.primaries != h273::unspecified) return;
    still->video.primaries = h273::primaries_bt2020;
    if (find_format(still->video.format)->family == Family::RGB)
        multiply_colors(convert_primaries(from, h273::primaries_bt2020), still);
}

bool apply(const char* what, const ColorProfile& profile, bool gray, Still* still) {
    const std::string fault = profile.fault(gray);
    if (fault.empty())
        *still = profile.applied(std::move(*still));
    else
        still->notes.push_back(std::string("the ") + what + " was ignored: " + fault);
    return fault.empty();
}

// Returns whether the y of white is positive, and X + Y + Z of each primary is positive and finite.
// The primaries of ACES are accepted, although some of them are not real colors.
bool span_colors(const constants::Primaries& of) {
    if (!(of.white.y > 0)) return false;
    const Matrix3 xyz = constants::rgb_to_xyz(of);
    for (size_t i = 0; i < 3; ++i) {
        const double share = xyz[0][i] + xyz[1][i] + xyz[2][i];
        if (!(share > 1e-4 && std::isfinite(share))) return false;
    }
    return true;
}

void drop_senseless(Statements* stated, Still* still) {
    if (stated->chromaticities && !span_colors(*stated->chromaticities)) {
        stated->chromaticities.reset();
        still->notes.push_back(std::string("its chromaticities were ignored: they span no colors") +
                               (stated->profile.empty() ? ", so BT.709 is assumed" : ""));
    }
    if (!(stated->exposure > 0 && std::isfinite(stated->exposure))) {
        stated->exposure = 1;
        still->notes.push_back("its luminance of white was ignored: it is not a positive number");
    }
    if (stated->orientation < 1 || stated->orientation > 8) {
        still->notes.push_back("its orientation " + std::to_string(stated->orientation) +
                               " was ignored: 1 to 8 are allowed");
        stated->orientation = 1;
    }
}

void set_color(const Statements& stated, Still* still) {
    if (!stated.profile.empty() &&
        apply("ICC profile", ColorProfile(stated.profile), stated.gray, still))
        return;
    const constants::Primaries& of = stated.chromaticities.value_or(constants::primaries_709);
    constexpr const char* by_numbers = "color that the file states by chromaticities and gamma";
    if (stated.gamma > 0 && apply(by_numbers, ColorProfile(of, stated.gamma), false, still)) return;
    still->video.primaries = stated.primaries;
    still->video.transfer = stated.transfer;
    if (!stated.chromaticities) return;
    if (stated.transfer == h273::transfer_linear)
        set_linear_color(still, of);
    else
        apply(by_numbers, ColorProfile(of, stated.transfer), false, still);
}

void set_exposure(double exposure, Still* still) {
    if (exposure == 1) return;
    multiply_colors({{{exposure, 0, 0}, {0, exposure, 0}, {0, 0, exposure}}}, still);
}

// Pixel aspect ratios that differ by a smaller share count as equal, because files store rounded
// densities.
constexpr double aspect_precision = 0.005;

void set_aspect(double aspect, Still* still) {
    const bool plausible = aspect > 0.1 && aspect < 10;
    if (!plausible)
        still->notes.push_back("its pixels are assumed to be square: their ratio of " +
                               std::to_string(aspect) + " is not between 0.1 and 10");
    if (plausible && std::abs(aspect - 1) >= aspect_precision) still->pixel_aspect = aspect;
}

void set_density(const Statements& stated, Still* upright) {
    constexpr double most = 1e6;  // pixels per inch
    if (!(stated.density > 0) || !(stated.density < most)) return;
    // The orientations 5 to 8 exchange rows and columns.
    const bool transposed = stated.orientation >= 5;
    upright->density = transposed ? stated.density / upright->pixel_aspect : stated.density;
}

}  // namespace

void Statements::take_heif_color(std::span<const uint8_t> icc, int primaries_code_point,
                                 int transfer_code_point) {
    const bool hdr =
        transfer_code_point == h273::transfer_pq || transfer_code_point == h273::transfer_hlg;
    if (!hdr) profile.assign(icc.begin(), icc.end());
    // MIAF (ISO/IEC 23000-22), 7.3.6.4, defines these defaults of unspecified code points.
    primaries =
        h273::is_unknown(primaries_code_point) ? h273::primaries_bt709 : primaries_code_point;
    transfer = h273::is_unknown(transfer_code_point) ? h273::transfer_srgb : transfer_code_point;
}

bool Statements::converts_colors() const {
    const ColorProfile of(profile);
    return !profile.empty() && !gray && of.fault(gray).empty() && !of.has_numbers();
}

void Statements::take_density(double across, double down, double units_per_inch) {
    if (!(across > 0) || !(down > 0)) return;
    pixel_aspect = down / across;
    density = across * units_per_inch;
}

void Statements::take_exif(std::span<const uint8_t> bytes) {
    const std::span<const uint8_t> content = exif_content(bytes);
    metadata.exif.assign(content.begin(), content.end());
    orientation = read_exif(content).orientation;
}

void Statements::take_exif_color() {
    if (!read_exif(metadata.exif).adobe_rgb || gray) return;
    // Chromaticities and gamma of Adobe RGB (1998), 4.3.
    chromaticities = {{0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, {0.3127, 0.3290}};
    gamma = 563 / 256.0;
}

StoredDensity stored_density(const Still& still, double units_per_inch, int scale, int most) {
    const double aspect = still.pixel_aspect;
    const auto rounded = [&](double across, bool has_unit) {
        if (!(across < most) || !(across * aspect < most)) return StoredDensity{};
        StoredDensity made{static_cast<int>(std::lround(across)),
                           static_cast<int>(std::lround(across * aspect)), has_unit};
        const bool precise = made.across > 0 && made.down > 0 &&
                             std::abs(made.down / (made.across * aspect) - 1) < aspect_precision;
        return precise ? made : StoredDensity{};
    };
    const StoredDensity with_unit = rounded(still.density / units_per_inch, true);
    return with_unit.across > 0 || aspect == 1 ? with_unit : rounded(scale, false);
}

Still honored(Still still, Statements stated) {
    drop_senseless(&stated, &still);
    if (stated.premultiplied) still.video.alpha_mode = TONELIFT_ALPHA_MODE_PREMULTIPLIED;
    set_exposure(stated.exposure, &still);
    set_color(stated, &still);
    set_aspect(stated.pixel_aspect, &still);
    if (xmp_names_film(stated.metadata.xmp))
        still.notes.push_back("it is a motion photo; its film is left out");
    if (stated.shown) still = windowed(still, *stated.shown);
    Still upright = turned(std::move(still), stated.orientation);
    upright.metadata = std::move(stated.metadata);
    set_density(stated, &upright);
    return upright;
}

}  // namespace tonelift
