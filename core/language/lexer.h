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
    Span span;
    std::string_view text;
    double number = 0;
    bool whole = false;

    bool is(std::string_view wanted) const {
        return (kind == TokenKind::punctuation || kind == TokenKind::keyword) && text == wanted;
    }
};

// The last token has kind end; `source` must outlive the tokens.
std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics);

std::vector<Token> tokenize_part(const SourceText& source, size_t part, Diagnostics& diagnostics);

// Replaces each `include "name";` outside of blocks by the included tokens.
std::vector<Token> tokenize_with_includes(SourceText& source, Diagnostics& diagnostics);

std::span<const std::string_view> keywords();

// Returns the text of a string token without quotes and escapes.
std::string string_value(const Token& token);

}  // namespace tonelift
