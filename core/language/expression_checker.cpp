// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/expression_checker.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/common/text.h"
#include "core/language/foreign.h"

namespace tonelift {
namespace {

std::string with_article(Type type) {
    const std::string name(type_name(type));
    return (type == Type::whole ? "an " : "a ") + name;
}

std::string hint_or_list(const std::string& hint) {
    return hint.empty() ? "`tonelift builtins` lists the built-in functions and variables" : hint;
}

std::string narrowing_hint(Type from, Type to) {
    if (from == Type::color && to == Type::plane)
        return "luminance(c), lightness(c) and c.r convert a color to a plane";
    if (from >= Type::plane && to == Type::number)
        return "mean(v), maximum(v) and percentile(v, share) convert a plane to a float";
    if (to == Type::boolean) return "compare it, like x > 0";
    return "";
}

Type widest(Kind kind) {
    switch (kind) {
        case Kind::boolean:
        case Kind::whole:
        case Kind::number:
            return Type::number;
        case Kind::plane:
            return Type::plane;
        default:
            return Type::color;
    }
}

Type type_of_kind(Kind kind) {
    switch (kind) {
        case Kind::boolean:
            return Type::boolean;
        case Kind::whole:
            return Type::whole;
        case Kind::number:
            return Type::number;
        case Kind::color:
            return Type::color;
        default:
            return Type::plane;
    }
}

}  // namespace

bool Scopes::declare(const std::string& name, const Symbol& symbol) {
    return scopes_.back().emplace(name, symbol).second;
}

const Symbol* Scopes::find(const std::string& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
        const auto found = scope->find(name);
        if (found != scope->end()) return &found->second;
    }
    return nullptr;
}

std::vector<std::string> Scopes::names() const {
    std::vector<std::string> names;
    for (const auto& scope : scopes_) {
        for (const auto& [name, symbol] : scope) names.push_back(name);
    }
    return names;
}

bool promotes(Type from, Type to) {
    if (from == Type::error || to == Type::error) return true;
    if (to == Type::boolean) return from == Type::boolean;
    // A float is accepted where an int is needed. Builder::convert() later checks that the value is
    // a whole number.
    if (to == Type::whole) return from <= Type::number;
    return from <= to;
}

Type wider(Type a, Type b) {
    if (a == Type::error || b == Type::error) return Type::error;
    return std::max(a, b);
}

Type ExpressionChecker::check(ExpressionId id) {
    const Builtin* builtin = called_builtin(ast_.at(id));
    const auto children = ast_.at(id).children;
    for (size_t i = 0; i < children.size(); ++i) {
        const bool named = builtin != nullptr && i < builtin->parameters.size() &&
                           builtin->parameters[i].kind == Kind::function;
        if (named)
            name_function(children[i], ast_.at(id), builtin->parameters[i]);
        else
            check(children[i]);
    }
    Expression& expression = ast_.at(id);
    expression.type = find_type(expression);
    return expression.type;
}

void ExpressionChecker::check_as(ExpressionId id, Type wanted, const std::string& what) {
    const Type type = check(id);
    if (promotes(type, wanted)) return;
    diagnostics_.error(ast_.at(id).span,
                       what + " " + with_article(wanted) + ", and this is " + with_article(type),
                       narrowing_hint(type, wanted));
}

Type ExpressionChecker::find_type(Expression& expression) {
    switch (expression.kind) {
        case ExpressionKind::number:
            return expression.whole ? Type::whole : Type::number;
        case ExpressionKind::boolean:
            return Type::boolean;
        case ExpressionKind::name:
            return name(expression);
        case ExpressionKind::member: {
            const Type of = type_of(expression.children[0]);
            expression.component = component(expression.name, expression.name_span, of);
            return expression.component < 0 ? Type::error : Type::plane;
        }
        case ExpressionKind::call:
            return call(expression);
        case ExpressionKind::unary:
            return unary(expression);
        case ExpressionKind::binary:
            return binary(expression);
        case ExpressionKind::conditional:
            return conditional(expression);
    }
    return Type::error;
}

