// SPDX-License-Identifier: BSD-2-Clause
// Color functions in double precision, as the standards define them. They use no code of the
// library, so they cannot hide an error of the library.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace quality {

constexpr double white_nits = 203;  // HDR reference white in cd/m2 (ITU-R BT.2408)

using Color = std::array<double, 3>;

struct Light {
    int width = 0;
    int height = 0;
    std::vector<Color> pixels;

    Light() = default;
    Light(int w, int h, const Color& color = {})
        : width(w), height(h), pixels(static_cast<size_t>(w) * static_cast<size_t>(h), color) {}
    Color& at(int x, int y) { return pixels[index(x, y)]; }
    const Color& at(int x, int y) const { return pixels[index(x, y)]; }
    size_t index(int x, int y) const {
        return static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x);
    }
};

inline Color gray(double nits) { return {nits, nits, nits}; }
Color scaled(const Color& color, double factor);

// pq_encode() and pq_decode() convert between luminance in cd/m2 and PQ code in [0, 1] (ITU-R
// BT.2100-2, table 4).
double pq_encode(double nits);
double pq_decode(double code);
double luminance(const Color& bt2020);
double lightness(const Color& bt2020);
// Returns the HLG codes of linear BT.2020 light in cd/m2, for a screen of 1000 cd/m2 (ITU-R
// BT.2100-2, table 5).
Color hlg_codes(const Color& bt2020);
// These two functions convert between linear BT.709 and linear BT.2020 (ITU-R BT.2087-0 and its
// inverse).
Color bt709_to_bt2020(const Color& bt709);
Color bt2020_to_bt709(const Color& bt2020);
// These two functions convert between BT.709 codes and linear BT.2020 light in cd/m2 of a BT.1886
// screen with white at 203 cd/m2.
Color bt1886_light(const Color& codes);
Color bt1886_codes(const Color& bt2020);
// Returns the linear BT.2020 light of sRGB components in [0, 255] (IEC 61966-2-1). White is 1.
Color srgb_light(double red, double green, double blue);
// As srgb_light(), scaled to the luminance `nits` in cd/m2.
Color srgb_color(double red, double green, double blue, double nits);

// Converts linear BT.2020 light in cd/m2 to ICtCp with PQ (ITU-R BT.2100-2, table 7).
Color ictcp(const Color& bt2020);
double hue_difference(const Color& a, const Color& b);

// Returns L*, a* and b* (ISO/CIE 11664-4) of linear BT.2020 light. White is D65 at 203 cd/m2.
Color cielab(const Color& bt2020);
double cielab_hue(const Color& bt2020);
// Returns linear BT.2020 light with the chromaticity of a black body and the luminance `nits`. The
// formulas are valid from 1667 to 4000 K (Kim et al. 2002, "Design of advanced color temperature
// control system for HDTV applications").
Color black_body(double kelvin, double nits);

}  // namespace quality
