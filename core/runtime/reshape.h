// SPDX-License-Identifier: BSD-2-Clause
// Converts the samples of Dolby Vision to light: reshaping, then the matrices of the metadata.
#pragma once

#include "core/color/reshaping.h"
#include "core/graph/graph.h"

namespace tonelift {

// Converts the samples of a base layer to linear BT.2020 light, where 1.0 is 203 cd/m2.
Value reshaped_light(Graph& graph, const Value& samples, const ReshapingForm& form);

}  // namespace tonelift
