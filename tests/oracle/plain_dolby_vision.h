// SPDX-License-Identifier: BSD-2-Clause
//
// The definition of Dolby Vision's conversion from base layer samples to light (ETSI GS CCM 001),
// in doubles. For each sample it finds the piece of the curve and evaluates its function.
#pragma once

#include <tonelift/dolby_vision.h>

#include "tests/oracle/color_reference.h"

namespace tonelift::plain {

// Returns a reshaped sample of a component. `samples` are the codes of all components, divided by
// 1023.
double reshaped(const tonelift_reshaping& of, int component, const reference::Vec3& samples);

// Returns the light of samples: linear BT.2020, in cd/m2.
reference::Vec3 light_of(const tonelift_dolby_vision& metadata, const reference::Vec3& samples);

}  // namespace tonelift::plain
