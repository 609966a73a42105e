// SPDX-License-Identifier: BSD-2-Clause
//
// The class Video: a tonelift_video whose color fields are names instead of numbers.
#pragma once

#include <nanobind/nanobind.h>

namespace tonelift::python {

void bind_video(nanobind::module_& module);

}  // namespace tonelift::python
