// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for still pictures.
#pragma once

#include "tools/map.h"
#include "tools/pictures/still.h"

namespace tonelift {

// Maps request.input, a still picture of the kind `from`, to request.output. The file name
// extension of the output determines its kind.
void map_still(const MapRequest& request, const StillKind& from);

// Checks the options for outputs of the kind `to` before any input is read. Throws Error (argument)
// if they are invalid.
void check_still_options(const MapRequest& request, const StillKind& to);

}  // namespace tonelift
