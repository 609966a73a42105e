// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

namespace tonelift::interpreter {

struct Token {
    std::string text;
    int line = 0;
};

std::vector<Token> tokens_of(const std::string& text);

}  // namespace tonelift::interpreter
