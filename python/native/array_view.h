// SPDX-License-Identifier: BSD-2-Clause
//
// Views of the memory of arrays from NumPy, PyTorch, CuPy and other libraries with DLPack or the
// buffer protocol.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <string>
#include <vector>

#include "memory_layout.h"

namespace tonelift::python {

// Refers to the memory of an array without copying it. Strides are in bytes.
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

// Raises ArgumentError if `object` is not an array, or if its elements are not samples of a
// supported type.
ArrayView view_array(const nanobind::handle& object, bool writable);

}  // namespace tonelift::python
