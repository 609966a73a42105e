// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for still pictures.
#pragma once

#include "tools/map.h"
#include "tools/pictures/still.h"

namespace tonelift {

// Maps one still picture to request.output, whose extension determines the kind of file.
void map_still(const MapRequest& request, const StillKind& from);

// Checks the options before any input is read. Throws Error (argument).
void check_still_options(const MapRequest& request, const StillKind& to);

}  // namespace tonelift
