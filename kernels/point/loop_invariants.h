// SPDX-License-Identifier: BSD-2-Clause
//
// Vectors that a loop of machine code reads anew for every vector of pixels, constants and
// uniforms, are loaded before it instead, as far as there are registers: a processor loads two
// vectors of AVX2 in a cycle, or one of AVX-512, and calculates with more than that.
#pragma once

#include <asmjit/x86.h>

namespace tonelift::code {

class Writer;

// Changes the loop that lies behind `before`, up to the writer's cursor, and loads its invariants
// behind `before`. A vector in memory is invariant if its address has no index.
void load_invariants_before_loop(Writer& writer, asmjit::BaseNode* before);

}  // namespace tonelift::code
