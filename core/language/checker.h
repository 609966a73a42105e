// SPDX-License-Identifier: BSD-2-Clause
// Resolves the names in a script, determines the types of its expressions, and stores both in the
// syntax tree.
#pragma once

#include "core/language/ast.h"

namespace tonelift {

void check(Ast& ast, Diagnostics& diagnostics);

}  // namespace tonelift
