// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/script.h"

#include "core/language/builder.h"
#include "core/language/checker.h"
#include "core/language/parser.h"

namespace tonelift {

Ast parse_script(SourceText source) {
    Ast ast;
    ast.source = std::move(source);
    Diagnostics diagnostics(ast.source);
    parse(ast, diagnostics);
    diagnostics.throw_if_failed();
    check(ast, diagnostics);
    diagnostics.throw_if_failed();
    return ast;
}

Script build_script(const Ast& ast, Graph& graph, const BuildContext& context) {
    Diagnostics diagnostics(ast.source);
    return Builder(ast, graph, context, diagnostics).run();
}

}  // namespace tonelift
