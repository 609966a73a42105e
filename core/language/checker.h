// SPDX-License-Identifier: BSD-2-Clause
//
// Checks names and types: resolves each name, determines the type of each expression, and writes
// both into the tree.
#pragma once

#include "core/language/ast.h"

namespace tonelift {

// Checks the tree. If no error is reported, it has no unknown names, no wrong number of arguments
// and no wrong types.
void check(Ast& ast, Diagnostics& diagnostics);

}  // namespace tonelift
