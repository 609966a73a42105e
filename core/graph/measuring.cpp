// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/measuring.h"

#include <algorithm>
#include <utility>

namespace tonelift {
namespace {

class Keeper {
  public:
    Keeper(const Graph& graph, const std::vector<NodeId>& measured, Schedule* schedule)
        : graph_(graph), schedule_(*schedule), needed_(measured.begin(), measured.end()) {
        for (const auto& [node, index] : schedule_.reductions) reduced_[index] = node;
    }

    // Visits later steps first, because a step is needed only if a later step reads its results.
    void run() {
        std::vector<StepDraft> steps = std::exchange(schedule_.steps, {});
        for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
            if (step->is_pass)
                keep_pass(std::move(step->pass));
            else
                keep_uniforms(std::move(step->uniforms));
        }
        std::reverse(schedule_.steps.begin(), schedule_.steps.end());
        number_reductions();
    }

  private:
    bool has_state(NodeId id) const {
        const Node& node = graph_.at(id);
        return node.kind == NodeKind::frame && states_of(node.frame_op, node.curve) > 0;
    }

    void keep_uniforms(std::vector<NodeId> uniforms) {
        StepDraft step;
        step.is_pass = false;
        for (auto id = uniforms.rbegin(); id != uniforms.rend(); ++id) {
            if (!needed_.contains(*id) && !has_state(*id)) continue;
            step.uniforms.insert(step.uniforms.begin(), *id);
            const auto table = schedule_.tabulated.find(*id);
            if (table == schedule_.tabulated.end())
                needed_.insert(graph_.at(*id).operands.begin(), graph_.at(*id).operands.end());
            else
                walk(graph_.at(*id).operands, {table->second});
        }
        if (!step.uniforms.empty()) schedule_.steps.push_back(std::move(step));
    }

    bool is_needed(const Sink& sink) const {
        if (sink.op == Op::reduce) return needed_.contains(reduced_.at(sink.index));
        return sink.op == Op::store_buffer && needed_.contains(sink.node);
    }

    // Returns whether the sinks compute needed floating-point sums. Such a sum depends on the order
    // of its additions, so it must stay in its pass.
    bool has_sums(const std::vector<Sink>& sinks) const {
        return std::any_of(sinks.begin(), sinks.end(), [&](const Sink& sink) {
            if (sink.op != Op::reduce || !is_needed(sink)) return false;
            const ReductionKind kind = graph_.at(reduced_.at(sink.index)).reduction;
            return kind != ReductionKind::histogram && kind != ReductionKind::minimum &&
                   kind != ReductionKind::maximum;
        });
    }

    void keep_pass(PassDraft pass) {
        std::erase_if(pass.epilogue, [&](const Sink& sink) { return !is_needed(sink); });
        const std::set<NodeId> loaded = std::exchange(pass.loaded, {});
        std::set<NodeId> outside = loaded;
        if (pass.core != no_node) outside.insert(pass.core);
        for (const Sink& sink : pass.epilogue) {
            if (graph_.at(sink.node).kind == NodeKind::core) outside.insert(sink.node);
        }
        const std::set<NodeId> met = walk(nodes_of(pass.epilogue), outside);
        std::vector<NodeId> inputs;
        for (NodeId id : met) {
            if (loaded.contains(id)) {
                needed_.insert(id);
                continue;
            }
            const std::vector<NodeId>& operands = graph_.at(id).operands;
            inputs.insert(inputs.end(), operands.begin(), operands.end());
        }
        if (pass.core != no_node && inputs.empty()) {
            if (!has_sums(pass.prologue) && !has_sums(pass.epilogue))
                return split(std::move(pass), loaded);
            inputs = graph_.at(pass.core).operands;
        }
        std::erase_if(pass.prologue, [&](const Sink& sink) {
            return sink.op != Op::store_core && !is_needed(sink);
        });
        const std::vector<NodeId> sunk = nodes_of(pass.prologue);
        inputs.insert(inputs.end(), sunk.begin(), sunk.end());
        pass.loaded = walk(inputs, loaded);
        for (NodeId id : met) {
            if (loaded.contains(id)) pass.loaded.insert(id);
        }
        add(std::move(pass));
    }

    void split(PassDraft pass, const std::set<NodeId>& loaded) {
        std::erase_if(pass.prologue, [&](const Sink& sink) { return !is_needed(sink); });
        for (std::vector<Sink>* sinks : {&pass.epilogue, &pass.prologue}) {
            if (sinks->empty()) continue;
            PassDraft point;
            point.name = "point";
            point.width = graph_.at(sinks->front().node).width;
            point.height = graph_.at(sinks->front().node).height;
            point.loaded = walk(nodes_of(*sinks), loaded);
            point.epilogue = std::move(*sinks);
            add(std::move(point));
        }
    }

    void add(PassDraft pass) {
        if (pass.epilogue.empty() && pass.prologue.empty()) return;
        needed_.insert(pass.loaded.begin(), pass.loaded.end());
        StepDraft step;
        step.pass = std::move(pass);
        schedule_.steps.push_back(std::move(step));
    }

    static std::vector<NodeId> nodes_of(const std::vector<Sink>& sinks) {
        std::vector<NodeId> nodes;
        for (const Sink& sink : sinks) nodes.push_back(sink.node);
        return nodes;
    }

    std::set<NodeId> walk(std::vector<NodeId> stack, const std::set<NodeId>& outside) {
        std::set<NodeId> seen, met;
        while (!stack.empty()) {
            const NodeId id = stack.back();
            stack.pop_back();
            if (!seen.insert(id).second) continue;
            const auto table = schedule_.tabulated.find(id);
            const bool is_plane = graph_.at(id).type == NodeType::plane;
            if (!is_plane || table != schedule_.tabulated.end()) needed_.insert(id);
            if (!is_plane) continue;
            if (outside.contains(id))
                met.insert(id);
            else if (table != schedule_.tabulated.end())
                stack.push_back(table->second);
            else
                stack.insert(stack.end(), graph_.at(id).operands.begin(),
                             graph_.at(id).operands.end());
        }
        return met;
    }

    void number_reductions() {
        std::map<int, int> new_indices;
        for (const auto& [before, node] : reduced_) {
            if (needed_.contains(node))
                new_indices.emplace(before, static_cast<int>(new_indices.size()));
        }
        std::erase_if(schedule_.reductions,
                      [&](const auto& entry) { return !new_indices.contains(entry.second); });
        for (auto& [node, index] : schedule_.reductions) index = new_indices.at(index);
        for (StepDraft& step : schedule_.steps) {
            for (auto* sinks : {&step.pass.prologue, &step.pass.epilogue}) {
                for (Sink& sink : *sinks) {
                    if (sink.op == Op::reduce) sink.index = new_indices.at(sink.index);
                }
            }
        }
    }

    const Graph& graph_;
    Schedule& schedule_;
    std::map<int, NodeId> reduced_;
    std::set<NodeId> needed_;
};

}  // namespace

void keep_statistics(const Graph& graph, const std::vector<NodeId>& measured, Schedule* schedule) {
    Keeper(graph, measured, schedule).run();
}

}  // namespace tonelift
