// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/common/limits.h"
#include "core/common/text.h"

namespace tonelift {
namespace {

// The keywords of the language, and keywords of C that it does not use, such as `while`. Unused
// keywords are reserved, so that a script with them gets a clear error message.
constexpr auto all_keywords = std::to_array<std::string_view>(
    {"param", "plane",  "float",  "color", "int",      "bool", "for",    "if",
     "else",  "return", "output", "true",  "false",    "in",   "const",  "include",
     "while", "do",     "switch", "break", "continue", "goto", "struct", "void"});

// Longer tokens come first, so that `+=` is not read as `+` and `=`.
constexpr auto punctuation = std::to_array<std::string_view>(
    {"++", "--", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=",
     "&&", "||", "+",  "-",  "*",  "/",  "%",  "<",  ">",  "=",  "!",
     "?",  ":",  ",",  ";",  ".",  "(",  ")",  "[",  "]",  "{",  "}"});

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Lexer {
  public:
    Lexer(const SourceText& source, size_t begin, size_t end, Diagnostics& diagnostics)
        : text_(std::string_view(source.text).substr(0, end)),
          diagnostics_(diagnostics),
          at_(begin) {}

    std::vector<Token> run() {
        if (at_ == 0 && text_.substr(0, 3) == "\xef\xbb\xbf") at_ = 3;
        while (skip_blanks() && !diagnostics_.full()) read();
        const int end = static_cast<int>(text_.size());
        tokens_.push_back({TokenKind::end, {end, end}, {}, 0, false});
        return std::move(tokens_);
    }

  private:
    char peek(size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    SourceSpan span_from(size_t begin) const {
        return {static_cast<int>(begin), static_cast<int>(at_)};
    }
    void push(TokenKind kind, size_t begin, double number = 0, bool whole = false) {
        tokens_.push_back(
            {kind, span_from(begin), text_.substr(begin, at_ - begin), number, whole});
    }

    bool skip_blanks() {
        while (at_ < text_.size()) {
            if (is_blank(peek())) {
                ++at_;
            } else if (peek() == '/' && peek(1) == '/') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (peek() == '/' && peek(1) == '*') {
                skip_comment();
            } else {
                return true;
            }
        }
        return false;
    }

    void skip_comment() {
        const size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) {
            const int begin = static_cast<int>(at_);
            diagnostics_.error({begin, begin + 2}, "this comment has no end", "close it with */");
            at_ = text_.size();
        } else {
            at_ = end + 2;
        }
    }

    void read() {
        if (is_letter(peek())) return read_name();
        if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return read_number();
        if (peek() == '"') return read_string();
        for (const std::string_view mark : punctuation) {
            if (text_.substr(at_, mark.size()) != mark) continue;
            const size_t begin = at_;
            at_ += mark.size();
            return push(TokenKind::punctuation, begin);
        }
        read_unknown();
    }

    void read_name() {
        const size_t begin = at_;
        while (is_letter(peek()) || is_digit(peek())) ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (name.size() > limits::name_length) {
            diagnostics_.error(span_from(begin), "this name has " + std::to_string(name.size()) +
                                                     " characters; allowed is 1 to " +
                                                     std::to_string(limits::name_length));
        }
        const bool keyword =
            std::find(all_keywords.begin(), all_keywords.end(), name) != all_keywords.end();
        push(keyword ? TokenKind::keyword : TokenKind::name, begin);
    }

    void skip_digits() {
        while (is_digit(peek())) ++at_;
    }

    void read_number() {
        const size_t begin = at_;
        bool whole = true;
        skip_digits();
        if (peek() == '.') {
            whole = false;
            ++at_;
            skip_digits();
        }
        const size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
        if ((peek() == 'e' || peek() == 'E') && is_digit(peek(sign))) {
            whole = false;
            at_ += sign;
            skip_digits();
        }
        const size_t digits_end = at_;
        if (peek() == 'f') {
            whole = false;
            ++at_;
        }
        if (is_letter(peek()) || is_digit(peek()) || peek() == '.') return bad_number(begin);
        push_number(begin, digits_end, whole);
    }

    void bad_number(size_t begin) {
        while (is_letter(peek()) || is_digit(peek()) || peek() == '.') ++at_;
        diagnostics_.error(span_from(begin), "this is not a number",
                           "numbers look like 3, 0.5 or 1e-4");
        push(TokenKind::number, begin);
    }

    void push_number(size_t begin, size_t digits_end, bool whole) {
        double value = 0;
        const auto result = std::from_chars(text_.data() + begin, text_.data() + digits_end, value);
        const bool too_small = result.ec == std::errc::result_out_of_range && value == 0;
        if (result.ec == std::errc::result_out_of_range || std::fabs(value) > 3.4e38) {
            if (!too_small || !is_tiny(begin, digits_end))
                diagnostics_.error(span_from(begin), "this number is too large for a float");
            value = 0;
        } else if (whole && value > 16777216) {
            whole = false;  // floats cannot represent all integers above 2^24
        }
        push(TokenKind::number, begin, value, whole);
    }

    // Returns whether a number that is out of range is too small instead of too large. from_chars()
    // reports the same error for both.
    bool is_tiny(size_t begin, size_t digits_end) const {
        const std::string_view digits = text_.substr(begin, digits_end - begin);
        const size_t exponent = digits.find_first_of("eE");
        if (exponent != std::string_view::npos) return digits[exponent + 1] == '-';
        return digits.substr(0, 1) == "." || digits.substr(0, 2) == "0.";
    }

    void read_string() {
        const size_t begin = at_++;
        while (peek() != '"') {
            if (at_ >= text_.size() || peek() == '\n') {
                diagnostics_.error(span_from(begin), "this text has no closing quote");
                return push(TokenKind::string, begin);
            }
            at_ += peek() == '\\' && peek(1) != '\n' && at_ + 1 < text_.size() ? 2 : 1;
        }
        ++at_;
        push(TokenKind::string, begin);
    }

    void read_unknown() {
        const size_t begin = at_++;
        while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xc0) == 0x80 &&
               at_ - begin < 4)
            ++at_;
        const auto code = static_cast<unsigned char>(text_[begin]);
        const std::string_view shown = text_.substr(begin, at_ - begin);
        const bool visible = code > 0x20 && code != 0x7f;
        diagnostics_.error(span_from(begin), visible ? quote(shown) + " has no meaning here"
                                                     : "a control character in the script");
    }

    std::string_view text_;
    Diagnostics& diagnostics_;
    size_t at_;
    std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics) {
    const auto size = static_cast<size_t>(source.own_size());
    if (size > limits::source_bytes) {
        diagnostics.error({0, 0}, "the script has " + std::to_string(size) + " bytes; allowed is " +
                                      std::to_string(limits::source_bytes / 1024) + " KiB");
        return {Token{}};
    }
    return Lexer(source, 0, size, diagnostics).run();
}

std::vector<Token> tokenize_part(const SourceText& source, size_t part, Diagnostics& diagnostics) {
    const bool last = part + 1 == source.included.size();
    const auto begin = static_cast<size_t>(source.included[part].begin);
    const size_t end =
        last ? source.text.size() : static_cast<size_t>(source.included[part + 1].begin);
    return Lexer(source, begin, end, diagnostics).run();
}

std::span<const std::string_view> keywords() { return all_keywords; }

std::string string_value(const Token& token) {
    std::string_view inside = token.text.substr(1);
    if (!inside.empty() && inside.back() == '"') inside.remove_suffix(1);
    std::string out;
    for (size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] == '\\' && i + 1 < inside.size()) ++i;
        out += inside[i];
    }
    return out;
}

}  // namespace tonelift
