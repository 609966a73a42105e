// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for still pictures.
#pragma once

#include "tools/map.h"
#include "tools/pictures/still.h"

namespace tonelift {

// Maps one still picture of kind `from` to the file request.output, whose ending says its kind.
// Everything that is left out or assumed is logged on the standard error. The output appears under
// its name when it is complete. Throws Error.
void map_still(const MapRequest& request, const StillKind& from);

// Throws Error (argument) for options with which no picture becomes a file of kind `to`: unknown
// names and values, a script with a fault, and others that do not suit the kind.
void check_still_options(const MapRequest& request, const StillKind& to);

}  // namespace tonelift
