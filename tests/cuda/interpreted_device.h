// SPDX-License-Identifier: BSD-2-Clause
//
// A CUDA device that computes where there is no GPU: the stand-in for the driver with an
// interpreter of PTX behind its launches. While one of these lives, kernels are run.
#pragma once

#include <string>

#include "tests/cuda/interpreter/machine.h"

namespace tonelift {

// What a device does in its own way.
struct InterpretedWays {
    interpreter::Error error = interpreter::Error::none;  // of approximate instructions
    bool last_first = false;                              // see interpreter::Launch
    // For tests of tests: this is not in the texts of kernels, but that.
    std::string instead_of;
    std::string is;
};

class InterpretedDevice {
  public:
    explicit InterpretedDevice(const InterpretedWays& ways = {});
    ~InterpretedDevice();
    InterpretedDevice(const InterpretedDevice&) = delete;

    // The first thing that a kernel did and must not, or ""; kernels that are launched later are
    // not run.
    static std::string fault();
};

}  // namespace tonelift
