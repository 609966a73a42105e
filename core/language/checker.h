// SPDX-License-Identifier: BSD-2-Clause
//
// Checks names and types: resolves each name, finds the type of each expression, and writes both
// into the tree.
#pragma once

#include "core/language/ast.h"

namespace tonelift {

// Checks the tree. If there was no error, it holds no unknown name, no wrong number of arguments
// and no wrong type.
void check(Ast& ast, Diagnostics& diagnostics);

}  // namespace tonelift
