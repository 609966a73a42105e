// SPDX-License-Identifier: BSD-2-Clause
#include "array_view.h"

#include <nanobind/stl/string.h>

#include "messages.h"

namespace nb = nanobind;

namespace tonelift::python {
namespace {

std::string type_of(const nb::handle& object) {
    return nb::cast<std::string>(nb::inst_name(object));
}

nb::ndarray<nb::ro> import(const nb::handle& object, bool writable) {
    nb::ndarray<nb::ro> array;
    if (writable) {
        nb::ndarray<> written;
        if (object.is_none() || !nb::try_cast(object, written))
            raise_argument("out is " + type_of(object) + "; allowed is a writable array");
        return nb::ndarray<nb::ro>(written);
    }
    if (object.is_none() || !nb::try_cast(object, array))
        raise_argument("the frame is " + type_of(object) +
                       (PyObject_CheckBuffer(object.ptr()) || nb::hasattr(object, "__dlpack__")
                            ? ", whose elements cannot be read; they must have the byte order of "
                              "the CPU, and strides must be multiples of the element"
                            : "; allowed are an array and a list with an array for each plane"));
    return array;
}

Element element_of(const nb::dlpack::dtype& type) {
    if (type == nb::dtype<uint8_t>()) return Element::u8;
    if (type == nb::dtype<uint16_t>()) return Element::u16;
    if (type == nb::dtype<uint32_t>()) return Element::u32;
    if (type == nb::dtype<float>()) return Element::f32;
    const auto code = static_cast<nb::dlpack::dtype_code>(type.code);
    const bool is_float = code == nb::dlpack::dtype_code::Float;
    raise_argument("the elements of the array are " + std::string(is_float ? "floats" : "numbers") +
                   " of " + std::to_string(type.bits) +
                   " bits; allowed are uint8, uint16 and float32: convert the array");
}

}  // namespace

std::string ArrayView::shape_text() const {
    std::string text;
    for (const ptrdiff_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
    return "(" + text + ")";
}

ArrayView view_array(const nb::handle& object, bool writable) {
    nb::ndarray<nb::ro> array = import(object, writable);
    ArrayView view{array,
                   static_cast<char*>(const_cast<void*>(array.data())),
                   {},
                   {},
                   element_of(array.dtype()),
                   array.device_type() == nb::device::cuda::value,
                   array.device_id()};
    if (!view.on_device && array.device_type() != nb::device::cpu::value &&
        array.device_type() != nb::device::cuda_host::value)
        raise_argument("the array is on a device of DLPack's kind " +
                       std::to_string(array.device_type()) + "; allowed are the CPU and CUDA");
    for (size_t i = 0; i < array.ndim(); ++i) {
        view.shape.push_back(static_cast<ptrdiff_t>(array.shape(i)));
        view.strides.push_back(static_cast<ptrdiff_t>(array.stride(i)) * bytes_of(view.element));
    }
    return view;
}

}  // namespace tonelift::python
