// SPDX-License-Identifier: BSD-2-Clause
//
// Binds the Python class Video: a tonelift_video whose color fields have names instead of numbers.
#pragma once

#include <nanobind/nanobind.h>

namespace tonelift::python {

void bind_video(nanobind::module_& module);

}  // namespace tonelift::python
