// SPDX-License-Identifier: BSD-2-Clause
//
// Passes that resample a plane to another size. A band consists of output rows and the input rows
// that they depend on.
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_resample_pass(const Pass& pass, const Resample& resample,
                                               CpuContext& context);

}  // namespace tonelift
