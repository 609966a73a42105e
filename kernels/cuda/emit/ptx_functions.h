// SPDX-License-Identifier: BSD-2-Clause
//
// Functions that a kernel calls. What a thread would else have once for each of its pixels is in
// the kernel once: warps wait for the instructions of long kernels.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::ptx {

class Functions {
  public:
    // Writes the results of a function of numbers.
    using Body = std::function<Triple<Number>(std::span<const Number> arguments)>;

    // Writes a call and returns its results. Bodies that write the same instructions are one
    // function; arguments that are known are part of it.
    Triple<Number> call(std::span<const Number> arguments, const Body& body);

    // All functions, to stand before the kernel.
    std::string text() const;

  private:
    std::string name_of(const std::string& definition);

    std::map<std::string, std::string> names_;  // by definition, which has all but the name
};

}  // namespace tonelift::ptx
