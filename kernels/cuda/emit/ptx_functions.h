// SPDX-License-Identifier: BSD-2-Clause
//
// Functions in the PTX of a kernel. They avoid repeating code for each pixel of a thread. This
// makes long kernels faster, because their warps wait for instructions to be fetched.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::ptx {

class Functions {
  public:
    // Emits the body of a PTX function of `arguments` and returns its results.
    using Body = std::function<Triple<Number>(std::span<const Number> arguments)>;

    // Emits a call and returns its results. Bodies with identical instructions become one PTX
    // function. Constant arguments become part of the body instead of being passed.
    Triple<Number> call(std::span<const Number> arguments, const Body& body);

    // Returns the text of all functions, which goes before the kernel.
    std::string text() const;

  private:
    std::string name_of(const std::string& definition);

    std::map<std::string, std::string> names_;  // names, by definition without the name
};

}  // namespace tonelift::ptx
