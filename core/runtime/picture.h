// SPDX-License-Identifier: BSD-2-Clause
//
// The two ends of every graph: from the samples of the input to linear BT.2020 light, 1.0 = 203
// cd/m2, and from there to the samples of the output.
#pragma once

#include <tonelift/tonelift.h>

#include "core/graph/graph.h"

namespace tonelift {

// Ways into the output gamut, in the order of the option gamut_mode.
enum class GamutMode : uint8_t { perceptual, relative, clip, desaturate };

Picture picture_of(const tonelift_video& video);

// The input's color; peak: nominal peak of HLG, cd/m2.
Value input_color(Graph& graph, const tonelift_video& in, double peak);

// Components of the output picture for a color; peak: luminance of the output's white, cd/m2 (for
// HLG the nominal peak). alpha: component of the input picture, no_node when it has none. The
// perceptual mode bends colors only where the input's gamut is the wider one.
std::vector<NodeId> output_components(Graph& graph, const Value& color, const tonelift_video& in,
                                      const tonelift_video& out, double peak, GamutMode mode,
                                      NodeId alpha);

}  // namespace tonelift
