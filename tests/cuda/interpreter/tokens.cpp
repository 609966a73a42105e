// SPDX-License-Identifier: BSD-2-Clause
#include "tests/cuda/interpreter/tokens.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

namespace tonelift::interpreter {
namespace {

constexpr std::string_view silent[] = {".version", ".target", ".address_size", ".maxntid",
                                       ".reqntid", ".pragma", ".minnctapersm"};

bool is_silent(const std::string& line) {
    const size_t start = std::min(line.find_first_not_of(" \t"), line.size());
    return std::any_of(std::begin(silent), std::end(silent), [&](std::string_view word) {
        return line.compare(start, word.size(), word) == 0;
    });
}

bool in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' ||
           c == '.';
}

void take_line(const std::string& line, int number, std::vector<Token>& tokens) {
    for (size_t at = 0; at < line.size();) {
        if (line.compare(at, 2, "//") == 0) return;
        if (std::isspace(static_cast<unsigned char>(line[at])) != 0) {
            ++at;
            continue;
        }
        size_t end = at + 1;
        while (in_word(line[at]) && end < line.size() && in_word(line[end])) ++end;
        tokens.push_back({line.substr(at, end - at), number});
        at = end;
    }
}

}  // namespace

std::vector<Token> tokens_of(const std::string& text) {
    std::vector<Token> tokens;
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (!is_silent(line)) take_line(line, number, tokens);
    }
    return tokens;
}

}  // namespace tonelift::interpreter
