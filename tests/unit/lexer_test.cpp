// SPDX-License-Identifier: BSD-2-Clause
// Tests how the text of a script is split into tokens, and the errors in invalid texts.
#include "core/language/lexer.h"
#include "core/common/text.h"

#include <gtest/gtest.h>

namespace tonelift::lexer_test {
namespace {

struct Lexed {
    explicit Lexed(const std::string& text) : source{"test.tl", text} {
        Diagnostics diagnostics(source);
        tokens = tokenize(source, diagnostics);
        errors = diagnostics.text();
    }
    SourceText source;
    std::vector<Token> tokens;
    std::string errors;
};

TEST(Lexer, CutsTextIntoTokens) {
    const Lexed lexed("plane v=a1+=.5<=2; // rest\n/* more\n lines */ v.r++");
    const std::vector<std::string> expected = {
        "plane", "v", "=", "a1", "+=", ".5", "<=", "2", ";", "v", ".", "r", "++", ""};
    ASSERT_EQ(lexed.tokens.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(lexed.tokens[i].text, expected[i]);
    EXPECT_EQ(lexed.tokens[0].kind, TokenKind::keyword);
    EXPECT_EQ(lexed.tokens[1].kind, TokenKind::name);
    EXPECT_EQ(lexed.tokens[5].kind, TokenKind::number);
    EXPECT_EQ(lexed.tokens.back().kind, TokenKind::end);
    EXPECT_EQ(lexed.errors, "");
}

TEST(Lexer, ReadsNumbers) {
    const Lexed lexed("0 42 0.25 1e3 2.5e-2 1. 3f 1e-60 0.1e-400");
    const std::vector<double> expected = {0, 42, 0.25, 1000, 0.025, 1, 3, 0, 0};
    for (size_t i = 0; i < expected.size(); ++i)
        EXPECT_FLOAT_EQ(static_cast<float>(lexed.tokens[i].number),
                        static_cast<float>(expected[i]));
    EXPECT_TRUE(lexed.tokens[1].whole);
    EXPECT_FALSE(lexed.tokens[2].whole);
    EXPECT_FALSE(lexed.tokens[6].whole);
    EXPECT_EQ(lexed.errors, "");
}

TEST(Lexer, IntegersBeyondFloatPrecisionAreNotWhole) {
    EXPECT_TRUE(Lexed("16777216").tokens[0].whole);
    EXPECT_FALSE(Lexed("16777217").tokens[0].whole);
}

TEST(Lexer, ReportsErrors) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"1.2.3", "test.tl:1:1: error: this is not a number"},
        {"12abc", "test.tl:1:1: error: this is not a number"},
        {"1e999", "test.tl:1:1: error: this number is too large for a float"},
        {"0.1e400", "test.tl:1:1: error: this number is too large for a float"},
        {"1e39", "test.tl:1:1: error: this number is too large for a float"},
        {"a /* b", "test.tl:1:3: error: this comment has no end"},
        {"\"abc\nd", "test.tl:1:1: error: this text has no closing quote"},
        {"\"abc", "test.tl:1:1: error: this text has no closing quote"},
        {"a @ b", "test.tl:1:3: error: '@' has no meaning here"},
        {"a \xc3\xa9 b", "test.tl:1:3: error: '\xc3\xa9' has no meaning here"},
        {std::string("a\0b", 3), "test.tl:1:2: error: a control character in the script"},
        {std::string(65, 'n'),
         "test.tl:1:1: error: this name has 65 characters; allowed is 1 to 64"},
    };
    for (const auto& [text, message] : cases) {
        const std::string errors = Lexed(text).errors;
        EXPECT_EQ(errors.substr(0, errors.find('\n')), message) << text;
    }
}

TEST(Lexer, BackslashesEscapeInStrings) {
    const Lexed lexed(R"("a \"quoted\" word, \\ and more")");
    EXPECT_EQ(string_value(lexed.tokens[0]), "a \"quoted\" word, \\ and more");
}

TEST(Lexer, SkipsByteOrderMarkAndCarriageReturns) {
    const Lexed lexed("\xef\xbb\xbfplane v\r\n= 1;\r\n");
    EXPECT_EQ(lexed.errors, "");
    EXPECT_EQ(lexed.tokens.size(), 6u);
}

TEST(Lexer, RefusesHugeSources) {
    EXPECT_NE(Lexed(std::string(70 * 1024, ' ')).errors.find("has 71680 bytes; allowed is 64 KiB"),
              std::string::npos);
}

}  // namespace
}  // namespace tonelift::lexer_test
