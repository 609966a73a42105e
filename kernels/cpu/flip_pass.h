// SPDX-License-Identifier: BSD-2-Clause
//
// Creates passes that flip or transpose a plane.
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_flip_pass(const Pass& pass, const Resample& resample,
                                           CpuContext& context);

}  // namespace tonelift
