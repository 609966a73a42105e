// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/schedule.h"

#include <algorithm>
#include <span>

#include "core/graph/core_name.h"
#include "core/graph/cost.h"
#include "core/graph/dependence.h"
#include "core/graph/resize.h"
#include "core/graph/tabulate.h"
#include "core/graph/upsampled.h"
#include "kernels/evaluate.h"

namespace tonelift {
namespace {

// A value in [0,1] that takes at least this many operations to compute is stored (2 bytes) when a
// later pass wants it too. Colors and values beyond [0,1] are computed again: they would cost up to
// 12 bytes a pixel.
constexpr int cost_worth_storing = 12;

// Nodes in the programs of all passes. Nodes that pass after pass computes again make a short
// script a long plan.
constexpr size_t most_computed = 32768;

// Statistics that share a pass: on a GPU each histogram takes 4 KiB of the 48 that a block has.
constexpr size_t most_reductions = 8;

class Scheduler {
  public:
    Scheduler(const Graph& graph, NodeId scene_change)
        : graph_(graph), scene_change_(scene_change) {}

    Schedule run(std::span<const NodeId> components, const std::vector<NodeId>& numbers) {
        wanted_.assign(components.begin(), components.end());
        wanted_.insert(wanted_.end(), numbers.begin(), numbers.end());
        std::erase(wanted_, no_node);
        if (!restarts_anything()) scene_change_ = no_node;
        if (scene_change_ != no_node) wanted_.push_back(scene_change_);
        schedule_.tabulated = find_tables(graph_, wanted_);
        std::vector<NodeId> roots(components.begin(), components.end());
        roots.push_back(scene_change_);
        const std::set<NodeId> needed = needed_by(graph_, roots);
        cores_ = cores(needed);
        schedule_.upsampled = find_upsampled(graph_, needed);
        for (NodeId core : cores_) {
            if (schedule_.upsampled.contains(core))
                store_sources(core);
            else if (is_gather(graph_.at(core)))
                gather_pass(core);
            else
                core_pass(core);
        }
        PassDraft draft = grid_of_frame("output");
        std::vector<NodeId> shown;
        for (size_t i = 0; i < components.size(); ++i) {
            if (components[i] == no_node) continue;
            shown.push_back(components[i]);
            draft.epilogue.push_back({Op::store_output, static_cast<int>(i), components[i]});
        }
        require_numbers(shown);
        for (NodeId root : shown) visit(root, draft, 1);
        for (NodeId plane : reduced_planes(graph_, numbers)) visit(plane, draft, 1);
        append(std::move(draft));
        require_numbers(numbers);
        drop_unread_stores();
        return std::move(schedule_);
    }

  private:
    // Cuts matter where anything starts anew at them, and cost a histogram.
    bool restarts_anything() const {
        const std::set<NodeId> needed = needed_by(graph_, wanted_);
        return std::any_of(needed.begin(), needed.end(),
                           [&](NodeId id) { return restarts_at_cuts(graph_.at(id)); });
    }

    // Core nodes in the order of the script, which is an order of dependence.
    std::vector<NodeId> cores(const std::set<NodeId>& needed) const {
        std::vector<NodeId> result;
        std::ranges::copy_if(needed, std::back_inserter(result),
                             [&](NodeId id) { return graph_.at(id).kind == NodeKind::core; });
        return result;  // a set is sorted
    }

    // A joint upsampling has its value in 16 bits where they hold it: of floats, which a GPU's pass
    // would make of it, it takes four times as long.
    void core_pass(NodeId id) {
        const Node& node = graph_.at(id);
        require_numbers(node.operands);
        if (node.when != no_node) require_numbers(std::vector<NodeId>{node.when});
        for (NodeId operand : node.operands) {
            if (follows_last_pass(operand) || is_made_before(node, operand) ||
                is_for_point_pass(operand))
                store(operand);
        }
        const auto* resample = std::get_if<Resample>(&node.core);
        size_t operands = node.operands.size();
        if (resample != nullptr && resample->kind == ResampleKind::joint) {
            store(node.operands[--operands]);
            if (fits_16_bits(node.operands[0])) store(node.operands[0]);
        }
        PassDraft draft = draft_of(id, std::span(node.operands).first(operands));
        if (operands < node.operands.size()) draft.loaded.insert(node.operands.back());
        draft.epilogue.push_back({Op::store_buffer, buffer_of(id), id});
        append(std::move(draft));
    }

