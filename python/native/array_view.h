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

// Raises ArgumentError if the object is no array, is read-only although it must be writable, has
// elements that are no samples of pictures, or is on a device other than the CPU and CUDA.
ArrayView view_array(const nanobind::handle& object, bool writable);

}  // namespace tonelift::python
