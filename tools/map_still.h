// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for still pictures.
#pragma once

#include "tools/map.h"
#include "tools/pictures/still.h"

namespace tonelift {

// Maps one still picture of kind `from` to the file request.output, whose extension determines its
// kind. Standard error lists what was left out or assumed. The output gets its final name when it
// is complete. Throws Error.
void map_still(const MapRequest& request, const StillKind& from);

// Checks the options before any input is read. Throws Error (argument) for unknown names and
// values, for a faulty script, and for options that do not suit an output of kind `to`.
void check_still_options(const MapRequest& request, const StillKind& to);

}  // namespace tonelift