    // Whether a pass before makes the plane of 16 bits that a scan reads: one of the input at half
    // its size, since a GPU cuts lines into pieces and makes their ends twice; for columns, which
    // are filtered fastest by a pass that does nothing else, any that the last pass can make.
    bool is_made_before(const Node& core, NodeId plane) const {
        const auto* scan = std::get_if<Scan>(&core.core);
        if (scan == nullptr || !fits_16_bits(plane)) return false;
        const bool along_columns = scan->axis == Axis::y;
        return is_of_halved_input(graph_, plane) || (along_columns && last_pass_takes(plane));
    }

    // Whether only a point pass can make a plane: one made of upsamplings to half the size. What is
    // worth storing on the way to it is stored.
    bool is_for_point_pass(NodeId plane) {
        const auto is_one = [&](NodeId id) {
            return graph_.at(id).when != no_node && !schedule_.stored.contains(id);
        };
        if (std::ranges::none_of(schedule_.upsampled, is_one)) return false;
        PassDraft draft;
        visit(plane, draft, 1);
        return std::ranges::any_of(draft.computed[1], [&](NodeId id) {
            return schedule_.upsampled.contains(id) && is_one(id);
        });
    }

    // What an upsampling is read from, by the pass that does it.
    void store_sources(NodeId id) {
        for (NodeId source : upsampled_from(graph_.at(id))) store(source);
    }

    // The pass of a core, up to what its prologue hands over.
    PassDraft draft_of(NodeId core, std::span<const NodeId> inputs) {
        const Node& node = graph_.at(core);
        PassDraft draft;
        draft.core = core;
        draft.name = core_name(node.core);
        draft.width = node.width;
        draft.height = node.height;
        for (size_t i = 0; i < inputs.size(); ++i) {
            visit(inputs[i], draft, 0);
            draft.prologue.push_back({Op::store_core, static_cast<int>(i), inputs[i]});
        }
        return draft;
    }

    // All nodes of a gather, unless its first one was met before.
    void gather_pass(NodeId id) {
        if (schedule_.stored.contains(id)) return;
        const Node& gather = graph_.at(id);
        require_numbers(gather.operands);
        GatherParts parts = gather_parts(graph_, id);
        for (NodeId input : parts.inputs) {
            if (is_for_point_pass(input)) store(input);
        }
        PassDraft draft = draft_of(id, parts.inputs);
        draft.gather = std::move(parts);
        for (NodeId core : cores_) {
            const Node& node = graph_.at(core);
            if (!are_of_one_gather(gather, node)) continue;
            visit(node.operands[node.result], draft, 1);
            draft.epilogue.push_back({Op::store_buffer, buffer_of(core), core});
        }
        append(std::move(draft));
    }

    // Walks what a program computes. Cuts at stored nodes; stores what an earlier pass computed and
    // is worth it.
    void visit(NodeId root, PassDraft& draft, int program) {
        std::vector<NodeId> stack{root};
        while (!stack.empty()) {
            const NodeId id = stack.back();
            stack.pop_back();
            if (graph_.at(id).type != NodeType::plane) continue;
            if (graph_.at(id).kind == NodeKind::sum || id == draft.core) continue;
            if (!draft.computed[program].insert(id).second) continue;
            count_computed(draft);
            if (!schedule_.stored.contains(id) &&
                (worth_storing(id, draft) || joins_maker_of_operands(id, draft)))
                store_where_computed(id);
            if (schedule_.stored.contains(id)) {
                draft.loaded.insert(id);
                continue;
            }
            if (schedule_.upsampled.contains(id)) {
                const std::span<const NodeId> sources = upsampled_from(graph_.at(id));
                draft.loaded.insert(sources.begin(), sources.end());
            }
            for (NodeId operand : operands(id)) stack.push_back(operand);
        }
    }

