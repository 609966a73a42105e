// SPDX-License-Identifier: BSD-2-Clause
//
// Moves loads of constants from a loop of machine code to the code before the loop.
#pragma once

#include <asmjit/x86.h>

namespace tonelift::code {

class CodeWriter;

// Loads constants into registers before the node `before`. An operand in memory counts as a
// constant if its address has no index register.
void load_invariants_before_loop(CodeWriter& writer, asmjit::BaseNode* before);

}  // namespace tonelift::code
