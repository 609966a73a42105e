// SPDX-License-Identifier: BSD-2-Clause
//
// Assigns rows of scratch memory to the values of a program.
#pragma once

#include <span>
#include <vector>

#include "kernels/point/draft.h"

namespace tonelift {

// Sets the entry of each value that needs a row, adds the rows to `fixed`, and returns their
// number. The values `made_before` are computed before the first instruction, and the values `kept`
// are needed after the last one.
int assign_rows(std::span<const Draft> drafts, std::vector<DraftValue>& values,
                std::span<const int> made_before, std::span<const int> kept,
                std::vector<PreparedProgram::Fixed>& fixed);

}  // namespace tonelift
