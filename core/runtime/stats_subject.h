// SPDX-License-Identifier: BSD-2-Clause
//
// Collects what the statistics of a stream depend on: the script, the params and options that
// affect them, and the description of the input. Params and options that only affect the picture
// may change between writing and reading a stats_file.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/color/describe.h"
#include "core/graph/graph.h"
#include "core/language/ast.h"
#include "core/runtime/settings.h"
#include "core/runtime/stats_text.h"

namespace tonelift {

struct StatsSubject {
    const Ast& ast;
    const std::vector<float>& params;  // values of the params
    const Settings& settings;
    const tonelift_video& in;  // the result of describe_input()
    const tonelift_video& out;
    // The script with all params as per-frame values, and the nodes of the picture.
    const Graph& graph;
    std::span<const NodeId> roots;
    const std::vector<bool>& structural;  // Script::structural
};

// Describes the samples of a format. Formats with the same samples have the same description,
// whatever their memory layout.
std::string samples_of(const Format& format);

std::vector<StatsField> stats_fields(const StatsSubject& subject);

}  // namespace tonelift
