// SPDX-License-Identifier: BSD-2-Clause
//
// Converts input samples to linear BT.2020 light and light to output samples, at both ends of every
// graph. In BT.2020 light, 1.0 is 203 cd/m2.
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

// The size at which the input is read. Half has half the width and height, rounded up. Samples are
// averaged before they are decoded. Linear light is averaged as PQ codes.
enum class InputSize : uint8_t { whole, half };

// Returns the color of the input. For premultiplied input, it is the color before the
// multiplication by alpha.
Value input_color(Graph& graph, const tonelift_video& in, const InputReading& reading,
                  const InputCorrection& correction = {}, InputSize size = InputSize::whole);

// Maps a color to the light of the output picture, in the output's primaries and gamut. `peak` is
// the luminance of the output's white in cd/m2 (for HLG the nominal peak). The perceptual mode is
// softer if the gamut and the light of the input exceed those of the output more.
Value output_light(Graph& graph, const Value& color, const tonelift_video& in,
                   const tonelift_video& out, double peak, GamutMode mode);

// Returns the components of the output picture for the result of output_light(). Colors are
// multiplied by alpha if the output is premultiplied. They are also multiplied if a premultiplied
// input loses its alpha; the picture then appears on black.
std::vector<NodeId> output_components(Graph& graph, const Value& light, const tonelift_video& in,
                                      const tonelift_video& out, double peak);

// Returns the components of the output picture that copy the samples of an RGB input.
std::vector<NodeId> kept_components(Graph& graph, const tonelift_video& in,
                                    const tonelift_video& out);

// Returns nodes for MaxCLL and MaxFALL of the frames so far in cd/m2. Both are based on the maximum
// of a pixel's R, G and B (CTA-861.3, annex P). Empty if all pixels have the same light.
std::vector<NodeId> light_levels(Graph& graph, const Value& light);

// Measures the fingerprint of a film: the mean of the input's first component, in [0, 1]. The
// result has two states. When statistics are read from a file, the first is the recorded value, and
// the second is measured on the frame itself.
constexpr size_t film_mark_count = 2;
std::array<NodeId, film_mark_count> film_marks(Graph& graph);

}  // namespace tonelift
