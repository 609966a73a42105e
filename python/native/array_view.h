// SPDX-License-Identifier: BSD-2-Clause
//
// Views of the memory of arrays: NumPy, PyTorch, CuPy, and other types with DLPack or the buffer
// protocol.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <string>
#include <vector>

#include "memory_layout.h"

namespace tonelift::python {

// The memory is not copied. Strides are in bytes.
struct ArrayView {
    nanobind::ndarray<nanobind::ro> array;  // keeps the memory alive
    char* data;
    std::vector<ptrdiff_t> shape;
    std::vector<ptrdiff_t> strides;
    Element element;
    bool on_device;
    int device;

    std::string shape_text() const;
};

// Raises ArgumentError for an object that is no array of samples.
ArrayView view_array(const nanobind::handle& object, bool writable);

}  // namespace tonelift::python
