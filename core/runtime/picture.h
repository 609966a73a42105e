// SPDX-License-Identifier: BSD-2-Clause
//
// Both ends of every graph: from the samples of the input to linear BT.2020 light, 1.0 = 203 cd/m2,
// and from there to the samples of the output.
#pragma once

#include <tonelift/tonelift.h>

#include <array>

#include "core/color/reshaping.h"
#include "core/graph/graph.h"

namespace tonelift {

// Methods of mapping into the output gamut, in the order of the option gamut_mode.
enum class GamutMode : uint8_t { perceptual, relative, clip, desaturate };

Picture picture_of(const tonelift_video& video);

// What is added to the luma of a picture, or to its red, green and blue alike.
struct InputCorrection {
    NodeId added = no_node;   // no_node: nothing
    NodeId halved = no_node;  // the same at half the size
};

// How the samples of the input are read.
struct InputReading {
    double peak = 0;          // nominal peak of HLG, cd/m2
    ReshapingForm form = {};  // of the reshaping, where there is one
    bool cuts_off = false;    // whether what decodes beyond black, white or a pure color is cut off
};

// half: half the width and height, rounded up. Samples are averaged, and then decoded; linear light
// is averaged as PQ codes.
enum class InputSize : uint8_t { whole, half };

// The input's color; where it is multiplied by alpha, the color before that.
Value input_color(Graph& graph, const tonelift_video& in, const InputReading& reading,
                  const InputCorrection& correction = {}, InputSize size = InputSize::whole);

// The light of the output picture for a color, in the output's primaries and gamut; peak: luminance
// of the output's white, cd/m2 (for HLG the nominal peak). The perceptual mode is
// the softer the farther the input's gamut and light reach beyond the output's.
Value output_light(Graph& graph, const Value& color, const tonelift_video& in,
                   const tonelift_video& out, double peak, GamutMode mode);

// Components of the output picture for its light: colors are multiplied by alpha where they are to
// be so, and where an input that was so loses its alpha, which is the picture over black.
std::vector<NodeId> output_components(Graph& graph, const Value& light, const tonelift_video& in,
                                      const tonelift_video& out, double peak);

// The same for the samples of an RGB input that stay as they are.
std::vector<NodeId> kept_components(Graph& graph, const tonelift_video& in,
                                    const tonelift_video& out);

// Nodes for MaxCLL and MaxFALL of the frames so far (CTA-861.3, annex P: of the largest of a
// pixel's R, G and B), cd/m2. None for light that is constant over the picture.
std::vector<NodeId> light_levels(Graph& graph, const Value& light);

// The fingerprint of a film: the mean of the input's first component, in [0, 1], as two numbers
// with a state. In a replay the state of the first is the recorded one, and that of the second is
// measured on the frame itself.
constexpr size_t film_mark_count = 2;
std::array<NodeId, film_mark_count> film_marks(Graph& graph);

}  // namespace tonelift
