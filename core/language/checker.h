// SPDX-License-Identifier: BSD-2-Clause
// Resolves names, determines the types of expressions, and writes both into the tree.
#pragma once

#include "core/language/ast.h"

namespace tonelift {

void check(Ast& ast, Diagnostics& diagnostics);

}  // namespace tonelift
