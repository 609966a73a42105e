// SPDX-License-Identifier: BSD-2-Clause
// Parses expressions by precedence climbing, and reports the syntax errors of the parser.
#include <algorithm>
#include <array>

#include "core/common/limits.h"
#include "core/common/text.h"
#include "core/language/parser.h"
#include "core/language/parser_state.h"

namespace tonelift {
namespace {

struct BinaryOperator {
    const char* text;
    Operator op;
    int precedence;
};
constexpr std::array<BinaryOperator, 13> binary_operators = {{
    {"||", Operator::logical_or, 1},
    {"&&", Operator::logical_and, 2},
    {"==", Operator::equal, 3},
    {"!=", Operator::not_equal, 3},
    {"<", Operator::less, 4},
    {"<=", Operator::less_equal, 4},
    {">", Operator::greater, 4},
    {">=", Operator::greater_equal, 4},
    {"+", Operator::add, 5},
    {"-", Operator::subtract, 5},
    {"*", Operator::multiply, 6},
    {"/", Operator::divide, 6},
    {"%", Operator::modulo, 6},
}};

const BinaryOperator* find_operator(const Token& token) {
    if (token.kind != TokenKind::punctuation) return nullptr;
    const auto found =
        std::find_if(binary_operators.begin(), binary_operators.end(),
                     [&](const BinaryOperator& row) { return token.text == row.text; });
    return found == binary_operators.end() ? nullptr : &*found;
}

std::string found_text(const Token& token) {
    if (token.kind == TokenKind::end) return "the end of the script";
    return quote(token.text.substr(0, limits::name_length));
}

}  // namespace

const char* operator_text(Operator op) {
    if (op == Operator::logical_not) return "!";
    if (op == Operator::negate) return "-";
    for (const BinaryOperator& row : binary_operators) {
        if (row.op == op) return row.text;
    }
    return "=";
}

// --- errors

void ParserState::fail(SourceSpan span, const std::string& message, const std::string& hint) {
    error(span, message, hint);
    throw SyntaxError{};
}

void ParserState::expect(std::string_view text, std::string_view where) {
    if (accept(text)) return;
    std::string message = "expected " + quote(text);
    if (!where.empty()) message.append(1, ' ').append(where);
    // A missing semicolon is reported right after the previous token, which can be on an earlier
    // line.
    fail(text == ";" || at_end() ? after_previous() : peek().span,
         message + (text == ";" ? "" : ", found " + found_text(peek())));
}

const Token& ParserState::expect_name(const std::string& what) {
    if (peek().kind == TokenKind::name) return next();
    if (peek().kind == TokenKind::keyword)
        fail(peek().span, found_text(peek()) + " is a keyword, not a name");
    fail(peek().span, "expected " + what + ", found " + found_text(peek()));
}

bool ParserState::starts_statement() const {
    if (peek().kind != TokenKind::keyword) return false;
    if (type_from_name(peek().text) != Type::error) return peek(1).kind == TokenKind::name;
    return peek().is("param") || peek().is("if") || peek().is("for") || peek().is("return") ||
           peek().is("output");
}

void ParserState::synchronize(size_t before) {
    // Semicolons in the header of a `for` do not end statements.
    const bool in_header = tokens_[before].is("for");
    if (at_ == before) next();
    while (!at_end()) {
        if (!in_header && accept(";")) return;
        if (peek().is("{") || peek().is("}") || starts_statement()) return;
        next();
    }
}

Nesting::Nesting(ParserState& in) : in_(in) {
    if (in.nesting >= limits::nesting)
        in.fail(in.peek().span, "this is nested too deeply", "put a part of it into a variable");
    ++in_.nesting;
}

// --- expressions

Expression ExpressionParser::make(ExpressionKind kind, SourceSpan span) const {
    Expression expression;
    expression.kind = kind;
    expression.span = span;
    expression.name_span = span;
    return expression;
}

ExpressionId ExpressionParser::add(Expression expression) {
    for (const ExpressionId child : expression.children) {
        expression.depth = std::max(expression.depth, ast_.at(child).depth + 1);
        expression.span.begin = std::min(expression.span.begin, ast_.at(child).span.begin);
        expression.span.end = std::max(expression.span.end, ast_.at(child).span.end);
    }
    if (expression.depth > limits::depth)
        in_.fail(expression.name_span, "this expression is too long",
                 "put a part of it into a variable");
    ast_.expressions.push_back(std::move(expression));
    return static_cast<ExpressionId>(ast_.expressions.size()) - 1;
}

ExpressionId ExpressionParser::one(SourceSpan span) {
    Expression number = make(ExpressionKind::number, span);
    number.number = 1;
    number.whole = true;
    return add(std::move(number));
}

ExpressionId ExpressionParser::parse() {
    const Nesting nesting(in_);
    const ExpressionId condition = binary(1);
    if (!in_.peek().is("?")) return condition;
    Expression conditional = make(ExpressionKind::conditional, in_.next().span);
    const ExpressionId yes = parse();
    in_.expect(":", "between the two values of '?'");
    const ExpressionId no = parse();
    conditional.children = {condition, yes, no};
    return add(std::move(conditional));
}

ExpressionId ExpressionParser::binary(int lowest) {
    ExpressionId left = unary();
    for (;;) {
        const BinaryOperator* found = find_operator(in_.peek());
        if (found == nullptr || found->precedence < lowest) return left;
        Expression expression = make(ExpressionKind::binary, in_.next().span);
        expression.op = found->op;
        const ExpressionId right = binary(found->precedence + 1);
        expression.children = {left, right};
        left = add(std::move(expression));
    }
}

ExpressionId ExpressionParser::unary() {
    const Token& sign = in_.peek();
    if (!sign.is("-") && !sign.is("!") && !sign.is("+")) return postfix();
    const Nesting nesting(in_);
    in_.next();
    const ExpressionId value = unary();
    if (sign.is("+")) return value;
    Expression expression = make(ExpressionKind::unary, sign.span);
    expression.op = sign.is("-") ? Operator::negate : Operator::logical_not;
    expression.children = {value};
    return add(std::move(expression));
}

ExpressionId ExpressionParser::postfix() {
    ExpressionId value = primary();
    while (in_.peek().is(".")) {
        in_.next();
        const Token& name = in_.expect_name("a component: r, g or b");
        Expression member = make(ExpressionKind::member, name.span);
        member.name = name.text;
        member.children = {value};
        value = add(std::move(member));
    }
    if (in_.peek().is("["))
        in_.fail(in_.peek().span, "there are no arrays",
                 "the components of a color are .r, .g and .b");
    return value;
}

ExpressionId ExpressionParser::primary() {
    const Token& token = in_.peek();
    if (token.kind == TokenKind::number) {
        in_.next();
        Expression number = make(ExpressionKind::number, token.span);
        number.number = token.number;
        number.whole = token.whole;
        return add(std::move(number));
    }
    if (token.is("true") || token.is("false")) {
        in_.next();
        Expression boolean = make(ExpressionKind::boolean, token.span);
        boolean.number = token.is("true") ? 1 : 0;
        return add(std::move(boolean));
    }
    if (in_.accept("(")) {
        const ExpressionId inside = parse();
        in_.expect(")", "");
        return inside;
    }
    const bool callable =
        token.kind == TokenKind::name || type_from_name(token.text) != Type::error;
    if (callable && in_.peek(1).is("(")) return call();
    if (token.kind == TokenKind::name) {
        in_.next();
        Expression name = make(ExpressionKind::name, token.span);
        name.name = token.text;
        return add(std::move(name));
    }
    in_.fail(in_.at_end() ? in_.after_previous() : token.span,
             "expected a value, found " + found_text(token));
}

ExpressionId ExpressionParser::call() {
    const Token& name = in_.next();
    Expression call = make(ExpressionKind::call, name.span);
    call.name = name.text;
    in_.next();
    if (!in_.accept(")")) {
        do {
            if (call.children.size() >= limits::arguments)
                in_.fail(in_.peek().span, "the call has too many arguments; allowed is " +
                                              std::to_string(limits::arguments));
            call.children.push_back(parse());
        } while (in_.accept(","));
        in_.expect(")", "after the arguments of '" + call.name + "'");
    }
    call.span.end = in_.previous().span.end;
    return add(std::move(call));
}

}  // namespace tonelift
