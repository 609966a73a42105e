// SPDX-License-Identifier: BSD-2-Clause
//
// Evaluates the entries of a tone curve's table with SIMD instructions.
#pragma once

#include "kernels/frame/curve_table.h"
#include "kernels/instruction_set.h"

namespace tonelift::frame {

void evaluate(const CurveEntries& entries, float* table, int n, const InstructionSet& set = {});

}  // namespace tonelift::frame
