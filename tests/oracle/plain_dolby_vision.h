// SPDX-License-Identifier: BSD-2-Clause
//
// The definition of Dolby Vision's conversion from samples of a base layer to light (ETSI GS CCM
// 001) in doubles. It finds the piece of a sample and computes its function.
#pragma once

#include <tonelift/dolby_vision.h>

#include "tests/oracle/color_reference.h"

namespace tonelift::plain {

// Returns the reshaped sample. samples: code / 1023.
double reshaped(const tonelift_reshaping& of, int component, const reference::Vec3& samples);

// Returns linear BT.2020 light in cd/m2.
reference::Vec3 light_of(const tonelift_dolby_vision& metadata, const reference::Vec3& samples);

}  // namespace tonelift::plain
