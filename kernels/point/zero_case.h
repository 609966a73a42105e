// SPDX-License-Identifier: BSD-2-Clause
//
// Finds instructions whose results often have no effect because they are multiplied by 0. A loop of
// machine code skips such instructions. GPUs skip a part of the whole program instead
// (kernels/cuda/emit/idle_part.h).
#pragma once

#include <span>

#include "kernels/point/draft.h"

namespace tonelift {

// The values of the constants 0 and 1. The value -1 means that a program does not have the
// constant.
struct UsualConstants {
    int zero = -1;
    int one = -1;
};

// Finds the zero case of each group: a value that is often 0 for many consecutive pixels, such as
// the amount of white that is mixed into bright light. The instructions of a zero case can have a
// zero case, too. The instructions that a zero case replaces can have one only if a uniform decides
// it, because processors would often mispredict any other jump. A group has no zero case if a zero
// case would hardly shorten its loop.
void find_zero_cases(std::span<Draft> drafts, std::span<const DraftValue> values,
                     const UsualConstants& constants);

}  // namespace tonelift
