// SPDX-License-Identifier: BSD-2-Clause
//
// Creates passes with a stencil, which is a filter over a neighborhood of pixels.
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_stencil_pass(const Pass& pass, const Stencil& stencil,
                                              CpuContext& context);

}  // namespace tonelift
