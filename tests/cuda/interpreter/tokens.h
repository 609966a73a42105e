// SPDX-License-Identifier: BSD-2-Clause
//
// PTX as tokens.
#pragma once

#include <string>
#include <vector>

namespace tonelift::interpreter {

struct Token {
    std::string text;
    int line = 0;
};

// The tokens of a text, without comments and without directives that do not affect results. Words
// hold letters, digits and "_$%."; everything else is a token of its own.
std::vector<Token> tokens_of(const std::string& text);

}  // namespace tonelift::interpreter
