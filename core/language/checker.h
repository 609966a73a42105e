// SPDX-License-Identifier: BSD-2-Clause
// Resolves each name, determines the type of each expression, and writes both into the tree.
#pragma once

#include "core/language/ast.h"

namespace tonelift {

void check(Ast& ast, Diagnostics& diagnostics);

}  // namespace tonelift
