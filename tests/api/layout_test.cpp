// SPDX-License-Identifier: BSD-2-Clause
// Tests that public structs keep their memory layout, because compiled programs rely on the offsets
// and numbers in abi.txt. New fields are added only at the end of a struct, never in its padding.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/api/abi_layout.h"

namespace tonelift::layout_test {
namespace {

std::ifstream list() { return std::ifstream(TONELIFT_ABI_LIST); }

TEST(Layout, MatchesAbiTxt) {
    const std::vector<std::string> present = layout_lines();
    std::ifstream file = list();
    int compared = 0;
    for (std::string line; std::getline(file, line);) {
        const bool checked = line.starts_with("field ") || line.starts_with("number ");
        if (!checked) continue;
        EXPECT_NE(std::find(present.begin(), present.end(), line), present.end())
            << line << ": gone or moved, so the number abi of meson.build must change";
        ++compared;
    }
    EXPECT_GT(compared, 150);
}

TEST(Layout, NewFieldsAreAtTheEnd) {
    std::map<std::string, size_t> listed;
    std::string known, line;
    for (std::ifstream file = list(); std::getline(file, line); known += line + "\n") {
        std::istringstream words(line);
        std::string kind, name;
        words >> kind >> name;
        if (kind == "struct") words >> listed[name];
    }
    for (const auto& [name, type] : structs()) {
        EXPECT_TRUE(listed.contains(name)) << name << " is not in the list";
        EXPECT_GE(type.size, listed[name]) << name << " has shrunk";
        for (const Field& field : type.fields) {
            const bool old = known.find("field " + name + " " + field.name + " ") != known.npos;
            EXPECT_TRUE(old || field.offset >= listed[name])
                << name << "." << field.name << " lies where an older program has padding";
        }
    }
}

TEST(Layout, OnlyOptionsHavePadding) {
    for (const auto& [name, type] : structs()) {
        const bool spread = name == "tonelift_options";
        size_t end = 0;
        for (const Field& field : type.fields) {
            EXPECT_EQ(field.offset, spread ? (end + 7) / 8 * 8 : end) << name << "." << field.name;
            end = field.offset + field.size;
        }
        EXPECT_EQ(type.size, spread ? (end + 7) / 8 * 8 : end) << name;
    }
}

}  // namespace
}  // namespace tonelift::layout_test
