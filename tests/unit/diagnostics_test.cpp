// SPDX-License-Identifier: BSD-2-Clause
// Tests how errors in scripts are printed, and the suggestions of similar names.
#include "core/language/diagnostics.h"
#include "core/common/text.h"

#include <gtest/gtest.h>

#include "core/common/limits.h"
#include "kernels/error.h"

namespace tonelift::diagnostics_test {
namespace {

TEST(Diagnostics, ShowPositionLineAndCaret) {
    const SourceText source{"look.tl", "float a = 1;\nfloat b = aa + 2;\n"};
    Diagnostics diagnostics(source);
    diagnostics.error({23, 25}, "there is no variable 'aa'", "did you mean 'a'?");
    EXPECT_EQ(diagnostics.text(),
              "look.tl:2:11: error: there is no variable 'aa'\n"
              "  float b = aa + 2;\n"
              "            ^~\n"
              "  note: did you mean 'a'?");
}

TEST(Diagnostics, CountCharactersAndKeepTabs) {
    const SourceText source{"t", "\t/* \xc3\xa9\xc3\xa9 */ bad;"};
    Diagnostics diagnostics(source);
    diagnostics.error({12, 15}, "m");
    EXPECT_EQ(diagnostics.text(),
              "t:1:11: error: m\n"
              "  \t/* \xc3\xa9\xc3\xa9 */ bad;\n"
              "  \t         ^~~");
}

TEST(Diagnostics, CutLongLinesAroundTheError) {
    const SourceText source{"t", std::string(5000, 'a') + "!" + std::string(5000, 'b')};
    Diagnostics diagnostics(source);
    diagnostics.error({5000, 5001}, "m");
    const std::string text = diagnostics.text();
    EXPECT_LT(text.size(), 300u);
    EXPECT_NE(text.find("t:1:5001: error: m"), std::string::npos);
    const size_t line = text.find('\n') + 1;
    const size_t caret_line = text.find('\n', line) + 1;
    EXPECT_EQ(text.find('!') - line, text.find('^') - caret_line);
}

TEST(Diagnostics, InvalidUtf8IsEscaped) {
    const SourceText source{"t", std::string(500, '\x80') + "!" + std::string(500, '\xff')};
    for (int i = 0; i < 1000; i += 7) {
        Diagnostics diagnostics(source);
        diagnostics.error({i, i + 9}, "m");
        for (const char c : diagnostics.text()) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
    }
}

TEST(Diagnostics, RemoveCarriageReturns) {
    const SourceText source{"t", "bad\r\nline"};
    Diagnostics diagnostics(source);
    diagnostics.error({0, 3}, "m");
    EXPECT_EQ(diagnostics.text(), "t:1:1: error: m\n  bad\n  ^~~");
}

TEST(Diagnostics, RangesOutsideTheTextAreClamped) {
    const SourceText source{"t", ""};
    Diagnostics diagnostics(source);
    diagnostics.error({-5, 100}, "m");
    diagnostics.error({7, 3}, "n");
    EXPECT_NE(diagnostics.text().find("t:1:1: error: m"), std::string::npos);
}

TEST(Diagnostics, AreSortedUniqueAndBounded) {
    const SourceText source{"t", std::string(100, 'x')};
    Diagnostics diagnostics(source);
    for (int i = 90; i > 0; --i) {
        diagnostics.error({i, i + 1}, "m");
        diagnostics.error({i, i + 1}, "m");
    }
    const std::string text = diagnostics.text();
    EXPECT_TRUE(diagnostics.full());
    EXPECT_EQ(text.substr(0, 9), "t:1:72: e");
    EXPECT_NE(text.find("too many errors"), std::string::npos);
    EXPECT_THROW(diagnostics.throw_if_failed(), Error);
}

TEST(Text, EditDistanceCountsEdits) {
    EXPECT_EQ(edit_distance("", ""), 0);
    EXPECT_EQ(edit_distance("abc", ""), 3);
    EXPECT_EQ(edit_distance("lightness", "lightnes"), 1);
    EXPECT_EQ(edit_distance("clmap", "clamp"), 1);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Text, SuggestsOnlySimilarNames) {
    const std::vector<std::string> names = {"clamp", "mix", "blur_gauss", "x"};
    EXPECT_EQ(suggestion("clmap", names), "did you mean 'clamp'?");
    EXPECT_EQ(suggestion("blur_gaus", names), "did you mean 'blur_gauss'?");
    EXPECT_EQ(suggestion("q", names), "");
    EXPECT_EQ(suggestion("something", names), "");
}

TEST(Text, PrintsOnlyPrintableCharacters) {
    EXPECT_EQ(printable("a\tb\x1b[0m\x7f"), "a\tb?[0m?");
    EXPECT_EQ(printable("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8e\xa5"),
              "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8e\xa5");
    EXPECT_EQ(printable("\x80\xc3\xff\xe2\x82"), "?????");
}

TEST(Text, PrintsShortNumbers) {
    EXPECT_EQ(number_text(1), "1");
    EXPECT_EQ(number_text(0.25), "0.25");
    EXPECT_EQ(number_text(0.1f), "0.1");
    EXPECT_EQ(range_text(-1, 64), "[-1, 64]");
}

}  // namespace
}  // namespace tonelift::diagnostics_test
