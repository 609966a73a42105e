// SPDX-License-Identifier: BSD-2-Clause
//
// Creates passes with a gather filter, which is a filter that a script defines.
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_gather_pass(const Pass& pass, const Gather& gather,
                                             CpuContext& context);

}  // namespace tonelift
