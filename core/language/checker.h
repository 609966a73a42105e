// SPDX-License-Identifier: BSD-2-Clause
//
// Checks names and types: resolves each name, determines the type of each expression, and writes
// both into the tree.
#pragma once

#include "core/language/ast.h"

namespace tonelift {

// Checks the tree. A tree without a reported error has only known names, correct argument counts
// and correct types.
void check(Ast& ast, Diagnostics& diagnostics);

}  // namespace tonelift
