// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for still pictures.
#pragma once

#include "tools/map.h"
#include "tools/pictures/still.h"

namespace tonelift {

// Maps one still picture of kind `from` to the file request.output, whose extension determines its
// kind. Omissions and assumptions are logged on standard error. The output appears under its name
// when it is complete. Throws Error.
void map_still(const MapRequest& request, const StillKind& from);

// Throws Error (argument) for options that suit no input whose output is of kind `to`: unknown
// names and values, a script with a fault, and options that do not suit the kind.
void check_still_options(const MapRequest& request, const StillKind& to);

}  // namespace tonelift
