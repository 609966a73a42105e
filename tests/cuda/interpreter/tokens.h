// SPDX-License-Identifier: BSD-2-Clause
//
// PTX as words and signs.
#pragma once

#include <string>
#include <vector>

namespace tonelift::interpreter {

struct Token {
    std::string text;
    int line = 0;
};

// Without comments, and without the directives that say nothing about what a kernel computes. Words
// hold letters, digits and "_$%."; everything else is a sign of its own.
std::vector<Token> tokens_of(const std::string& text);

}  // namespace tonelift::interpreter
