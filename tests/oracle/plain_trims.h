// SPDX-License-Identifier: BSD-2-Clause
//
// The definition of tonemap=st2094-10 in doubles: the curve of SMPTE ST 2094-10, annex B.2, with
// libplacebo's knee, and the level 2 trims as DoViBaker applies them.
#pragma once

#include <tonelift/dolby_vision.h>

#include "tests/oracle/color_reference.h"

namespace tonelift::plain {

// Returns unclipped BT.2020 light as a share of the screen's white. light: cd/m2.
reference::Vec3 trimmed_light(const tonelift_dolby_trims& trims, const reference::Vec3& light);

}  // namespace tonelift::plain
