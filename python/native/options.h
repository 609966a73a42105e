// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the keywords of a call to options of the library.
#pragma once

#include <nanobind/nanobind.h>
#include <tonelift/tonelift.h>

#include <deque>
#include <string>

namespace tonelift::python {

class Options {
  public:
    // Raises ArgumentError for invalid names and values of keywords.
    explicit Options(const nanobind::dict& values);

    const tonelift_options* get() const { return &options_; }

  private:
    // Stores the text of an option, because the struct only points to it.
    const char* keep(std::string text) { return texts_.emplace_back(std::move(text)).c_str(); }
    void set(const std::string& name, const std::string& value);
    void set_params(const nanobind::dict& values);

    std::deque<std::string> texts_;
    tonelift_options options_;
};

}  // namespace tonelift::python
