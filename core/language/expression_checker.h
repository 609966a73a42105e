// SPDX-License-Identifier: BSD-2-Clause
// Checks the names and types in expressions, and stores which names each scope declares.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/language/ast.h"
#include "core/language/builtins.h"

namespace tonelift {

struct Symbol {
    Slot slot;
    Type type = Type::error;
    bool param = false;
};

class Scopes {
  public:
    void open() { scopes_.emplace_back(); }
    void close() { scopes_.pop_back(); }
    size_t depth() const { return scopes_.size(); }
    // Adds the name to the innermost scope. Returns false if this scope already has the name.
    bool declare(const std::string& name, const Symbol& symbol);
    const Symbol* find(const std::string& name) const;
    std::vector<std::string> names() const;

  private:
    std::vector<std::map<std::string, Symbol>> scopes_;
};

bool promotes(Type from, Type to);
Type wider(Type a, Type b);

class ExpressionChecker {
  public:
    ExpressionChecker(Ast& ast, Diagnostics& diagnostics, const Scopes& scopes)
        : ast_(ast), diagnostics_(diagnostics), scopes_(scopes) {}

    Type check(ExpressionId id);
    // Checks the expression, and reports an error if its type does not convert to `wanted`. `what`
    // begins the message, such as "the output is".
    void check_as(ExpressionId id, Type wanted, const std::string& what);
    // Returns the index (0 to 2) of a component of a color, or -1 for an error.
    int component(const std::string& name, SourceSpan span, Type of);
    void unknown_name(const std::string& name, SourceSpan span);

    // Number of functions declared so far. Only these functions can be called.
    size_t visible_functions = 0;
    bool inside_function = false;

  private:
    Type find_type(Expression& expression);
    Type name(Expression& expression);
    Type unary(const Expression& expression);
    Type binary(const Expression& expression);
    Type conditional(const Expression& expression);
    Type call(Expression& expression);
    Type constructor(const Expression& expression, Type type);
    Type function_call(Expression& expression, int index);
    Type builtin_call(Expression& expression);
    const Builtin* called_builtin(const Expression& expression) const;
    int visible_function(const std::string& name) const;
    void name_function(ExpressionId id, const Expression& call, const BuiltinParameter& parameter);
    Type check_functions(const Expression& call, Type image);
    void check_given(const Expression& name, const BuiltinParameter& parameter,
                     const std::vector<Type>& given, const char* hint);
    bool check_count(const Expression& expression, size_t least, size_t most,
                     const std::string& hint);
    void check_argument(const Expression& call, size_t index, const BuiltinParameter& parameter,
                        const std::string& signature);
    Type unknown_function(const Expression& expression);
    Type type_of(ExpressionId id) const { return ast_.at(id).type; }

    Ast& ast_;
    Diagnostics& diagnostics_;
    const Scopes& scopes_;
};

}  // namespace tonelift
