// SPDX-License-Identifier: BSD-2-Clause
// Makes the log line that describes a stream: input, output, preset and device.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

#include "core/runtime/settings.h"

namespace tonelift {

// Returns a text such as "PQ BT.2020 1000 cd/m2 to BT.709 8 bit; preset natural; running on the
// CPU". `mapped` describes the mapped picture, also if the filter only measures and outputs its
// input.
std::string summary_of(const Settings& settings, const tonelift_video& in,
                       const tonelift_video& mapped, const std::string& place);

}  // namespace tonelift
