// SPDX-License-Identifier: BSD-2-Clause
//
// Completes the descriptions of a stream's input and output: guesses missing tags, applies options
// and checks HDR metadata. A description is complete when no relevant field is unspecified.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

#include "kernels/format.h"

namespace tonelift {

// Code points of ITU-T H.273 that the library uses in decisions.
namespace h273 {
constexpr int unspecified = 2;
constexpr int primaries_bt709 = 1, primaries_625 = 5, primaries_525 = 6, primaries_bt2020 = 9;
constexpr int transfer_bt709 = 1, transfer_linear = 8, transfer_srgb = 13, transfer_pq = 16,
              transfer_hlg = 18;
constexpr int matrix_rgb = 0, matrix_bt709 = 1, matrix_625 = 5, matrix_525 = 6, matrix_bt2020 = 9;
constexpr int range_limited = 1, range_full = 2;

// Returns whether a code point carries no information. 0 and 3 are reserved or mean RGB. Callers
// without information leave 0 or 2.
constexpr bool is_unknown(int code) { return code <= 0 || code == unspecified || code == 3; }
}  // namespace h273

constexpr double reference_white_nits = 203;  // ITU-R BT.2408; also the white of SDR
constexpr double nominal_peak_nits = 1000;    // ITU-R BT.2100, table 5: HLG with gamma 1.2

// The transfer functions that the library computes. The numbers of H.273 for SDR cameras all mean
// BT.1886, because screens display such video with it.
enum class TransferFunction : unsigned char { bt1886, gamma22, gamma28, srgb, linear, pq, hlg };
bool transfer_supported(int transfer);
// Returns the function for a transfer number. Throws Error (unsupported) for unknown numbers.
TransferFunction transfer_function(int transfer);

// Returns whether a stream can carry light above SDR white. True for PQ and HLG, and for linear
// light in float samples or with a white (1.0) brighter than 203 cd/m2.
bool is_hdr(const tonelift_video& video);

// Returns whether the colors of a picture, as described by describe_input() or describe_output(),
// are multiplied by its alpha.
bool is_premultiplied(const tonelift_video& video);

// Returns the luminance of 1.0 in linear light, cd/m2; 203 if unknown.
double linear_white_nits(const tonelift_video& video);

// Returns whether a stream defines its luminance in cd/m2: PQ, and linear light with a known white.
bool is_absolute(const tonelift_video& in);

// Returns whether values below black, above white or out of gamut are clipped. True for integer
// SDR, unless superwhite=keep.
bool cuts_off_beyond_white(const tonelift_video& in, const tonelift_options& options);

// Checks the size and the format. Throws Error (argument) for a size outside 1x1 to 16384x16384 and
// for an invalid format number. `which` is "input" or "output", for the message.
const Format& check_picture(const tonelift_video& video, const char* which);

// Checks an input like check_picture(), and also refuses textures (unsupported).
void check_input(const tonelift_video& video);

// Checks the remaining fields of an output, which must be complete. Throws Error for an invalid
// chroma location, code range or luminance (argument), and for unknown colors (unsupported).
void check_output(const tonelift_video& video);

// Completes the description of an input. Applies the options in_*, and fills in unspecified fields.
// Removes metadata that contradicts itself or the color tags. *remarks (may be NULL) receives a
// text for a warning about assumptions and removed metadata, or an empty string. Throws Error
// (argument) for a contradictory description. Throws Error (unsupported) for unknown matrices and
// transfers, and for Dolby Vision that needs reshaping but is no longer YUV.
tonelift_video describe_input(const tonelift_video& video, const tonelift_options& options,
                              std::string* remarks);

// Returns whether the base layer must be reshaped by the Dolby Vision metadata of each frame. `in`
// is the result of describe_input().
bool is_reshaped(const tonelift_video& in);

// The brightest pixel and the brightest frame average of a stream in cd/m2 (CTA-861.3). 0 means
// unknown.
struct LightLevel {
    double max_cll = 0;
    double max_fall = 0;
};

// Returns whether the output gets a light level (MaxCLL and MaxFALL). The frames are measured only
// then. HLG has no light level, because its light is relative to the screen. BC4 has none, because
// its single channel may be alpha.
bool has_light_level(const tonelift_video& out);

// Describes the output. `in` is the result of describe_input(). Throws Error (argument) for an
// unknown format.
tonelift_video describe_output(const tonelift_options& options, const tonelift_video& in);

// Returns the assumed peak luminance of a stream in cd/m2, [203, 10000]. It is the first of these
// that is known: the option source_peak, the nominal peak for HLG, a plausible MaxCLL, the peak of
// a plausible mastering display, the nominal peak. SDR without the option has 203. `in` is the
// result of describe_input().
double source_peak_nits(const tonelift_video& in, const tonelift_options& options);

// Returns the brightest luminance of the output, cd/m2: the option target_peak, else 203 for SDR
// and 1000 for PQ and HLG.
double target_peak_nits(const tonelift_video& out, const tonelift_options& options);

}  // namespace tonelift
