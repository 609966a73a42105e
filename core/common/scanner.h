// SPDX-License-Identifier: BSD-2-Clause
// Reads and writes numbers and words of text files, independently of the locale.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

namespace tonelift {

template <typename Number, typename... Format>
void append(std::string& line, Number number, Format... format) {
    char digits[64];
    const auto result = std::to_chars(digits, digits + sizeof(digits), number, format...);
    line.append(digits, static_cast<size_t>(result.ptr - digits));
}

class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}
    bool done() const { return text_.empty(); }

    bool literal(std::string_view expected) {
        if (!text_.starts_with(expected)) return false;
        text_.remove_prefix(expected.size());
        return true;
    }
    template <typename Number, typename... Format>
    bool number(Number& value, Format... format) {
        const char* end = text_.data() + text_.size();
        const auto result = std::from_chars(text_.data(), end, value, format...);
        if (result.ec != std::errc()) return false;
        text_.remove_prefix(static_cast<size_t>(result.ptr - text_.data()));
        return true;
    }
    // Returns and skips the text before the next character `end`, or all remaining text if there is
    // no `end`.
    std::string_view word(char end) {
        const std::string_view result = text_.substr(0, text_.find(end));
        text_.remove_prefix(result.size());
        return result;
    }

  private:
    std::string_view text_;
};

}  // namespace tonelift
