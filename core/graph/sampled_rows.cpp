// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/sampled_rows.h"

#include <algorithm>
#include <functional>
#include <utility>

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

bool only_measures(const PassDraft& pass) {
    return pass.core == no_node && pass.loaded.empty() &&
           std::ranges::all_of(pass.epilogue,
                               [](const Sink& sink) { return sink.op == Op::reduce; });
}

std::set<int> histograms_of_input(const Graph& graph, const Schedule& schedule) {
    std::set<int> histograms;
    for (const auto& [reduce, index] : schedule.reductions) {
        const Node& node = graph.at(reduce);
        if (node.reduction == ReductionKind::histogram && is_of_input(graph, node.operands[0]))
            histograms.insert(index);
    }
    return histograms;
}

bool is_of_halved_size(const Graph& graph, const PassDraft& pass) {
    return 2 * pass.width == graph.width() && 2 * pass.height == graph.height();
}

// Moves the histograms of a pass to a lower pass, and returns this pass.
StepDraft with_some_rows(PassDraft& pass, const std::set<int>& histograms) {
    StepDraft step;
    step.pass = pass;
    step.pass.height /= pass.height / least_rows;
    const auto is_histogram = [&](const Sink& sink) { return histograms.contains(sink.index); };
    std::erase_if(step.pass.epilogue, std::not_fn(is_histogram));
    std::erase_if(pass.epilogue, is_histogram);
    return step;
}

}  // namespace

void sample_rows(const Graph& graph, Schedule* schedule) {
    const std::set<int> histograms = histograms_of_input(graph, *schedule);
    std::vector<StepDraft> steps;
    for (StepDraft& step : schedule->steps) {
        if (step.is_pass && step.pass.height >= 2 * least_rows &&
            is_of_halved_size(graph, step.pass) && only_measures(step.pass)) {
            StepDraft sampled = with_some_rows(step.pass, histograms);
            if (!sampled.pass.epilogue.empty()) steps.push_back(std::move(sampled));
            if (step.pass.epilogue.empty()) continue;
        }
        steps.push_back(std::move(step));
    }
    schedule->steps = std::move(steps);
}

}  // namespace tonelift
