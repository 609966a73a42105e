// SPDX-License-Identifier: BSD-2-Clause
//
// Moves loads of constants out of a loop of machine code.
#pragma once

#include <asmjit/x86.h>

namespace tonelift::code {

class Writer;

// Operands in memory are constant if their address has no index.
void load_invariants_before_loop(Writer& writer, asmjit::BaseNode* before);

}  // namespace tonelift::code
