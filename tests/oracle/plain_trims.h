// SPDX-License-Identifier: BSD-2-Clause
// tonemap=st2094-10 in doubles. The curve is that of SMPTE ST 2094-10, annex B.2, with the knee of
// libplacebo. The level 2 trims are applied as in DoViBaker.
#pragma once

#include <tonelift/dolby_vision.h>

#include "tests/oracle/color_reference.h"

namespace tonelift::plain {

reference::Vec3 trimmed_light(const tonelift_dolby_trims& trims, const reference::Vec3& light);

}  // namespace tonelift::plain
