// SPDX-License-Identifier: BSD-2-Clause
//
// Returns the lists of tonelift/list.h to Python: options, presets, formats and the params of a
// script.
#pragma once

#include <nanobind/nanobind.h>

namespace tonelift::python {

void bind_lists(nanobind::module_& module);

}  // namespace tonelift::python
