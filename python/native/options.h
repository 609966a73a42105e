// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the keywords of a Python call to options of libtonelift.
#pragma once

#include <nanobind/nanobind.h>
#include <tonelift/tonelift.h>

#include <deque>
#include <string>

namespace tonelift::python {

class Options {
  public:
    // Raises ArgumentError for unknown keywords and invalid values.
    explicit Options(const nanobind::dict& values);

    const tonelift_options* get() const { return &options_; }

  private:
    // Keeps a copy of the text, because the options struct stores only a pointer.
    const char* keep(std::string text);
    void set(const std::string& name, const std::string& value);
    void set_params(const nanobind::dict& values);

    std::deque<std::string> texts_;
    tonelift_options options_;
};

}  // namespace tonelift::python
