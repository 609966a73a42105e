// SPDX-License-Identifier: BSD-2-Clause
//
// Resamples planes to other sizes.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

// Returns the core `kind` applied to a plane; width, height: size of the result.
NodeId resampled(Graph& graph, ResampleKind kind, NodeId plane, int width, int height);

// Returns the plane resampled to this size: averaged along axes that shrink, then interpolated
// bilinearly along axes that grow. A plane that already has this size is returned unchanged.
NodeId resized(Graph& graph, NodeId plane, int width, int height);

// Returns the plane averaged to half the width and height, rounded up.
NodeId halved(Graph& graph, NodeId plane);

}  // namespace tonelift
