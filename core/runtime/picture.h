// SPDX-License-Identifier: BSD-2-Clause
//
// The two ends of every graph: from the samples of the input to linear BT.2020 light, 1.0 = 203
// cd/m2, and from there to the samples of the output.
#pragma once

#include <tonelift/tonelift.h>

#include <array>

#include "core/graph/graph.h"

namespace tonelift {

// Ways into the output gamut, in the order of the option gamut_mode.
enum class GamutMode : uint8_t { perceptual, relative, clip, desaturate };

Picture picture_of(const tonelift_video& video);

// The input's color; peak: nominal peak of HLG, cd/m2.
Value input_color(Graph& graph, const tonelift_video& in, double peak);

// The light of the output picture for a color, in the output's primaries and gamut; peak: luminance
// of the output's white, cd/m2 (for HLG the nominal peak). The perceptual mode bends colors only
// where the input's gamut is the wider one.
Value output_light(Graph& graph, const Value& color, const tonelift_video& in,
                   const tonelift_video& out, double peak, GamutMode mode);

// Components of the output picture for its light. alpha: component of the input picture, no_node
// when it has none.
std::vector<NodeId> output_components(Graph& graph, const Value& light, const tonelift_video& out,
                                      double peak, NodeId alpha);

// MaxCLL and MaxFALL of the frames so far (CTA-861.3, annex P: of the largest of a pixel's R, G and
// B), cd/m2. None for light that is the same everywhere.
std::vector<NodeId> light_levels(Graph& graph, const Value& light);

// By which a film is known again: the mean of the input's first component, in [0, 1], in two
// numbers with a state. In a replay that of the first is the recorded one, and the second is left
// with that of the frame itself.
constexpr size_t film_mark_count = 2;
std::array<NodeId, film_mark_count> film_marks(Graph& graph);

}  // namespace tonelift
