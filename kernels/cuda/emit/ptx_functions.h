// SPDX-License-Identifier: BSD-2-Clause
//
// Functions in the PTX of a kernel. They avoid repeating code for each pixel of a thread, because
// warps of long kernels wait for instructions to be fetched.
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

    // Emits a call and returns its results. Equal bodies become one PTX function. Constant
    // arguments become part of the body.
    Triple<Number> call(std::span<const Number> arguments, const Body& body);

    // Returns the text of all functions, which goes before the kernel.
    std::string text() const;

  private:
    std::string name_of(const std::string& definition);

    std::map<std::string, std::string> names_;
};

}  // namespace tonelift::ptx
