// SPDX-License-Identifier: BSD-2-Clause
// Completes the description of the input video by guessing its missing tags. Derives the
// description of the output video from the input and the options.
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

// Returns true for a code without information. Callers set 0 or 2 if they do not know the code.
// Code 3 is reserved in H.273.
constexpr bool is_unknown(int code) { return code <= 0 || code == unspecified || code == 3; }
}  // namespace h273

// Luminance of the HDR reference white (ITU-R BT.2408), cd/m2. SDR white has the same luminance.
constexpr double reference_white_nits = 203;
// Peak of HDR video if no peak is known, cd/m2. HLG has the gamma 1.2 at this peak (ITU-R BT.2100,
// table 5).
constexpr double nominal_peak_nits = 1000;

// The function from codes to light on the screen. Screens use BT.1886 for the camera curves of SDR,
// such as BT.709, BT.601 and BT.2020.
enum class TransferFunction : unsigned char { bt1886, gamma22, gamma28, srgb, linear, pq, hlg };
bool transfer_supported(int transfer);
// Returns the function for a transfer code point of ITU-T H.273, table 3. Throws Error
// (unsupported) if the code point is not supported.
TransferFunction transfer_function(int transfer);

// Returns true for PQ and HLG. Returns true for linear light if the samples are floats, or if white
// (1.0) is brighter than 203 cd/m2.
bool is_hdr(const tonelift_video& video);

bool is_premultiplied(const tonelift_video& video);

// Returns the luminance of 1.0 in linear light in cd/m2, or 203 if it is unknown.
double linear_white_nits(const tonelift_video& video);

// Returns true if the samples define absolute luminance in cd/m2: in PQ, and in linear light with a
// known white.
bool is_absolute(const tonelift_video& in);

// Returns whether input values below black, above white or out of gamut are clipped.
bool cuts_off_beyond_white(const tonelift_video& in, const tonelift_options& options);

// Returns the pixel format of the video. Throws Error (argument) for an unknown format, or a size
// outside 1x1 to 16384x16384 pixels. `which` names the video in messages, such as "input".
const Format& check_picture(const tonelift_video& video, const char* which);

// Checks the input like check_picture(). Also throws Error (unsupported) for a texture format.
void check_input(const tonelift_video& video);

// Throws Error (argument) for an invalid size, format, chroma location, range, luminance or alpha
// mode. Throws Error (unsupported) for primaries, a transfer or a matrix that is not supported.
void check_output(const tonelift_video& video);

// Returns the completed description of `video`. *remarks (may be NULL) receives warnings about
// guessed and ignored metadata, or an empty string.
tonelift_video describe_input(const tonelift_video& video, const tonelift_options& options,
                              std::string* remarks);

// Returns whether Dolby Vision metadata reshapes each frame. `in` is the result of
// describe_input().
bool is_reshaped(const tonelift_video& in);

// MaxCLL and MaxFALL in cd/m2 (CTA-861.3). 0 means unknown.
struct LightLevel {
    double max_cll = 0;
    double max_fall = 0;
};

// Returns whether the output has MaxCLL and MaxFALL. HLG has neither, because its light is relative
// to the screen.
bool has_light_level(const tonelift_video& out);

// Returns the output that the options select for the input `in`, which is the result of
// describe_input(). The HDR metadata suits every picture that the options can make. Throws Error
// (argument) for an unknown format.
tonelift_video describe_output(const tonelift_options& options, const tonelift_video& in);

// Returns the peak luminance of the input in cd/m2, 203 to 10000. It comes from the options, else
// from the HDR metadata, else it is a default.
double source_peak_nits(const tonelift_video& in, const tonelift_options& options);

// Returns the peak luminance of the output in cd/m2.
double target_peak_nits(const tonelift_video& out, const tonelift_options& options);

}  // namespace tonelift
