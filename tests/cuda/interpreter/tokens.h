// SPDX-License-Identifier: BSD-2-Clause
//
// The tokens of PTX.
#pragma once

#include <string>
#include <vector>

namespace tonelift::interpreter {

struct Token {
    std::string text;
    int line = 0;
};

// Returns the tokens of a text without comments and without directives that do not affect results.
// Words consist of letters, digits and "_$%."; every other character is a token.
std::vector<Token> tokens_of(const std::string& text);

}  // namespace tonelift::interpreter
