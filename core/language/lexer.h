// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/language/diagnostics.h"

namespace tonelift {

enum class TokenKind : uint8_t { name, keyword, number, string, punctuation, end };

struct Token {
    TokenKind kind = TokenKind::end;
    SourceSpan span;
    std::string_view text;
    double number = 0;
    bool whole = false;

    bool is(std::string_view wanted) const {
        return (kind == TokenKind::punctuation || kind == TokenKind::keyword) && text == wanted;
    }
};

// Splits the script into tokens, without its included parts. The last token has the kind `end`.
// `source` must outlive the tokens.
std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics);

std::vector<Token> tokenize_part(const SourceText& source, size_t part, Diagnostics& diagnostics);

// Appends the included parts to `source`, and returns all tokens. The tokens of an included part
// replace its line `include "name";`, which must be outside of blocks.
std::vector<Token> tokenize_with_includes(SourceText& source, Diagnostics& diagnostics);

std::span<const std::string_view> keywords();

// Returns the text of a string token without its quotes and without the backslashes of its escapes.
std::string string_value(const Token& token);

}  // namespace tonelift
