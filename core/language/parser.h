// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/language/ast.h"
#include "core/language/lexer.h"

namespace tonelift {

// Parses the source text in `ast`. After an error, parsing resumes at the next statement, to report
// further errors.
void parse(Ast& ast, Diagnostics& diagnostics);

const char* operator_text(Operator op);

}  // namespace tonelift
