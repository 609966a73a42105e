// SPDX-License-Identifier: BSD-2-Clause
//
// Passes without a filter. The last one writes the output frame.
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_point_pass(const Pass& pass, CpuContext& context);

}  // namespace tonelift
