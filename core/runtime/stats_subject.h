// SPDX-License-Identifier: BSD-2-Clause
// Lists everything that affects the statistics of a stream, for its stats_file.
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
    const std::vector<float>& params;
    const Settings& settings;
    const tonelift_video& in;
    const tonelift_video& out;
    const Graph& graph;
    std::span<const NodeId> roots;
    const std::vector<bool>& structural;
};

// Describes the samples of a format without their memory layout, such as "yuv-10-2x2".
std::string samples_of(const Format& format);

// Returns the fields of a section that describe the input.
std::vector<StatsField> input_fields(const tonelift_video& in, const tonelift_options& options);

std::vector<StatsField> stats_fields(const StatsSubject& subject);

}  // namespace tonelift
