// SPDX-License-Identifier: BSD-2-Clause
//
// The syntax tree of a script. Nodes are stored in arrays and refer to each other by index, so that
// trees of any shape are freed without recursion. Their depth is limited while they are built.
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
    name,    // a variable, a position or a stream property
    member,  // one component of a color
    call,    // a built-in, a function or the constructor color()
    unary,   // - !
    binary,
    conditional,  // ? :
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

// The slot of a variable, in the script or in the running function.
struct Slot {
    bool global = false;
    int index = no_id;
};

struct Expression {
    ExpressionKind kind{};
    Operator op{};
    Span span;
    Span name_span;    // kinds name, call, member, binary: the name or the operator
    std::string name;  // kinds name, call, member
    double number = 0;
    bool whole = false;  // kind number: has neither a point nor an exponent
    std::vector<ExpressionId> children;
    int depth = 1;

    // Set by the checker.
    Type type = Type::error;
    Slot slot;
    const Builtin* builtin = nullptr;
    int function = no_id;
    int component = 0;  // kind member: index of the component
};

enum class StatementKind : uint8_t { declare, assign, block, branch, loop, give_back, output };

struct Statement {
    StatementKind kind{};
    Span span;
    Span name_span;
    std::string name;  // kinds declare, assign
    std::string member;
    Type type{};                      // kind declare
    Operator op{};                    // kind assign: none for =, add for +=, ...
    ExpressionId expression = no_id;  // a value, or the condition of a branch or loop
    std::vector<StatementId> body;    // block: all; branch: then, else; loop: start, step, body

    Slot slot;          // kinds declare, assign
    int component = 0;  // kind assign: the component that is set
    Type target{};      // kind assign: type of the variable
};

struct ParameterDeclaration {
    Type type{};
    std::string name;
    Span span;
};

struct Function {
    std::string name;
    Span span;
    Type result{};
    std::vector<ParameterDeclaration> parameters;
    StatementId body = no_id;
    int slots = 0;        // number of variables; the parameters come first
    size_t position = 0;  // number of top-level statements before the function
};

enum class ParamKind : uint8_t { number, whole, boolean };

// A `param` line: a parameter of the script that users can set.
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
    std::vector<StatementId> top;  // top-level statements, in order
    std::vector<Function> functions;
    std::vector<ScriptParam> params;
    std::vector<Span> param_spans;
    int slots = 0;  // number of variables of the script; params come first
    std::vector<std::string> slot_names;

    const Expression& at(ExpressionId id) const { return expressions[static_cast<size_t>(id)]; }
    Expression& at(ExpressionId id) { return expressions[static_cast<size_t>(id)]; }
    const Statement& statement(StatementId id) const { return statements[static_cast<size_t>(id)]; }
    Statement& statement(StatementId id) { return statements[static_cast<size_t>(id)]; }
};

}  // namespace tonelift
