// SPDX-License-Identifier: BSD-2-Clause
// Tests `include "name";`: the definitions that it adds to a script, and the positions of errors
// around it.
#include <gtest/gtest.h>

#include "core/algorithms/algorithms.h"
#include "tests/support/scripts.h"

namespace tonelift::include_test {
namespace {

TEST(Include, EveryTextCompiles) {
    ASSERT_FALSE(includes().empty());
    std::string script = "include \"tones\";";
    for (const char* param : {"detail", "hold", "shadows", "backlight", "highlights", "contrast",
                              "saturation", "vibrance", "richness", "anchor"})
        script += std::string("param float ") + param + " = 1 in [0, 2] \"\";";
    script +=
        "float large = 1; include \"scene\"; plane base = coarse; plane glow = 0; include "
        "\"layers\";";
    for (const Include& include : includes())
        EXPECT_NE(script.find("\"" + std::string(include.name) + "\""), std::string::npos)
            << include.name;
    EXPECT_EQ(test::errors_of(script + "output input;"), "");
}

TEST(Include, EveryAlgorithmCompiles) {
    ASSERT_FALSE(algorithms().empty());
    for (const Algorithm& algorithm : algorithms())
        EXPECT_EQ(test::errors_of(algorithm.source), "") << algorithm.name;
}

TEST(Include, BringsFunctionsAndVariables) {
    const test::Built built(
        "include \"tones\"; plane v = bend(lightness(input), 0, edge, 0);"
        "output input;");
    EXPECT_EQ(built.variable("v").op, Op::lightness);
    EXPECT_EQ(built.variable("edge").kind, NodeKind::constant);
}

TEST(Include, UnknownNameIsAnErrorWithTheKnownNames) {
    const std::string said = test::errors_of("include \"tunes\";\noutput input;");
    EXPECT_EQ(said.rfind("test.tl:1:9: error: there is no 'tunes' to include", 0), 0U) << said;
    EXPECT_NE(said.find("'tones'"), std::string::npos) << said;
}

TEST(Include, RepeatedIncludeIsAnError) {
    EXPECT_EQ(test::first_error_of("include \"tones\";\ninclude \"tones\";\noutput input;"),
              "test.tl:2:9: error: 'tones' is included already");
}

TEST(Include, FirstOfManyErrorsIsReported) {
    const std::string line = "include \"tones\"; float a = 1;\n";
    for (const int lines : {2, 20, 21, 22, 25, 500}) {
        std::string text;
        for (int i = 0; i < lines; ++i) text += line;
        EXPECT_EQ(test::first_error_of(text + "output input;"),
                  "test.tl:2:9: error: 'tones' is included already")
            << lines << " lines";
    }
}

TEST(Include, ErrorsHavePositionsInTheScript) {
    EXPECT_EQ(test::first_error_of("include \"tones\";\noutput inpot;"),
              "test.tl:2:8: error: there is no variable 'inpot'");
    EXPECT_EQ(test::first_error_of("include \"tones\";\nfloat a = 1;\n\n"),
              "test.tl:2:13: error: the script has no output");
}

TEST(Include, ErrorsInAnIncludedTextNameTheText) {
    const std::string said =
        test::first_error_of("float edge = 1;\ninclude \"tones\";\noutput input;");
    EXPECT_EQ(said.rfind("tones.tl:", 0), 0U) << said;
    EXPECT_NE(said.find("'edge' is declared already"), std::string::npos) << said;
}

}  // namespace
}  // namespace tonelift::include_test
