// SPDX-License-Identifier: BSD-2-Clause
// Converts base layer samples of Dolby Vision to light in double precision (ETSI GS CCM 001).
#pragma once

#include <tonelift/dolby_vision.h>

#include "tests/oracle/color_reference.h"

namespace tonelift::plain {

double reshaped(const tonelift_reshaping& of, int component, const reference::Vec3& samples);

reference::Vec3 light_of(const tonelift_dolby_vision& metadata, const reference::Vec3& samples);

}  // namespace tonelift::plain
