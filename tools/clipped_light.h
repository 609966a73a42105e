// SPDX-License-Identifier: BSD-2-Clause
//
// Detects scripts that clip HDR light instead of compressing it.
#pragma once

#include <string>

#include "tools/explain_script.h"

namespace tonelift {

// Returns a warning if the script maps all light above white to white, else an empty string. Also
// returns an empty string if the script fails.
std::string clipped_light_warning(const SourceText& source, const ExplainRequest& request);

}  // namespace tonelift
