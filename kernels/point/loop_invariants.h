// SPDX-License-Identifier: BSD-2-Clause
//
// Hoists loads of constants and uniforms out of a loop of machine code, as long as there are free
// registers. This is faster because a processor executes fewer loads per cycle than arithmetic
// instructions: two with AVX2, or one with AVX-512.
#pragma once

#include <asmjit/x86.h>

namespace tonelift::code {

class Writer;

// Loads the invariants of a loop into registers directly after `before`, and makes the loop use
// these registers. The loop consists of the instructions from `before` to the writer's cursor. An
// operand in memory is invariant if its address has no index.
void load_invariants_before_loop(Writer& writer, asmjit::BaseNode* before);

}  // namespace tonelift::code
