// SPDX-License-Identifier: BSD-2-Clause
//
// tonelift_video with names in place of numbers.
#pragma once

#include <nanobind/nanobind.h>

namespace tonelift::python {

void bind_video(nanobind::module_& module);

}  // namespace tonelift::python
