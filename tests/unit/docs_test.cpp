// SPDX-License-Identifier: BSD-2-Clause
// Tests that the documents match the sources: presets have pictures, scripts compile, and tags of
// stills name their tests.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "core/algorithms/algorithms.h"
#include "tests/support/scripts.h"
#include "tests/support/text_file.h"

namespace tonelift::docs_test {
namespace {

std::string content(const std::string& path) {
    const std::string text = text_of_file(path);
    EXPECT_NE(text, "") << path;
    return text;
}

std::string document(const std::string& name) {
    return content(std::string(TONELIFT_SOURCE_ROOT) + "/docs/" + name);
}

TEST(Docs, EveryPresetHasItsPicture) {
    const std::string text = document("guide/presets.md");
    for (const Preset& preset : presets()) {
        const std::string image = std::string("images/preset_") + preset.name + ".jpg";
        EXPECT_NE(text.find("](../" + image + ")"), std::string::npos) << preset.name;
        EXPECT_FALSE(document(image).empty()) << preset.name;
    }
}

TEST(Docs, ScriptsCompile) {
    const std::string text = document("reference/language.md");
    int scripts = 0;
    for (size_t at = 0; (at = text.find("```c\n", at)) != std::string::npos; ++scripts) {
        at += 5;
        const std::string script = text.substr(at, text.find("```", at) - at);
        EXPECT_EQ(test::errors_of(script), "") << script;
    }
    EXPECT_GT(scripts, 0);
}

// In each table of stills.md, a row describes a tag of picture files. The last cell of the row
// names the tests of this tag, as `Suite.Name` or `Suite.*`.
TEST(Docs, EveryTagOfStillsNamesItsTest) {
    std::string sources;
    const std::string folder = std::string(TONELIFT_SOURCE_ROOT) + "/tests/unit";
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().filename().string().starts_with("stills_"))
            sources += content(entry.path().string());
    std::istringstream lines(document("reference/stills.md"));
    const std::regex name("`(\\w+)\\.(\\w+|\\*)`");
    int rows = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("| ") || line.starts_with("| tag ")) continue;
        ++rows;
        const std::string cell = line.substr(line.rfind(" | ", line.size() - 3));
        const std::sregex_iterator begin(cell.begin(), cell.end(), name), end;
        EXPECT_NE(begin, end) << line;
        for (auto at = begin; at != end; ++at) {
            const std::string test = (*at)[2] == "*" ? "" : (*at)[2].str() + ")";
            EXPECT_NE(sources.find("TEST_F(" + (*at)[1].str() + ", " + test), std::string::npos)
                << at->str();
        }
    }
    EXPECT_GT(rows, 60);
}

}  // namespace
}  // namespace tonelift::docs_test
