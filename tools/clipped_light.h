// SPDX-License-Identifier: BSD-2-Clause
//
// Detects scripts that do not compress HDR light, so that it is clipped.
#pragma once

#include <string>

#include "tools/explain_script.h"

namespace tonelift {

// Maps patches of HDR with a script. Returns a warning if all light above the target's white
// becomes white, because the script does not compress it. Returns an empty text otherwise, and if
// the script cannot map the patches.
std::string clipped_light_warning(const SourceText& source, const ExplainRequest& request);

}  // namespace tonelift
