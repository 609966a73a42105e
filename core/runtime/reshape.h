// SPDX-License-Identifier: BSD-2-Clause
//
// Adds operations that convert the samples of Dolby Vision to light: reshaping, then the matrices
// of the metadata.
#pragma once

#include "core/color/reshaping.h"
#include "core/graph/graph.h"

namespace tonelift {

// Returns linear BT.2020 light, 1.0 = 203 cd/m2. samples: base layer at full size, code / 1023. The
// metadata comes from the values given with the frame.
Value reshaped_light(Graph& graph, const Value& samples, const ReshapingForm& form);

}  // namespace tonelift
