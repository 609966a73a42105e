// SPDX-License-Identifier: BSD-2-Clause
// A CUDA device for machines without a GPU. While an object of this class exists, kernels run in
// the PTX interpreter.
#pragma once

#include <string>

#include "tests/cuda/interpreter/machine.h"

namespace tonelift {

struct InterpretedWays {
    interpreter::Error error = interpreter::Error::none;
    bool last_first = false;
    std::string instead_of;
    std::string is;
};

class InterpretedDevice {
  public:
    explicit InterpretedDevice(const InterpretedWays& ways = {});
    ~InterpretedDevice();
    InterpretedDevice(const InterpretedDevice&) = delete;

    static std::string fault();
};

}  // namespace tonelift
