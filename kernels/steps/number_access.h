// SPDX-License-Identifier: BSD-2-Clause
//
// Lists the per-frame numbers and per-frame lookup tables that a step of a plan reads or writes.
#pragma once

#include <set>
#include <utility>

#include "kernels/pass.h"

namespace tonelift {

enum class NumberKind : uint8_t { uniform, table };
using Numbers = std::set<std::pair<NumberKind, int>>;

Numbers numbers_read(const FrameOperation& operation);
Numbers numbers_read(const FrameStep& step);
Numbers numbers_read(const Pass& pass);
Numbers numbers_written(const FrameOperation& operation);
Numbers numbers_written(const FrameStep& step);

bool have_common(const Numbers& a, const Numbers& b);

}  // namespace tonelift
