// SPDX-License-Identifier: BSD-2-Clause
//
// The plan that options make for an input, as text.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

namespace tonelift {

// The passes or the reasons for them, without the newline at the end. Allocates no memory for
// frames and opens no device. Throws the errors of a filter.
std::string explain_options(const tonelift_options& options, const tonelift_video& in,
                            bool reasons);

}  // namespace tonelift
