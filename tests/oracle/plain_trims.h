// SPDX-License-Identifier: BSD-2-Clause
// Computes tonemap=st2094-10 (SMPTE ST 2094-10, annex B.2), with the knee of libplacebo and the
// trims of DoViBaker.
#pragma once

#include <tonelift/dolby_vision.h>

#include "tests/oracle/color_reference.h"

namespace tonelift::plain {

reference::Vec3 trimmed_light(const tonelift_dolby_trims& trims, const reference::Vec3& light);

}  // namespace tonelift::plain
