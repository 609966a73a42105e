// SPDX-License-Identifier: BSD-2-Clause
//
// Moves repeated code of a kernel into PTX functions. Long kernels are slow, because they exceed
// the instruction cache.
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

    // Emits a call and returns its results. Equal bodies become one PTX function.
    Triple<Number> call(std::span<const Number> arguments, const Body& body);

    // Returns the text of all functions, which goes before the kernel.
    std::string text() const;

  private:
    std::string name_of(const std::string& definition);

    std::map<std::string, std::string> names_;
};

}  // namespace tonelift::ptx
