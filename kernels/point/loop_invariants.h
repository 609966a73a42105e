// SPDX-License-Identifier: BSD-2-Clause
//
// Moves loads of constants out of a loop of machine code while there are free registers. A
// processor executes fewer loads per cycle than arithmetic instructions.
#pragma once

#include <asmjit/x86.h>

namespace tonelift::code {

class Writer;

// The loop consists of the instructions from `before` to the writer's cursor. Operands in memory
// are constant if their address has no index.
void load_invariants_before_loop(Writer& writer, asmjit::BaseNode* before);

}  // namespace tonelift::code
