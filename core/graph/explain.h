// SPDX-License-Identifier: BSD-2-Clause
// Describes a plan as text, or as a graph for Graphviz.
#pragma once

#include <string>

#include "core/graph/plan.h"

namespace tonelift {

std::string explain(const Plan& plan);
std::string explain_reasons(const Plan& plan, const Reasons& reasons);
std::string explain_dot(const Plan& plan);

}  // namespace tonelift
