// SPDX-License-Identifier: BSD-2-Clause
//
// Creates passes with a scan, which is a recursive filter.
#pragma once

#include <memory>

#include "kernels/cpu/context.h"

namespace tonelift {

std::unique_ptr<PassRunner> make_scan_pass(const Pass& pass, const Scan& scan, CpuContext& context);

}  // namespace tonelift
