// SPDX-License-Identifier: BSD-2-Clause
//
// From tokens to a tree.
#pragma once

#include "core/language/ast.h"
#include "core/language/lexer.h"

namespace tonelift {

// Fills ast from its own source. After an error it goes on with the next statement.
void parse(Ast& ast, Diagnostics& diagnostics);

// How an operator is written.
const char* operator_text(Operator op);

}  // namespace tonelift
