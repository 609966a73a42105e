// SPDX-License-Identifier: BSD-2-Clause
//
// A CUDA device without a GPU: the driver double with a PTX interpreter for its launches. Kernels
// are executed while an object of this class exists.
#pragma once

#include <string>

#include "tests/cuda/interpreter/machine.h"

namespace tonelift {

// Behavior that differs between devices.
struct InterpretedWays {
    interpreter::Error error = interpreter::Error::none;  // rounding of approximate results
    bool last_first = false;                              // see interpreter::Launch
    // Replaces the text `instead_of` by `is` in every kernel, to check that a test fails for a
    // wrong kernel.
    std::string instead_of;
    std::string is;
};

class InterpretedDevice {
  public:
    explicit InterpretedDevice(const InterpretedWays& ways = {});
    ~InterpretedDevice();
    InterpretedDevice(const InterpretedDevice&) = delete;

    // Returns the first fault of a kernel, or "". After a fault no more kernels are executed.
    static std::string fault();
};

}  // namespace tonelift