int ExpressionChecker::component(const std::string& name, SourceSpan span, Type of) {
    if (of == Type::error) return -1;
    if (of != Type::color) {
        diagnostics_.error(span, with_article(of) + " has no components",
                           "only a color has: .r .g .b");
        return -1;
    }
    static constexpr std::array<std::string_view, 6> names = {"r", "g", "b", "x", "y", "z"};
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<int>(found - names.begin()) % 3;
    diagnostics_.error(span, "a color has no component " + quote(name),
                       "its components are .r .g .b, or .x .y .z");
    return -1;
}

// --- names

void ExpressionChecker::unknown_name(const std::string& name, SourceSpan span) {
    const Builtin* builtin = find_builtin(name);
    const auto& functions = ast_.functions;
    const bool function =
        std::any_of(functions.begin(), functions.end(),
                    [&](const Function& candidate) { return candidate.name == name; });
    if (function || (builtin != nullptr && builtin->callable)) {
        diagnostics_.error(span, quote(name) + " is a function",
                           builtin != nullptr && !function
                               ? std::string("call it like ") + builtin->signature
                               : "call it with its arguments in parentheses");
        return;
    }
    std::vector<std::string> candidates = scopes_.names();
    for (const Builtin& row : builtins()) {
        if (!row.callable) candidates.emplace_back(row.name);
    }
    diagnostics_.error(span, "there is no variable " + quote(name),
                       hint_or_list(name_hint(name, candidates)));
}

Type ExpressionChecker::name(Expression& expression) {
    if (const Symbol* symbol = scopes_.find(expression.name)) {
        expression.slot = symbol->slot;
        return symbol->type;
    }
    const Builtin* builtin = find_builtin(expression.name);
    if (builtin != nullptr && !builtin->callable) {
        expression.builtin = builtin;
        return type_of_kind(builtin->result);
    }
    unknown_name(expression.name, expression.span);
    return Type::error;
}

// --- operators

Type ExpressionChecker::unary(const Expression& expression) {
    const Type type = type_of(expression.children[0]);
    if (type == Type::error) return type;
    if (expression.op == Operator::negate) return wider(type, Type::whole);
    return type <= Type::number ? Type::boolean : type;
}

Type ExpressionChecker::binary(const Expression& expression) {
    const Type type = wider(type_of(expression.children[0]), type_of(expression.children[1]));
    if (type == Type::error) return type;
    switch (expression.op) {
        case Operator::add:
        case Operator::subtract:
        case Operator::multiply:
        case Operator::modulo:
            return wider(type, Type::whole);
        case Operator::divide:
            return wider(type, Type::number);
        default:
            return type <= Type::number ? Type::boolean : type;
    }
}

Type ExpressionChecker::conditional(const Expression& expression) {
    const Type condition = type_of(expression.children[0]);
    const Type values = wider(type_of(expression.children[1]), type_of(expression.children[2]));
    const Type type = wider(condition, values);
    return type == Type::error || condition >= Type::plane ? type : values;
}

// --- calls

Type ExpressionChecker::call(Expression& expression) {
    const Type constructed = type_from_name(expression.name);
    if (constructed != Type::error) return constructor(expression, constructed);
    const int function = visible_function(expression.name);
    return function != no_id ? function_call(expression, function) : builtin_call(expression);
}

int ExpressionChecker::visible_function(const std::string& name) const {
    for (size_t i = 0; i < visible_functions; ++i) {
        if (ast_.functions[i].name == name) return static_cast<int>(i);
    }
    return no_id;
}

const Builtin* ExpressionChecker::called_builtin(const Expression& expression) const {
    const bool own =
        expression.kind != ExpressionKind::call || visible_function(expression.name) != no_id;
    return own ? nullptr : find_builtin(expression.name);
}

