// SPDX-License-Identifier: BSD-2-Clause
//
// Views of the memory of arrays. The arrays are those of NumPy, PyTorch and CuPy, and of other
// types with DLPack or the buffer protocol.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <string>
#include <vector>

#include "memory_layout.h"

namespace tonelift::python {

// The memory of an array, which is not copied. Strides are in bytes.
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

// Returns a view of an array. Raises ArgumentError if the object is not an array, if it is
// read-only although it must be writable, if its elements are no samples of pictures, or if it is
// on a device other than the CPU and CUDA.
ArrayView view_array(const nanobind::handle& object, bool writable);

}  // namespace tonelift::python