    void count_computed(const PassDraft& draft) {
        if (++computed_ <= most_computed) return;
        const int origin = draft.core == no_node ? no_origin : graph_.at(draft.core).origin;
        throw Excess(origin,
                     "the passes of the script come to more than " + std::to_string(most_computed) +
                         " operations",
                     "a plane that is not known to lie in [0, 1] is computed again in each pass");
    }

    // The nodes that a node is computed from.
    std::vector<NodeId> operands(NodeId id) const {
        const auto table = schedule_.tabulated.find(id);
        if (table != schedule_.tabulated.end()) return {table->second};
        const std::vector<NodeId>& all = graph_.at(id).operands;
        if (!schedule_.upsampled.contains(id)) return all;
        return {all.begin() + static_cast<ptrdiff_t>(upsampled_from(graph_.at(id)).size()),
                all.end()};
    }

    bool fits_16_bits(NodeId id) const {
        const Node& node = graph_.at(id);
        return node.kind == NodeKind::operation && node.range.low >= 0 && node.range.high <= 1;
    }

    // For a pass that reads it, of which others compute it before.
    bool worth_storing(NodeId id, const PassDraft& reader) const {
        if (!fits_16_bits(id) || cost(id, cost_worth_storing) < cost_worth_storing) return false;
        const PassDraft* maker = find_computed(id).first;
        return maker != nullptr && maker != &reader;
    }

    // A value of colors that an earlier pass has in its registers is made there: its reader would
    // compute them once more, as they are not stored.
    bool joins_maker_of_operands(NodeId id, const PassDraft& reader) {
        if (!fits_16_bits(id) || cost(id, cost_worth_storing) < cost_worth_storing) return false;
        PassDraft* maker = nullptr;
        for (NodeId operand : operands(id)) {
            if (graph_.at(operand).type != NodeType::plane) return false;
            if (schedule_.stored.contains(operand) || fits_16_bits(operand)) return false;
            auto* const other = const_cast<PassDraft*>(find_computed(operand).first);
            if (other == nullptr || other == &reader || (maker != nullptr && maker != other))
                return false;
            maker = other;
        }
        if (maker == nullptr || maker->core != no_node) return false;
        visit(id, *maker, 1);
        return true;
    }

    // Cost of computing a node from what is stored, up to a limit.
    int cost(NodeId root, int limit) const {
        std::set<NodeId> seen;
        std::vector<NodeId> stack{root};
        int sum = 0;
        while (!stack.empty() && sum < limit) {
            const NodeId id = stack.back();
            stack.pop_back();
            const Node& node = graph_.at(id);
            if (node.type != NodeType::plane || !seen.insert(id).second) continue;
            if (schedule_.stored.contains(id) || node.kind != NodeKind::operation) continue;
            const bool looked_up = schedule_.tabulated.contains(id);
            sum += operation_info(looked_up ? Op::lookup : node.op).cost;
            for (NodeId operand : operands(id)) stack.push_back(operand);
        }
        return sum;
    }

    // By a pass of every frame.
    std::pair<const PassDraft*, int> find_computed(NodeId id) const {
        for (const StepDraft& step : schedule_.steps) {
            if (!step.is_pass || condition_of(step.pass) != no_node) continue;
            for (int program : {0, 1}) {
                if (step.pass.computed[program].contains(id)) return {&step.pass, program};
            }
        }
        return {nullptr, 0};
    }

    NodeId condition_of(const PassDraft& draft) const {
        return draft.core == no_node ? no_node : graph_.at(draft.core).when;
    }

    // The sinks of the earliest program that has the node; nullptr when none has.
    std::vector<Sink>* sinks_with(NodeId id) {
        if (graph_.at(id).kind == NodeKind::core) return storing_sinks(id);
        const auto [draft, program] = find_computed(id);
        if (draft == nullptr) return nullptr;
        auto* mutable_draft = const_cast<PassDraft*>(draft);
        return program == 0 ? &mutable_draft->prologue : &mutable_draft->epilogue;
    }

    // A core's result is stored by the epilogue of its pass and computed by no program.
    std::vector<Sink>* storing_sinks(NodeId id) {
        for (StepDraft& step : schedule_.steps) {
            if (!step.is_pass || step.pass.core == no_node) continue;
            const bool sibling = are_of_one_gather(graph_.at(step.pass.core), graph_.at(id));
            if (step.pass.core == id || sibling) return &step.pass.epilogue;
        }
        return nullptr;
    }

