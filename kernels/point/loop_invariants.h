// SPDX-License-Identifier: BSD-2-Clause
//
// Moves loads of constants from a loop of machine code to the code before the loop.
#pragma once

#include <asmjit/x86.h>

namespace tonelift::code {

class CodeWriter;

// The instructions after `before`, up to and including `last`. Empty if both are null.
struct CodeSpan {
    asmjit::BaseNode* before = nullptr;
    asmjit::BaseNode* last = nullptr;
};

// Loads constants into registers before a loop. The loop begins after the node `before`, and ends
// at the cursor. An operand in memory counts as a constant if its address has no index register.
// The instructions `rare` seldom run. Unless there are registers for all constants, these
// instructions get none of them, so that their values have room, and load the constants again at
// their end.
void load_invariants_before_loop(CodeWriter& writer, asmjit::BaseNode* before, CodeSpan rare);

}  // namespace tonelift::code
