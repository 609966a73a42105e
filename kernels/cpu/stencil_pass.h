// SPDX-License-Identifier: BSD-2-Clause
//
// Passes with a stencil. A band consists of output rows and the rows and columns around them that
// the neighborhood covers.
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_stencil_pass(const Pass& pass, const Stencil& stencil,
                                              CpuContext& context);

}  // namespace tonelift
