// SPDX-License-Identifier: BSD-2-Clause
//
// Passes that flip a plane along an axis or transpose it (kernels/pass.h, is_turn()).
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_turn_pass(const Pass& pass, const Resample& resample,
                                           CpuContext& context);

}  // namespace tonelift
