// SPDX-License-Identifier: BSD-2-Clause
// The syntax tree of a script. Nodes are in arrays, so that a deep tree is freed without recursion.
#pragma once

#include <string>
#include <vector>

#include "core/language/diagnostics.h"
#include "core/language/type.h"

namespace tonelift {

struct Builtin;

using ExpressionId = int;
using StatementId = int;
constexpr int no_id = -1;

enum class ExpressionKind : uint8_t {
    number,
    boolean,
    name,    // a variable, or a built-in that is used like a variable
    member,  // one component of a color
    call,
    unary,
    binary,
    conditional,
};

enum class Operator : uint8_t {
    none,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
    logical_not,
    negate
};

struct Slot {
    bool global = false;
    int index = no_id;
};

struct Expression {
    ExpressionKind kind{};
    Operator op{};
    SourceSpan span;
    SourceSpan name_span;
    std::string name;
    double number = 0;
    bool whole = false;
    std::vector<ExpressionId> children;
    int depth = 1;

    // The checker sets the following fields.
    Type type = Type::error;
    Slot slot;
    const Builtin* builtin = nullptr;
    int function = no_id;
    int component = 0;
};

enum class StatementKind : uint8_t { declare, assign, block, branch, loop, give_back, output };

struct Statement {
    StatementKind kind{};
    SourceSpan span;
    SourceSpan name_span;
    std::string name;
    std::string member;
    Type type{};
    Operator op{};  // for += and similar assignments; `none` for =
    ExpressionId expression = no_id;
    // Inner statements of blocks, branches (then, else) and loops (start, step, body).
    std::vector<StatementId> body;

    Slot slot;
    int component = 0;
    Type target{};
};

struct ParameterDeclaration {
    Type type{};
    std::string name;
    SourceSpan span;
};

struct Function {
    std::string name;
    SourceSpan span;
    Type result{};
    std::vector<ParameterDeclaration> parameters;
    StatementId body = no_id;
    int slots = 0;
    size_t position = 0;
};

enum class ParamKind : uint8_t { number, whole, boolean };

// A parameter that a script declares with `param` and that users can set.
struct ScriptParam {
    std::string name;
    ParamKind kind{};
    float default_value = 0;
    float low = 0;
    float high = 0;
    std::string help;
};

struct Ast {
    SourceText source;
    std::vector<Expression> expressions;
    std::vector<Statement> statements;
    std::vector<StatementId> top;
    std::vector<Function> functions;
    std::vector<ScriptParam> params;
    std::vector<SourceSpan> param_spans;
    int slots = 0;
    std::vector<std::string> slot_names;

    const Expression& at(ExpressionId id) const { return expressions[static_cast<size_t>(id)]; }
    Expression& at(ExpressionId id) { return expressions[static_cast<size_t>(id)]; }
    const Statement& statement(StatementId id) const { return statements[static_cast<size_t>(id)]; }
    Statement& statement(StatementId id) { return statements[static_cast<size_t>(id)]; }
};

}  // namespace tonelift
