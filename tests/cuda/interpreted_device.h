// SPDX-License-Identifier: BSD-2-Clause
//
// A CUDA device without a GPU: the driver double with an interpreter of PTX behind its launches.
// While one of these lives, kernels are executed.
#pragma once

#include <string>

#include "tests/cuda/interpreter/machine.h"

namespace tonelift {

// Behavior that differs between devices.
struct InterpretedWays {
    interpreter::Error error = interpreter::Error::none;  // of approximate instructions
    bool last_first = false;                              // see interpreter::Launch
    // For tests of the tests: replaces a text in a kernel by another text.
    std::string instead_of;
    std::string is;
};

class InterpretedDevice {
  public:
    explicit InterpretedDevice(const InterpretedWays& ways = {});
    ~InterpretedDevice();
    InterpretedDevice(const InterpretedDevice&) = delete;

    // The first fault of a kernel, or ""; kernels that are launched later are not executed.
    static std::string fault();
};

}  // namespace tonelift
