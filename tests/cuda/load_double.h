// SPDX-License-Identifier: BSD-2-Clause
//
// The stand-in for the driver, as the test that runs in its company sees it.
#pragma once

#include <dlfcn.h>

#include <stdexcept>

#include "tests/cuda/driver_double.h"

namespace tonelift {

inline DriverDouble& driver_double() {
    static const auto state = [] {
        void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
        void* symbol = library != nullptr ? dlsym(library, "tonelift_driver_double") : nullptr;
        if (symbol == nullptr) throw std::runtime_error("this test needs the double in its path");
        return reinterpret_cast<DriverDouble* (*)()>(symbol);
    }();
    return *state();
}

}  // namespace tonelift
