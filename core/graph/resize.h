// SPDX-License-Identifier: BSD-2-Clause
//
// Resamples planes to other sizes.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

// Adds a resampling of a plane to the graph. `width` and `height` are the size of the result.
NodeId resampled(Graph& graph, ResampleKind kind, NodeId plane, int width, int height);

// Resamples a plane to this size: averages along axes that shrink, then interpolates bilinearly
// along axes that grow. A plane that already has this size is returned unchanged.
NodeId resized(Graph& graph, NodeId plane, int width, int height);

// Averages a plane to half its width and height, rounded up.
NodeId halved(Graph& graph, NodeId plane);

}  // namespace tonelift
