// SPDX-License-Identifier: BSD-2-Clause
//
// Whether a script leaves the light of HDR to be clipped.
#pragma once

#include <string>

#include "tools/explain_script.h"

namespace tonelift {

// Maps patches of HDR with a script. Returns a warning if all light above the target's white comes
// out as white, because no part of the script brings it into the target; empty if not, or if the
// script does not fit the patches.
std::string clipped_light_warning(const SourceText& source, const ExplainRequest& request);

}  // namespace tonelift
