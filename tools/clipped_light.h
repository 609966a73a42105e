// SPDX-License-Identifier: BSD-2-Clause
//
// Detects scripts that clip HDR light because they do not compress it.
#pragma once

#include <string>

#include "tools/explain_script.h"

namespace tonelift {

// Maps patches of HDR light with a script. Returns a warning if all light above the target's white
// becomes white. Returns an empty text for all other scripts, and for scripts that cannot map the
// patches.
std::string clipped_light_warning(const SourceText& source, const ExplainRequest& request);

}  // namespace tonelift
