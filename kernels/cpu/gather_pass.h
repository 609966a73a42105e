// SPDX-License-Identifier: BSD-2-Clause
//
// Passes with a gather: the program of a neighbor over strips of pixels, for one neighbor after the
// other.
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_gather_pass(const Pass& pass, const Gather& gather,
                                             CpuContext& context);

}  // namespace tonelift
