// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/order.h"

#include <algorithm>

#include "core/graph/core_order.h"
#include "core/graph/dependence.h"
#include "core/graph/gather.h"
#include "core/graph/tabulate.h"
#include "core/graph/upsampled.h"

namespace tonelift {
namespace {

class Orderer {
  public:
    Orderer(const Graph& graph, const PlanRequest& request)
        : graph_(graph),
          components_(request.components),
          scene_change_(request.scene_change),
          measured_(uniforms_of(request)),
          light_(request.light),
          smooth_(request.smooth) {
        std::erase(components_, no_node);
        wanted_ = components_;
        wanted_.insert(wanted_.end(), measured_.begin(), measured_.end());
        std::erase(wanted_, no_node);
        if (!anything_restarts()) scene_change_ = no_node;
        if (scene_change_ != no_node) wanted_.push_back(scene_change_);
    }

    Work run() {
        if (smooth_) work_.tabulated = find_tables(graph_, wanted_);
        std::vector<NodeId> roots = components_;
        roots.push_back(scene_change_);
        roots.insert(roots.end(), light_.begin(), light_.end());
        needed_ = needed_by(graph_, roots);
        work_.upsampled = find_upsampled(graph_, needed_);
        add_statistics_of_input();
        for (NodeId id : order_cores(graph_, {needed_, scene_change_})) add_core(id);
        add_output();
        return std::move(work_);
    }

  private:
    bool anything_restarts() const {
        const std::set<NodeId> needed = needed_by(graph_, wanted_);
        return std::any_of(needed.begin(), needed.end(),
                           [&](NodeId id) { return restarts_at_cuts(graph_.at(id)); });
    }

    void add_core(NodeId id) {
        const Node& node = graph_.at(id);
        if (work_.upsampled.contains(id)) {
            for (NodeId source : upsampled_from(node)) add_memory(source, Need::upsampled);
            return;
        }
        if (made_.contains(id)) return;
        require_uniforms(node.operands);
        if (!is_gather(node)) add_inputs_in_memory(node);
        Job job{JobKind::core, id, inputs_of(id), gathered_with(id)};
        for (NodeId input : job.nodes) note_computed(input, id);
        for (NodeId node_of : job.gathered) note_computed(gather_result(graph_.at(node_of)), id);
        last_core_ = id;
        made_.insert(id);
        made_.insert(job.gathered.begin(), job.gathered.end());
        work_.jobs.push_back(std::move(job));
    }

    void add_statistics_of_input() {
        const std::set<NodeId> light = needed_by(graph_, light_);
        std::set<NodeId> wanted = needed_;
        wanted.insert(light.begin(), light.end());
        std::erase_if(wanted, [&](NodeId id) {
            const Node& node = graph_.at(id);
            return node.kind != NodeKind::reduce ||
                   !is_of_reduced_input(graph_, node.operands[0]) ||
                   (!light.contains(id) && !is_of_input(node.operands[0]));
        });
        add_statistics(wanted);
    }

    bool is_of_input(NodeId plane) const {
        return std::ranges::all_of(needed_by(graph_, {&plane, 1}), [&](NodeId id) {
            const NodeKind kind = graph_.at(id).kind;
            return kind == NodeKind::input || kind == NodeKind::constant ||
                   kind == NodeKind::parameter || kind == NodeKind::operation;
        });
    }

    std::vector<NodeId> gathered_with(NodeId core) const {
        std::vector<NodeId> result;
        if (!is_gather(graph_.at(core))) return result;
        std::ranges::copy_if(needed_, std::back_inserter(result), [&](NodeId id) {
            return are_of_one_gather(graph_.at(core), graph_.at(id));
        });
        return result;
    }

    std::vector<NodeId> inputs_of(NodeId core) const {
        const Node& node = graph_.at(core);
        if (is_gather(node)) return gather_parts(graph_, core).inputs;
        std::vector<NodeId> inputs = node.operands;
        if (has_fine_guide(node.core)) inputs.pop_back();
        return inputs;
    }

    void add_inputs_in_memory(const Node& core) {
        for (NodeId operand : core.operands) add_memory_for_scan(core, operand);
        if (!has_fine_guide(core.core)) return;
        add_memory(core.operands[fine_guide], Need::joint_guide);
        if (fits_16_bits(graph_.at(core.operands[0])))
            add_memory(core.operands[0], Need::joint_value);
    }

    void add_memory_for_scan(const Node& core, NodeId plane) {
        if (is_made_of(plane, last_core_)) add_memory(plane, Need::from_core);
        const auto* scan = std::get_if<Scan>(&core.core);
        if (scan == nullptr || !fits_16_bits(graph_.at(plane))) return;
        if (is_of_reduced_input(graph_, plane))
            add_memory(plane, Need::reduced_input);
        else if (scan->axis == Axis::y)
            add_memory(plane, Need::along_columns);
    }

    bool is_made_of(NodeId plane, NodeId core) const {
        if (graph_.at(plane).kind != NodeKind::operation) return false;
        std::vector<NodeId> stack{plane};
        while (!stack.empty()) {
            const NodeId id = stack.back();
            const Node& node = graph_.at(id);
            stack.pop_back();
            if (id == core || node.kind == NodeKind::constant) continue;
            if (node.kind != NodeKind::operation || work_.tabulated.contains(id)) return false;
            stack.insert(stack.end(), node.operands.begin(), node.operands.end());
        }
        return true;
    }

    void add_memory(NodeId plane, Need need) {
        if (made_.contains(plane)) return;
        if (!needs_previous_pass(need)) {
            require_uniforms({plane});
            note_computed(plane, no_node);
        }
        work_.jobs.push_back({JobKind::memory, plane, {}, {}, need});
    }

