// SPDX-License-Identifier: BSD-2-Clause
//
// A CUDA device without a GPU: the driver double executes kernels in the PTX interpreter while an
// object of this class exists.
#pragma once

#include <string>

#include "tests/cuda/interpreter/machine.h"

namespace tonelift {

// Behavior that may differ between devices, and changes that break kernels.
struct InterpretedWays {
    interpreter::Error error = interpreter::Error::none;  // rounding of approximate instructions
    bool last_first = false;                              // see interpreter::Launch
    // Replaces the text `instead_of` by `is` in every kernel. Tests use it to check that a wrong
    // kernel makes them fail.
    std::string instead_of;
    std::string is;
};

class InterpretedDevice {
  public:
    explicit InterpretedDevice(const InterpretedWays& ways = {});
    ~InterpretedDevice();
    InterpretedDevice(const InterpretedDevice&) = delete;

    // Returns the message of the first fault in a kernel; "" without a fault. No kernel is executed
    // after a fault.
    static std::string fault();
};

}  // namespace tonelift
