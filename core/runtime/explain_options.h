// SPDX-License-Identifier: BSD-2-Clause
// Describes the plan for given options and input as text.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

namespace tonelift {

// Lists the passes or, if `reasons` is set, the reasons for them. Allocates no memory for frames
// and opens no device. Throws the errors of a filter.
std::string explain_options(const tonelift_options& options, const tonelift_video& in,
                            bool reasons);

}  // namespace tonelift
