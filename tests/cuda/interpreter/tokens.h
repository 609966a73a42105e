// SPDX-License-Identifier: BSD-2-Clause
//
// Splits PTX into tokens.
#pragma once

#include <string>
#include <vector>

namespace tonelift::interpreter {

struct Token {
    std::string text;
    int line = 0;
};

// Returns the tokens of a text, without comments and without directives that do not affect results.
// A word of letters, digits and "_$%." is a token; every other character is one, too.
std::vector<Token> tokens_of(const std::string& text);

}  // namespace tonelift::interpreter
