// SPDX-License-Identifier: BSD-2-Clause
//
// Makes the lists of tonelift/list.h available to Python: options, presets, formats and the params
// of a script.
#pragma once

#include <nanobind/nanobind.h>

namespace tonelift::python {

void bind_lists(nanobind::module_& module);

}  // namespace tonelift::python
