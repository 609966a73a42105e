// SPDX-License-Identifier: BSD-2-Clause
//
// Core inputs that lie in a buffer, so that a core may read the buffer itself.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// The buffer that core input `input` comes from unchanged, or -1.
int loaded_buffer(const PointProgram& prologue, int input);

// The buffer that the prologue stores the value of core input `input` to as well, or -1.
int stored_buffer(const PointProgram& prologue, int input);

}  // namespace tonelift
