// SPDX-License-Identifier: BSD-2-Clause
// Converts input samples to linear BT.2020 light, where 1.0 is 203 cd/m2, and such light to output
// samples.
#pragma once

#include <tonelift/tonelift.h>

#include <array>
#include <map>

#include "core/color/reshaping.h"
#include "core/graph/graph.h"

namespace tonelift {

enum class GamutMode : uint8_t { perceptual, relative, clip, desaturate };

Picture picture_of(const tonelift_video& video);

// The factors by which scripts reduce the input with `downsample`, and 1.
constexpr std::array input_reductions{1, 2, 4};

// A correction that is added to luma, or to red, green and blue alike: a plane for each of
// input_reductions. Empty if nothing is corrected.
using InputCorrection = std::map<int, NodeId>;

struct InputReading {
    double peak = 0;  // nominal peak of HLG, cd/m2
    ReshapingForm form = {};
    bool cuts_off = false;  // true: clip light below black, above white or out of gamut
};

// Returns the linear light of the input, reduced by `factor`, one of input_reductions.
// Premultiplied colors are divided by alpha.
Value input_color(Graph& graph, const tonelift_video& in, const InputReading& reading,
                  const InputCorrection& correction = {}, int factor = 1);

// Returns `color` as light in the primaries and the gamut of the output. `peak` is the luminance of
// the output's white in cd/m2.
Value output_light(Graph& graph, const Value& color, const tonelift_video& in,
                   const tonelift_video& out, double peak, GamutMode mode);

// Returns the output samples of `light`. Colors are multiplied by alpha if the output is
// premultiplied.
std::vector<NodeId> output_components(Graph& graph, const Value& light, const tonelift_video& in,
                                      const tonelift_video& out, double peak);

// Returns the samples of an RGB input without conversion.
std::vector<NodeId> kept_components(Graph& graph, const tonelift_video& in,
                                    const tonelift_video& out);

// Returns MaxCLL and MaxFALL of all frames so far, in cd/m2.
std::vector<NodeId> light_levels(Graph& graph, const Value& light);

// The mean of the input's luma tells films apart. For RGB, the largest component of each pixel
// counts instead of luma. Linear light is PQ-coded. film_marks() returns two means of a frame: the
// mean in the statistics file, and the mean that is measured now. Integer luma is reduced by
// `factor`, one of input_reductions, because a pass that measures the light reads it anyway.
constexpr size_t film_mark_count = 2;
std::array<NodeId, film_mark_count> film_marks(Graph& graph, const tonelift_video& in, int factor);

}  // namespace tonelift
