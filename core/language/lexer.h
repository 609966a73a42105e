// SPDX-License-Identifier: BSD-2-Clause
//
// Cuts the text of a script into tokens.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/language/diagnostics.h"

namespace tonelift {

enum class TokenKind : uint8_t { name, keyword, number, string, punctuation, end };

struct Token {
    TokenKind kind = TokenKind::end;
    Span span;
    std::string_view text;  // into the source; of a string with its quotes
    double number = 0;
    bool whole = false;  // number: written without a point or an exponent

    bool is(std::string_view wanted) const {
        return (kind == TokenKind::punctuation || kind == TokenKind::keyword) && text == wanted;
    }
};

// Ends in a token of kind end. What is no token is reported and left out. source must outlive the
// tokens.
std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics);

// Of one included text.
std::vector<Token> tokenize_part(const SourceText& source, size_t part, Diagnostics& diagnostics);

// tokenize() with the tokens of an included text in place of each `include "name";` that stands
// outside of blocks. The texts are appended to source.
std::vector<Token> tokenize_with_includes(SourceText& source, Diagnostics& diagnostics);

// The words that are no names.
std::span<const std::string_view> keywords();

// The characters that a string token stands for.
std::string string_value(const Token& token);

}  // namespace tonelift