    void store_where_computed(NodeId id) {
        sinks_with(id)->push_back({Op::store_buffer, buffer_of(id), id});
    }

    // Makes sure that a node lies in a buffer.
    void store(NodeId id) {
        if (schedule_.stored.contains(id)) return;
        if (find_computed(id).first == nullptr && !joins_last_pass(id)) point_pass(id);
        store_where_computed(id);
    }

    // A pass that computes one node, for a reduction or a buffer that no other pass can host.
    void point_pass(NodeId id) {
        require_numbers(std::vector<NodeId>{id});
        PassDraft draft = grid_of_frame("point");
        draft.width = graph_.at(id).width;
        draft.height = graph_.at(id).height;
        visit(id, draft, 1);
        append(std::move(draft));
    }

    // Planes that no pass computes yet ride on the last pass where it is over the same pixels and
    // lets its epilogue do more than store: those of statistics, and those that are stored.
    bool joins_last_pass(NodeId plane) {
        require_numbers(std::vector<NodeId>{plane});
        if (!last_pass_takes(plane)) return false;
        if (schedule_.steps.back().pass.core != no_node && is_for_point_pass(plane)) return false;
        visit(plane, schedule_.steps.back().pass, 1);
        return true;
    }

    bool last_pass_takes(NodeId plane) const {
        if (!last_pass_has_grid_of(graph_.at(plane))) return false;
        const PassDraft& last = schedule_.steps.back().pass;
        return condition_of(last) == no_node && lets_epilogue_compute(last) &&
               last.epilogue.size() < most_reductions;
    }

    bool last_pass_has_grid_of(const Node& plane) const {
        if (schedule_.steps.empty() || !schedule_.steps.back().is_pass) return false;
        const PassDraft& last = schedule_.steps.back().pass;
        return last.width == plane.width && last.height == plane.height;
    }

    // Columns are filtered fastest by an epilogue that does nothing but store.
    bool lets_epilogue_compute(const PassDraft& draft) const {
        if (draft.core == no_node) return true;
        const Node& node = graph_.at(draft.core);
        return !std::holds_alternative<Scan>(node.core) && !is_gather(node);
    }

    // Whether a plane is made of the last pass's result alone: a core reads it in memory, and what
    // is stored there may as well be the plane.
    bool follows_last_pass(NodeId plane) const {
        if (graph_.at(plane).kind != NodeKind::operation || !last_pass_takes(plane)) return false;
        std::vector<NodeId> stack{plane};
        while (!stack.empty()) {
            const NodeId id = stack.back();
            const Node& node = graph_.at(id);
            stack.pop_back();
            if (id == schedule_.steps.back().pass.core || node.kind == NodeKind::constant) continue;
            if (node.kind != NodeKind::operation || schedule_.tabulated.contains(id)) return false;
            stack.insert(stack.end(), node.operands.begin(), node.operands.end());
        }
        return true;
    }

    // Results of cores of which later passes read only what their epilogues make of them.
    void drop_unread_stores() {
        std::set<NodeId> read;
        for (const StepDraft& step : schedule_.steps)
            read.insert(step.pass.loaded.begin(), step.pass.loaded.end());
        for (StepDraft& step : schedule_.steps) {
            std::erase_if(step.pass.epilogue, [&](const Sink& sink) {
                return sink.op == Op::store_buffer && !read.contains(sink.node);
            });
        }
    }

    // Appends a frame step with all numbers and tables that the planes under these roots read and
    // that are not there, and with those that the plan needs later and has all for: one step takes
    // half the time of two.
    void require_numbers(const std::vector<NodeId>& roots) {
        std::set<NodeId> needed = missing_numbers(roots);
        if (needed.empty()) return;
        measure(needed);
        needed.merge(numbers_at_hand());
        frame_step(needed);
    }

