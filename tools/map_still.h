// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for still pictures.
#pragma once

#include "tools/map.h"
#include "tools/pictures/still.h"

namespace tonelift {

// The extension of request.output determines its kind. Standard error lists omissions and
// assumptions. The output gets its final name when it is complete. Throws Error.
void map_still(const MapRequest& request, const StillKind& from);

// Checks the options before any input is read. Throws Error (argument).
void check_still_options(const MapRequest& request, const StillKind& to);

}  // namespace tonelift
