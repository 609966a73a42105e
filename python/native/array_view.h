// SPDX-License-Identifier: BSD-2-Clause
//
// Views of the memory of arrays: of NumPy, PyTorch, CuPy, or of another type with DLPack or the
// buffer protocol.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <string>
#include <vector>

#include "memory_layout.h"

namespace tonelift::python {

// The memory of an array, without a copy. Strides are in bytes.
struct ArrayView {
    nanobind::ndarray<nanobind::ro> array;  // keeps the memory alive
    char* data;
    std::vector<ptrdiff_t> shape;
    std::vector<ptrdiff_t> strides;
    Element element;
    bool on_device;
    int device;  // number of the device

    std::string shape_text() const;
};

// Returns a view of an array. Raises ArgumentError for an object that is not an array, for a
// read-only array that must be writable, for elements that are not samples of pictures, and for a
// device other than the CPU and CUDA.
ArrayView view_array(const nanobind::handle& object, bool writable);

}  // namespace tonelift::python
