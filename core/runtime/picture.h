// SPDX-License-Identifier: BSD-2-Clause
//
// Adds the conversions at both ends of every graph: from input samples to linear BT.2020 light,
// where 1.0 is 203 cd/m2, and from light to output samples.
#pragma once

#include <tonelift/tonelift.h>

#include <array>

#include "core/color/reshaping.h"
#include "core/graph/graph.h"

namespace tonelift {

// Methods of mapping into the output gamut, in the order of the option gamut_mode.
enum class GamutMode : uint8_t { perceptual, relative, clip, desaturate };

Picture picture_of(const tonelift_video& video);

// A correction that is added to the luma of a picture, or to red, green and blue alike.
struct InputCorrection {
    NodeId added = no_node;   // no_node: no correction
    NodeId halved = no_node;  // the correction at half resolution
};

// Describes how input samples are interpreted.
struct InputReading {
    double peak = 0;          // nominal peak of HLG, cd/m2
    ReshapingForm form = {};  // form of the reshaping, if any
    bool cuts_off = false;    // clip values below black, above white or out of gamut
};

// The size at which the input is read. half: half the width and height, rounded up. Samples are
// averaged before decoding; linear light is averaged as PQ codes.
enum class InputSize : uint8_t { whole, half };

// Returns the input's color; for premultiplied input, the color before the multiplication by alpha.
Value input_color(Graph& graph, const tonelift_video& in, const InputReading& reading,
                  const InputCorrection& correction = {}, InputSize size = InputSize::whole);

// Returns the light of the output picture for a color, in the output's primaries and gamut. peak:
// luminance of the output's white, cd/m2 (for HLG the nominal peak). The more the input's gamut and
// light exceed those of the output, the softer is the perceptual mode.
Value output_light(Graph& graph, const Value& color, const tonelift_video& in,
                   const tonelift_video& out, double peak, GamutMode mode);

// Returns the components of the output picture. light: from output_light(). Colors are multiplied
// by alpha if the output is premultiplied, or if a premultiplied input loses its alpha, which shows
// the picture on black.
std::vector<NodeId> output_components(Graph& graph, const Value& light, const tonelift_video& in,
                                      const tonelift_video& out, double peak);

// Returns the components of the output picture that copy the samples of an RGB input.
std::vector<NodeId> kept_components(Graph& graph, const tonelift_video& in,
                                    const tonelift_video& out);

// Returns nodes for MaxCLL and MaxFALL of the frames so far (CTA-861.3, annex P: based on the
// maximum of a pixel's R, G and B), cd/m2. Empty if all pixels have the same light.
std::vector<NodeId> light_levels(Graph& graph, const Value& light);

// The fingerprint of a film: the mean of the input's first component, in [0, 1], as two values with
// a state. In a replay the first state is the recorded value, and the second state is measured on
// the frame itself.
constexpr size_t film_mark_count = 2;
std::array<NodeId, film_mark_count> film_marks(Graph& graph);

}  // namespace tonelift
