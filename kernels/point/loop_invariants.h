// SPDX-License-Identifier: BSD-2-Clause
//
// Hoists loads of constants and uniforms out of a loop of machine code, as long as there are free
// registers. A processor executes more arithmetic than loads per cycle; it can load two AVX2
// vectors or one AVX-512 vector.
#pragma once

#include <asmjit/x86.h>

namespace tonelift::code {

class Writer;

// Changes the loop between `before` and the writer's cursor: loads its invariants directly after
// `before`. A vector in memory is invariant if its address has no index.
void load_invariants_before_loop(Writer& writer, asmjit::BaseNode* before);

}  // namespace tonelift::code
