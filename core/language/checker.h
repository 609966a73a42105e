// SPDX-License-Identifier: BSD-2-Clause
//
// Names and types: finds what each name means and which type each expression has, and writes it
// into the tree.
#pragma once

#include "core/language/ast.h"

namespace tonelift {

// After it without an error, the tree holds no unknown name, no wrong count of arguments and no
// wrong type.
void check(Ast& ast, Diagnostics& diagnostics);

}  // namespace tonelift
