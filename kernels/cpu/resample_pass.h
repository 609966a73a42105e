// SPDX-License-Identifier: BSD-2-Clause
//
// Creates passes that scale a plane to another size.
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_resample_pass(const Pass& pass, const Resample& resample,
                                               CpuContext& context);

}  // namespace tonelift