Type ExpressionChecker::constructor(const Expression& expression, Type type) {
    if (type != Type::color) {
        diagnostics_.error(expression.name_span,
                           quote(type_name(type)) + " cannot be called; only color(r, g, b) can",
                           type == Type::whole
                               ? "round(x), floor(x) and trunc(x) give whole numbers"
                               : narrowing_hint(Type::color, type));
        return Type::error;
    }
    const size_t count = expression.children.size();
    if (count != 1 && count != 3) {
        diagnostics_.error(expression.name_span, "'color' has " + std::to_string(count) +
                                                     " arguments; allowed are 1 and 3");
        return type;
    }
    for (const ExpressionId child : expression.children) {
        if (count == 1 || promotes(type_of(child), Type::plane)) continue;
        diagnostics_.error(ast_.at(child).span,
                           "a component of a color is a plane, and this is a color",
                           narrowing_hint(Type::color, Type::plane));
    }
    return type;
}

bool ExpressionChecker::check_count(const Expression& expression, size_t least, size_t most,
                                    const std::string& hint) {
    const size_t count = expression.children.size();
    if (count >= least && count <= most) return true;
    const std::string range = most > least ? " to " + std::to_string(most) : "";
    diagnostics_.error(expression.name_span,
                       quote(expression.name) + " has " + std::to_string(count) +
                           (count == 1 ? " argument" : " arguments") + "; allowed is " +
                           std::to_string(least) + range,
                       hint);
    return false;
}

Type ExpressionChecker::function_call(Expression& expression, int index) {
    expression.function = index;
    const Function& function = ast_.functions[static_cast<size_t>(index)];
    const size_t count = function.parameters.size();
    if (!check_count(expression, count, count, "")) return function.result;
    for (size_t i = 0; i < count; ++i) {
        const ParameterDeclaration& parameter = function.parameters[i];
        const Expression& argument = ast_.at(expression.children[i]);
        if (promotes(argument.type, parameter.type)) continue;
        diagnostics_.error(argument.span,
                           "argument " + std::to_string(i + 1) + " of " + quote(function.name) +
                               " (" + parameter.name + ") is " + with_article(parameter.type) +
                               ", and this is " + with_article(argument.type),
                           narrowing_hint(argument.type, parameter.type));
    }
    return function.result;
}

Type ExpressionChecker::builtin_call(Expression& expression) {
    const Builtin* builtin = find_builtin(expression.name);
    if (builtin == nullptr) return unknown_function(expression);
    if (!builtin->callable) {
        diagnostics_.error(expression.name_span, quote(expression.name) + " is not a function",
                           "write it without parentheses");
        return type_of_kind(builtin->result);
    }
    expression.builtin = builtin;
    if (!check_count(expression, builtin->required(), builtin->most(), builtin->signature))
        return Type::error;
    const auto& parameters = builtin->parameters;
    Type spread = Type::boolean;
    for (size_t i = 0; i < expression.children.size(); ++i) {
        const BuiltinParameter& parameter = builtin->parameter_of(i);
        if (parameter.kind == Kind::function) continue;
        check_argument(expression, i, parameter, builtin->signature);
        if (parameter.kind == Kind::any || parameter.kind == Kind::image)
            spread = wider(spread, type_of(expression.children[i]));
    }
    if (spread == Type::error) return spread;
    if (parameters.size() > 0 && parameters.back().kind == Kind::function)
        return check_functions(expression, wider(spread, Type::plane));
    if (builtin->result == Kind::any) return wider(spread, Type::number);
    if (builtin->result == Kind::image) return wider(spread, Type::plane);
    return type_of_kind(builtin->result);
}

void ExpressionChecker::check_argument(const Expression& call, size_t index,
                                       const BuiltinParameter& parameter,
                                       const std::string& signature) {
    const Expression& argument = ast_.at(call.children[index]);
    const Type wanted = widest(parameter.kind);
    if (promotes(argument.type, wanted)) return;
    const std::string hint = narrowing_hint(argument.type, wanted);
    diagnostics_.error(argument.span,
                       "argument " + std::to_string(index + 1) + " of " + quote(call.name) + " (" +
                           parameter.name + ") is " + with_article(wanted) + ", and this is " +
                           with_article(argument.type),
                       parameter.constant || hint.empty() ? signature : hint);
}

