// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace tonelift {

class EnvironmentVariable {
  public:
    explicit EnvironmentVariable(const char* name) : name_(name) {
        if (const char* value = std::getenv(name)) before_ = value;
    }
    ~EnvironmentVariable() { before_ ? set(*before_) : unset(); }
    EnvironmentVariable(const EnvironmentVariable&) = delete;

    void set(const std::string& value) { setenv(name_, value.c_str(), 1); }
    void unset() { unsetenv(name_); }

  private:
    const char* name_;
    std::optional<std::string> before_;
};

}  // namespace tonelift
