// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the program without the instructions whose results no other instruction reads.
// Instructions that store a value stay.
PointProgram without_unread(PointProgram program);

}  // namespace tonelift
