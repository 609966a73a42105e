// SPDX-License-Identifier: BSD-2-Clause
//
// What a stream is and what will come out: guesses for what is not tagged, overrides by the
// options, and reasoning about HDR metadata. A description is complete when no field that matters
// is unspecified.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

#include "kernels/format.h"

namespace tonelift {

// Code points of ITU-T H.273 that the library reasons about.
namespace h273 {
constexpr int unspecified = 2;
constexpr int primaries_bt709 = 1, primaries_625 = 5, primaries_525 = 6, primaries_bt2020 = 9;
constexpr int transfer_bt709 = 1, transfer_linear = 8, transfer_srgb = 13, transfer_pq = 16,
              transfer_hlg = 18;
constexpr int matrix_rgb = 0, matrix_bt709 = 1, matrix_625 = 5, matrix_525 = 6, matrix_bt2020 = 9;
constexpr int range_limited = 1, range_full = 2;
}  // namespace h273

constexpr double reference_white_nits = 203;  // ITU-R BT.2408, and the white of SDR
constexpr double nominal_peak_nits = 1000;    // ITU-R BT.2100, table 5: HLG with gamma 1.2

// The functions that the transfer numbers of H.273 stand for. SDR camera curves are all shown by
// BT.1886.
enum class TransferFunction : unsigned char { bt1886, gamma22, gamma28, srgb, linear, pq, hlg };
bool transfer_supported(int transfer);
// Throws Error (unsupported) for the others.
TransferFunction transfer_function(int transfer);

// Carries more than SDR white: PQ, HLG, and linear light in floats.
bool is_hdr(const tonelift_video& video);

// Throws Error (argument) for a size that is not 1x1 to 16384x16384 and for a number that is no
// format. `which`: "input" or "output".
const Format& check_picture(const tonelift_video& video, const char* which);

// The same for the rest of an output, which must be complete: for numbers that are no chroma
// location, no code range and no luminance (argument), and for colors that are not known
// (unsupported).
void check_output(const tonelift_video& video);

// `video` with the options in_* applied and what was left unspecified filled in. When color had to
// be assumed, *assumed (may be NULL) becomes one sentence fit for a warning, else empty. Throws
// Error for a description that makes no sense (argument) or cannot be handled (unsupported: Dolby
// Vision whose base layer needs reshaping, matrices and transfers that are not known).
tonelift_video describe_input(const tonelift_video& video, const tonelift_options& options,
                              std::string* assumed);

// Brightest pixel and brightest frame average of a stream, cd/m2 (CTA-861.3); 0: unknown.
struct LightLevel {
    double max_cll = 0;
    double max_fall = 0;
};

// Whether the light level of an output is written, and so measured: that of HLG is relative to the
// screen.
bool has_light_level(const tonelift_video& out);

// What comes out for an input as described by describe_input(). Throws Error (argument) for an
// unknown format.
tonelift_video describe_output(const tonelift_options& options, const tonelift_video& in);

// Brightest luminance to reckon with in a stream as described by describe_input(), cd/m2, in [203,
// 10000]: the option source_peak, else MaxCLL or the mastering display if they are plausible, else
// the nominal peak. SDR: 203.
double source_peak_nits(const tonelift_video& in, const tonelift_options& options);

// Brightest luminance of the output, cd/m2: the option target_peak, else 203 for SDR and 1000 for
// PQ and HLG.
double target_peak_nits(const tonelift_video& out, const tonelift_options& options);

}  // namespace tonelift
