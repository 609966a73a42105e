// SPDX-License-Identifier: BSD-2-Clause
// A temporary file with a script, which the destructor removes.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace tonelift {

class ScriptFile {
  public:
    explicit ScriptFile(const std::string& text)
        : path_((std::filesystem::path(testing::TempDir()) /
                 ("tonelift_" + std::to_string(std::hash<std::string>()(name_of_test() + text)) +
                  ".tl"))
                    .string()) {
        std::ofstream(path_) << text;
    }
    ~ScriptFile() { std::filesystem::remove(path_); }
    ScriptFile(const ScriptFile&) = delete;
    const char* path() const { return path_.c_str(); }

  private:
    static std::string name_of_test() {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        return std::string(test->test_suite_name()) + test->name();
    }
    std::string path_;
};

}  // namespace tonelift
