// SPDX-License-Identifier: BSD-2-Clause
// Loads the test double of the CUDA driver as a shared library.
#pragma once

#include <dlfcn.h>

#include <stdexcept>

#include "tests/cuda/driver_double.h"

namespace tonelift {

template <typename Function>
Function* double_function(const char* name) {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void* symbol = library != nullptr ? dlsym(library, name) : nullptr;
    if (symbol == nullptr) throw std::runtime_error("this test needs the double in its path");
    return reinterpret_cast<Function*>(symbol);
}

inline DriverDouble& driver_double() {
    static const auto state = double_function<DriverDouble*()>("tonelift_driver_double");
    return *state();
}

inline void driver_double_synchronize() {
    double_function<int(void*)>("cuStreamSynchronize")(nullptr);
}

}  // namespace tonelift
