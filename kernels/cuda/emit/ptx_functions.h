// SPDX-License-Identifier: BSD-2-Clause
//
// Moves code that a kernel repeats into PTX functions. This makes long kernels faster, because a
// kernel that exceeds the instruction cache is slow.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::ptx {

class Functions {
  public:
    using Body = std::function<Triple<Number>(std::span<const Number> arguments)>;

    // Emits a call of a PTX function with the given body, and returns the results of the call.
    // Calls with equal bodies share one PTX function.
    Triple<Number> call(std::span<const Number> arguments, const Body& body);

    // Returns the PTX of all functions. The caller must insert it before the kernel.
    std::string text() const;

  private:
    std::string name_of(const std::string& definition);

    std::map<std::string, std::string> names_;
};

}  // namespace tonelift::ptx
