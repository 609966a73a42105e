// SPDX-License-Identifier: BSD-2-Clause
// Completes the descriptions of a stream's input and output.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

#include "kernels/format.h"

namespace tonelift {

namespace h273 {
constexpr int unspecified = 2;
constexpr int primaries_bt709 = 1, primaries_625 = 5, primaries_525 = 6, primaries_bt2020 = 9;
constexpr int transfer_bt709 = 1, transfer_linear = 8, transfer_srgb = 13, transfer_pq = 16,
              transfer_hlg = 18;
constexpr int matrix_rgb = 0, matrix_bt709 = 1, matrix_625 = 5, matrix_525 = 6, matrix_bt2020 = 9;
constexpr int range_limited = 1, range_full = 2;

// Callers set 0 or 2 if they have no information. 3 is reserved.
constexpr bool is_unknown(int code) { return code <= 0 || code == unspecified || code == 3; }
}  // namespace h273

constexpr double reference_white_nits = 203;  // ITU-R BT.2408; also the white of SDR
constexpr double nominal_peak_nits = 1000;    // ITU-R BT.2100, table 5: HLG with gamma 1.2

// Screens display the camera curves of SDR, such as BT.709, BT.601 and BT.2020, with BT.1886.
enum class TransferFunction : unsigned char { bt1886, gamma22, gamma28, srgb, linear, pq, hlg };
bool transfer_supported(int transfer);
// Throws Error (unsupported) for an unknown transfer.
TransferFunction transfer_function(int transfer);

// Returns true for PQ and HLG. Returns true for linear light if the samples are floats, or if white
// (1.0) is brighter than 203 cd/m2.
bool is_hdr(const tonelift_video& video);

bool is_premultiplied(const tonelift_video& video);

// Returns the luminance of 1.0 in linear light, cd/m2; 203 if unknown.
double linear_white_nits(const tonelift_video& video);

// Returns true if light is defined in cd/m2, as in PQ and in linear light with a known white.
bool is_absolute(const tonelift_video& in);

// Returns whether values below black, above white or out of gamut are clipped.
bool cuts_off_beyond_white(const tonelift_video& in, const tonelift_options& options);

// Throws Error (argument) for a size outside 1x1 to 16384x16384 and for invalid formats.
const Format& check_picture(const tonelift_video& video, const char* which);

// Checks like check_picture(), but also refuses textures (unsupported).
void check_input(const tonelift_video& video);

// Throws Error for an invalid chroma location, code range or luminance (argument), and for unknown
// colors (unsupported).
void check_output(const tonelift_video& video);

// *remarks (may be NULL) receives a warning, or an empty string.
tonelift_video describe_input(const tonelift_video& video, const tonelift_options& options,
                              std::string* remarks);

// Returns whether Dolby Vision metadata reshapes each frame. `in` is the result of
// describe_input().
bool is_reshaped(const tonelift_video& in);

// MaxCLL and MaxFALL in cd/m2 (CTA-861.3); 0 is unknown.
struct LightLevel {
    double max_cll = 0;
    double max_fall = 0;
};

// HLG has no MaxCLL and MaxFALL, because its light is relative to the screen.
bool has_light_level(const tonelift_video& out);

// `in` is the result of describe_input(). Throws Error (argument) for an unknown format.
tonelift_video describe_output(const tonelift_options& options, const tonelift_video& in);

// Returns the assumed peak of a stream in cd/m2, [203, 10000].
double source_peak_nits(const tonelift_video& in, const tonelift_options& options);

// Returns the peak of the output in cd/m2.
double target_peak_nits(const tonelift_video& out, const tonelift_options& options);

}  // namespace tonelift
