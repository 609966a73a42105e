// SPDX-License-Identifier: BSD-2-Clause
//
// A plan in words: its passes with the bytes that each moves, and as a drawing for Graphviz.
#pragma once

#include <string>

#include "kernels/pass.h"

namespace tonelift {

std::string explain(const Plan& plan);
std::string explain_dot(const Plan& plan);

}  // namespace tonelift