void ExpressionChecker::name_function(ExpressionId id, const Expression& call,
                                      const BuiltinParameter& parameter) {
    Expression& expression = ast_.at(id);
    const bool name = expression.kind == ExpressionKind::name;
    expression.function = name ? visible_function(expression.name) : no_id;
    if (expression.function != no_id) {
        expression.type = ast_.functions[static_cast<size_t>(expression.function)].result;
        return;
    }
    std::vector<std::string> candidates;
    for (size_t i = 0; i < visible_functions; ++i) candidates.push_back(ast_.functions[i].name);
    const std::string near = name ? suggestion(expression.name, candidates) : "";
    diagnostics_.error(expression.span,
                       quote(call.name) + " needs the name of a function of the script here (" +
                           parameter.name + "), declared before this call",
                       near.empty() ? find_builtin(call.name)->signature : near);
}

Type ExpressionChecker::check_functions(const Expression& call, Type image) {
    Type before = image;
    for (size_t i = 0; i < call.children.size(); ++i) {
        const BuiltinParameter& parameter = call.builtin->parameters[i];
        if (parameter.kind != Kind::function) continue;
        const Expression& name = ast_.at(call.children[i]);
        if (name.function == no_id) return Type::error;
        std::vector<Type> given;
        for (const BuiltinParameter& one : parameter.given)
            given.push_back(one.kind == Kind::image ? image
                            : one.kind == Kind::any ? before
                                                    : type_of_kind(one.kind));
        check_given(name, parameter, given, call.builtin->signature);
        before = wider(name.type, Type::plane);
    }
    return before;
}

void ExpressionChecker::check_given(const Expression& name, const BuiltinParameter& parameter,
                                    const std::vector<Type>& given, const char* hint) {
    const auto& takes = ast_.functions[static_cast<size_t>(name.function)].parameters;
    if (takes.size() != given.size())
        return diagnostics_.error(name.span,
                                  quote(name.name) + " has " + std::to_string(takes.size()) +
                                      " parameters and is called with " +
                                      std::to_string(given.size()) + " arguments",
                                  hint);
    for (size_t i = 0; i < given.size(); ++i) {
        if (promotes(given[i], takes[i].type)) continue;
        diagnostics_.error(name.span,
                           quote(name.name) + " is given " + with_article(given[i]) + " (" +
                               parameter.given[i].name + "), and its parameter " +
                               quote(takes[i].name) + " is " + with_article(takes[i].type),
                           hint);
    }
}

Type ExpressionChecker::unknown_function(const Expression& expression) {
    const std::string& name = expression.name;
    for (size_t i = visible_functions; i < ast_.functions.size(); ++i) {
        if (ast_.functions[i].name != name) continue;
        const bool itself = inside_function && i == visible_functions;
        diagnostics_.error(
            expression.name_span,
            quote(name) + (itself ? " cannot call itself" : " is declared below this line"),
            itself ? "use a loop with constant bounds instead"
                   : "declare it before its first call");
        return Type::error;
    }
    if (scopes_.find(name) != nullptr) {
        diagnostics_.error(expression.name_span, quote(name) + " is a variable, not a function");
        return Type::error;
    }
    std::vector<std::string> candidates;
    for (const Builtin& row : builtins()) {
        if (row.callable) candidates.emplace_back(row.name);
    }
    for (size_t i = 0; i < visible_functions; ++i) candidates.push_back(ast_.functions[i].name);
    diagnostics_.error(expression.name_span, "there is no function " + quote(name),
                       hint_or_list(name_hint(name, candidates)));
    return Type::error;
}

}  // namespace tonelift
