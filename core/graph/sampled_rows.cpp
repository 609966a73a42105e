// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/sampled_rows.h"

#include <algorithm>

#include "core/graph/dependence.h"

namespace tonelift {
namespace {

// Minimum number of rows that are measured. With 256 rows, a highlight that is higher than 1/256 of
// the picture is always measured.
constexpr int least_rows = 256;

// Returns whether each pixel of the plane depends only on the same pixel of the input.
bool is_of_input(const Graph& graph, NodeId plane) {
    return std::ranges::all_of(needed_by(graph, {&plane, 1}), [&](NodeId id) {
        const Node& node = graph.at(id);
        return node.type != NodeType::plane || node.kind == NodeKind::input ||
               node.kind == NodeKind::operation;
    });
}

bool only_makes_histograms(const Graph& graph, const Schedule& schedule, const PassDraft& pass) {
    if (pass.core != no_node || !pass.loaded.empty()) return false;
    std::set<int> histograms;
    for (const auto& [reduce, index] : schedule.reductions) {
        if (graph.at(reduce).reduction == ReductionKind::histogram) histograms.insert(index);
    }
    return std::ranges::all_of(pass.epilogue, [&](const Sink& sink) {
        return sink.op == Op::reduce && histograms.contains(sink.index) &&
               is_of_input(graph, sink.node);
    });
}

}  // namespace

void sample_rows(const Graph& graph, Schedule* schedule) {
    for (StepDraft& step : schedule->steps) {
        PassDraft& pass = step.pass;
        if (!step.is_pass || 2 * pass.width != graph.width()) continue;
        if (2 * pass.height != graph.height() || !only_makes_histograms(graph, *schedule, pass))
            continue;
        pass.height /= std::max(pass.height / least_rows, 1);
    }
}

}  // namespace tonelift
