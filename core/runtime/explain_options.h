// SPDX-License-Identifier: BSD-2-Clause
// Describes the plan for given options and a given input as text.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

namespace tonelift {

// `reasons` adds the reason for each pass, stored plane and statistic. This function allocates no
// memory for frames and opens no device.
std::string explain_options(const tonelift_options& options, const tonelift_video& in,
                            bool reasons);

}  // namespace tonelift
