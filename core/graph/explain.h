// SPDX-License-Identifier: BSD-2-Clause
//
// A plan in words: its passes with the bytes that each moves, their reasons, and a diagram for
// Graphviz.
#pragma once

#include <string>

#include "core/graph/plan.h"

namespace tonelift {

std::string explain(const Plan& plan);
std::string explain_reasons(const Plan& plan, const Reasons& reasons);
std::string explain_dot(const Plan& plan);

}  // namespace tonelift
