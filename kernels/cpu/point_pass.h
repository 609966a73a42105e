// SPDX-License-Identifier: BSD-2-Clause
//
// Creates passes without a filter. The last pass of a plan, which writes the output frame, is one
// of them.
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_point_pass(const Pass& pass, CpuContext& context);

}  // namespace tonelift
