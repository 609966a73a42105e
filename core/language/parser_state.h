// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "core/language/ast.h"
#include "core/language/lexer.h"

namespace tonelift {

// Thrown after a syntax error was reported. Parsing resumes at the next statement.
struct SyntaxError {};

class ParserState {
  public:
    ParserState(const std::vector<Token>& tokens, Diagnostics& to)
        : diagnostics(to), tokens_(tokens) {}

    const Token& peek(size_t ahead = 0) const {
        return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
    }
    const Token& next() {
        const Token& token = peek();
        if (!at_end()) ++at_;
        return token;
    }
    bool at_end() const { return peek().kind == TokenKind::end; }
    size_t position() const { return at_; }
    const Token& previous() const { return tokens_[at_ == 0 ? 0 : at_ - 1]; }
    const Token& before_previous() const { return tokens_[at_ < 2 ? 0 : at_ - 2]; }
    SourceSpan after_previous() const { return {previous().span.end, previous().span.end}; }

    bool accept(std::string_view text) {
        if (!peek().is(text)) return false;
        next();
        return true;
    }
    void expect(std::string_view text, std::string_view where);
    const Token& expect_name(const std::string& what);

    void error(SourceSpan span, const std::string& message, const std::string& hint = "") {
        diagnostics.error(span, message, hint);
    }
    [[noreturn]] void fail(SourceSpan span, const std::string& message,
                           const std::string& hint = "");
    // Skips to the next token that can start a statement. `before` is the position of the failed
    // statement's first token.
    void synchronize(size_t before);

    Diagnostics& diagnostics;
    int nesting = 0;

  private:
    bool starts_statement() const;

    const std::vector<Token>& tokens_;
    size_t at_ = 0;
};

class Nesting {
  public:
    explicit Nesting(ParserState& in);
    ~Nesting() { --in_.nesting; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

  private:
    ParserState& in_;
};

class ExpressionParser {
  public:
    ExpressionParser(Ast& ast, ParserState& in) : ast_(ast), in_(in) {}
    ExpressionId parse();
    ExpressionId one(SourceSpan span);

  private:
    ExpressionId binary(int lowest);
    ExpressionId unary();
    ExpressionId postfix();
    ExpressionId primary();
    ExpressionId call();
    ExpressionId add(Expression expression);
    Expression make(ExpressionKind kind, SourceSpan span) const;

    Ast& ast_;
    ParserState& in_;
};

}  // namespace tonelift