    // Missing numbers of planes that passes compute already.
    std::set<NodeId> numbers_at_hand() {
        std::vector<bool> at_hand(graph_.size());
        for (size_t i = 0; i < at_hand.size(); ++i) {
            const Node& node = graph_.at(static_cast<NodeId>(i));
            at_hand[i] =
                node.kind == NodeKind::reduce
                    ? sinks_with(node.operands[0]) != nullptr
                    : std::all_of(node.operands.begin(), node.operands.end(),
                                  [&](NodeId id) { return at_hand[static_cast<size_t>(id)]; });
        }
        if (scene_change_ != no_node && !at_hand[static_cast<size_t>(scene_change_)]) return {};
        std::set<NodeId> numbers = missing_numbers(wanted_);
        std::erase_if(numbers, [&](NodeId id) { return !at_hand[static_cast<size_t>(id)]; });
        return numbers;
    }

    std::set<NodeId> missing_numbers(const std::vector<NodeId>& roots) const {
        std::set<NodeId> needed;
        std::set<NodeId> seen;
        std::vector<NodeId> stack(roots.begin(), roots.end());
        while (!stack.empty()) {
            const NodeId id = stack.back();
            stack.pop_back();
            const Node& node = graph_.at(id);
            if (node.kind == NodeKind::constant || !seen.insert(id).second || done_.contains(id))
                continue;
            if (node.type == NodeType::plane && schedule_.stored.contains(id)) continue;
            if (node.type != NodeType::plane || schedule_.tabulated.contains(id)) needed.insert(id);
            if (restarts_at_cuts(node) && scene_change_ != no_node) stack.push_back(scene_change_);
            if (node.kind != NodeKind::reduce)
                stack.insert(stack.end(), node.operands.begin(), node.operands.end());
        }
        return needed;
    }

    static bool restarts_at_cuts(const Node& node) {
        return node.kind == NodeKind::frame &&
               tonelift::restarts_at_cuts(node.frame_op, node.curve);
    }

    // Reductions first: the passes they may need can ask for numbers themselves.
    void measure(const std::set<NodeId>& needed) {
        for (NodeId id : needed) {
            if (graph_.at(id).kind == NodeKind::reduce && done_.insert(id).second) reduce(id);
        }
    }

    void frame_step(const std::set<NodeId>& needed) {
        measure(needed);
        StepDraft step;
        step.is_pass = false;
        const auto add = [&](NodeId id) {
            const NodeKind kind = graph_.at(id).kind;
            if (kind != NodeKind::operation && kind != NodeKind::frame) return;
            if (done_.insert(id).second) step.numbers.push_back(id);
        };
        if (needed.contains(scene_change_)) {
            for (NodeId id : graph_.at(scene_change_).operands) add(id);
            add(scene_change_);
        }
        for (NodeId id : needed) add(id);
        if (!step.numbers.empty()) schedule_.steps.push_back(std::move(step));
    }

    void reduce(NodeId id) {
        const NodeId plane = graph_.at(id).operands[0];
        std::vector<Sink>* sinks = sinks_with(plane);
        if (sinks == nullptr) {
            if (!joins_last_pass(plane)) point_pass(plane);
            sinks = sinks_with(plane);
        }
        const int index = static_cast<int>(schedule_.reductions.size());
        schedule_.reductions.emplace(id, index);
        sinks->push_back({Op::reduce, index, plane});
    }

    int buffer_of(NodeId id) {
        return schedule_.stored.emplace(id, static_cast<int>(schedule_.stored.size()))
            .first->second;
    }

    PassDraft grid_of_frame(const char* name) const {
        PassDraft draft;
        draft.name = name;
        draft.width = graph_.width();
        draft.height = graph_.height();
        return draft;
    }

    void append(PassDraft draft) { schedule_.steps.emplace_back().pass = std::move(draft); }

    const Graph& graph_;
    NodeId scene_change_;
    std::vector<NodeId> cores_;
    std::vector<NodeId> wanted_;  // outputs and numbers that the plan is for
    Schedule schedule_;
    std::set<NodeId> done_;
    size_t computed_ = 0;
};

}  // namespace

Schedule make_schedule(const Graph& graph, const PlanRequest& request) {
    return Scheduler(graph, request.scene_change).run(request.components, numbers_of(request));
}

}  // namespace tonelift
