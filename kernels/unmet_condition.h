// SPDX-License-Identifier: BSD-2-Clause
//
// Programs in frames that do not meet a condition (Pass::when).
#pragma once

#include <set>

#include "kernels/pass.h"

namespace tonelift {

// The uniform that says whether the plane which an instruction loads was made; no operand where it
// is in every frame, or where it loads none.
Operand condition_of(const Instruction& load);

// The uniforms that say whether planes which the program loads were made.
std::set<uint16_t> conditions_of(const PointProgram& program);

// The program for frames in which none of these uniforms is above 0: selects by them are settled,
// and what nobody reads any more is gone, loads of planes that were not made among it.
PointProgram where_unmet(PointProgram program, const std::set<uint16_t>& conditions);

}  // namespace tonelift
