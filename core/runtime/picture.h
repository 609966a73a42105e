// SPDX-License-Identifier: BSD-2-Clause
// Converts input samples to linear BT.2020 light, where 1.0 is 203 cd/m2, and light to output
// samples.
#pragma once

#include <tonelift/tonelift.h>

#include <array>

#include "core/color/reshaping.h"
#include "core/graph/graph.h"

namespace tonelift {

enum class GamutMode : uint8_t { perceptual, relative, clip, desaturate };

Picture picture_of(const tonelift_video& video);

// A correction that is added to luma, or to red, green and blue alike.
struct InputCorrection {
    NodeId added = no_node;
    NodeId halved = no_node;
};

struct InputReading {
    double peak = 0;  // nominal peak of HLG, cd/m2
    ReshapingForm form = {};
    bool cuts_off = false;  // clip light below black, above white or out of gamut
};

// `half` is half the width and height, rounded up.
enum class InputSize : uint8_t { whole, half };

// Returns the color of the input. Premultiplied colors are divided by alpha.
Value input_color(Graph& graph, const tonelift_video& in, const InputReading& reading,
                  const InputCorrection& correction = {}, InputSize size = InputSize::whole);

// `peak` is the luminance of the output's white in cd/m2.
Value output_light(Graph& graph, const Value& color, const tonelift_video& in,
                   const tonelift_video& out, double peak, GamutMode mode);

// Multiplies colors by alpha if the output is premultiplied.
std::vector<NodeId> output_components(Graph& graph, const Value& light, const tonelift_video& in,
                                      const tonelift_video& out, double peak);

// Copies the samples of an RGB input.
std::vector<NodeId> kept_components(Graph& graph, const tonelift_video& in,
                                    const tonelift_video& out);

// Returns MaxCLL and MaxFALL of the frames so far in cd/m2.
std::vector<NodeId> light_levels(Graph& graph, const Value& light);

// A fingerprint of the film is the mean of the input's first component.
constexpr size_t film_mark_count = 2;
std::array<NodeId, film_mark_count> film_marks(Graph& graph);

}  // namespace tonelift