    void add_output() {
        std::vector<NodeId> shown = components_;
        require_uniforms(shown);
        std::vector<NodeId> planes = reduced_planes(graph_, measured_);
        std::erase_if(planes, [&](NodeId plane) { return !has_frame_grid(plane); });
        shown.insert(shown.end(), planes.begin(), planes.end());
        for (NodeId plane : shown) note_computed(plane, no_node);
        work_.jobs.push_back({JobKind::output, no_node, std::move(shown)});
        require_uniforms(measured_);
    }

    bool has_frame_grid(NodeId plane) const {
        const Node& node = graph_.at(plane);
        return node.width == graph_.width() && node.height == graph_.height();
    }

    void note_computed(NodeId root, NodeId core) {
        walk_program(graph_, work_, root, core,
                     [&](NodeId id) { return computed_.insert(id).second; });
    }

    bool is_computed(NodeId plane) const {
        return graph_.at(plane).kind == NodeKind::core ? made_.contains(plane)
                                                       : computed_.contains(plane);
    }

    // Adds a frame step for the missing uniforms that the roots depend on. Also adds all other
    // uniforms that are available now, because one large frame step takes half the time of two
    // small frame steps.
    void require_uniforms(const std::vector<NodeId>& roots) {
        std::set<NodeId> needed = missing_uniforms(roots);
        if (needed.empty()) return;
        add_statistics(needed);
        needed.merge(uniforms_at_hand());
        add_statistics(needed);
        add_frame_step(needed);
    }

    std::set<NodeId> missing_uniforms(const std::vector<NodeId>& roots) const {
        std::set<NodeId> needed;
        std::set<NodeId> seen;
        std::vector<NodeId> stack(roots.begin(), roots.end());
        while (!stack.empty()) {
            const NodeId id = stack.back();
            stack.pop_back();
            const Node& node = graph_.at(id);
            if (node.kind == NodeKind::constant || !seen.insert(id).second || done_.contains(id))
                continue;
            if (node.type == NodeType::plane && is_computed(id)) continue;
            if (node.type != NodeType::plane || work_.tabulated.contains(id)) needed.insert(id);
            if (restarts_at_cuts(node) && scene_change_ != no_node) stack.push_back(scene_change_);
            if (node.kind != NodeKind::reduce)
                stack.insert(stack.end(), node.operands.begin(), node.operands.end());
        }
        return needed;
    }

    std::set<NodeId> uniforms_at_hand() const {
        std::vector<bool> at_hand(graph_.size());
        for (size_t i = 0; i < at_hand.size(); ++i) {
            const Node& node = graph_.at(static_cast<NodeId>(i));
            at_hand[i] =
                node.kind == NodeKind::reduce
                    ? is_computed(node.operands[0])
                    : std::all_of(node.operands.begin(), node.operands.end(),
                                  [&](NodeId id) { return at_hand[static_cast<size_t>(id)]; });
        }
        if (scene_change_ != no_node && !at_hand[static_cast<size_t>(scene_change_)]) return {};
        std::set<NodeId> uniforms = missing_uniforms(wanted_);
        std::erase_if(uniforms, [&](NodeId id) { return !at_hand[static_cast<size_t>(id)]; });
        return uniforms;
    }

    void add_statistics(const std::set<NodeId>& uniforms) {
        for (NodeId id : uniforms) {
            if (graph_.at(id).kind != NodeKind::reduce || !done_.insert(id).second) continue;
            const NodeId plane = graph_.at(id).operands[0];
            if (!is_computed(plane)) {
                require_uniforms({plane});
                note_computed(plane, no_node);
            }
            work_.jobs.push_back({JobKind::statistic, id, {}});
        }
    }

    void add_frame_step(const std::set<NodeId>& needed) {
        Job step{JobKind::uniforms, no_node, {}};
        const auto add = [&](NodeId id) {
            const NodeKind kind = graph_.at(id).kind;
            if (kind != NodeKind::operation && kind != NodeKind::frame) return;
            if (done_.insert(id).second) step.nodes.push_back(id);
        };
        if (needed.contains(scene_change_)) {
            for (NodeId id : graph_.at(scene_change_).operands) add(id);
            add(scene_change_);
        }
        for (NodeId id : needed) add(id);
        if (!step.nodes.empty()) work_.jobs.push_back(std::move(step));
    }

    const Graph& graph_;
    std::vector<NodeId> components_;
    NodeId scene_change_;
    std::vector<NodeId> measured_;
    std::vector<NodeId> light_;
    bool smooth_;
    std::vector<NodeId> wanted_;
    std::set<NodeId> needed_;
    NodeId last_core_ = no_node;
    std::set<NodeId> made_;
    std::set<NodeId> computed_;
    std::set<NodeId> done_;
    Work work_;
};

}  // namespace

Work order_work(const Graph& graph, const PlanRequest& request) {
    return Orderer(graph, request).run();
}

std::vector<NodeId> computed_from(const Graph& graph, const Work& work, NodeId id) {
    const auto table = work.tabulated.find(id);
    if (table != work.tabulated.end()) return {table->second};
    const Node& node = graph.at(id);
    if (work.upsampled.contains(id)) {
        const size_t sources = upsampled_from(node).size();
        return {node.operands.begin() + static_cast<ptrdiff_t>(sources), node.operands.end()};
    }
    if (node.kind == NodeKind::core) return {};
    return node.operands;
}

bool fits_16_bits(const Node& node) {
    return node.kind == NodeKind::operation && node.range.low >= 0 && node.range.high <= 1;
}

}  // namespace tonelift
