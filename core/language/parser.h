// SPDX-License-Identifier: BSD-2-Clause
//
// Parses a script: converts tokens to a tree.
#pragma once

#include "core/language/ast.h"
#include "core/language/lexer.h"

namespace tonelift {

// Fills ast from the source that it contains. After an error, parsing resumes at the next
// statement.
void parse(Ast& ast, Diagnostics& diagnostics);

// Returns the spelling of an operator.
const char* operator_text(Operator op);

}  // namespace tonelift
