// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/select.h"

#include <algorithm>
#include <climits>
#include <optional>

#include "core/graph/cost.h"
#include "core/graph/gather.h"
#include "core/graph/upsampled.h"
#include "kernels/evaluate.h"

namespace tonelift {
namespace {

struct ProgramId {
    int pass;
    int program;
};

class Selector {
  public:
    Selector(const Graph& graph, const Work& work, const Fusion& fusion,
             const SchedulePolicy& policy)
        : graph_(graph), work_(work), fusion_(fusion), policy_(policy) {
        selection_.loaded.resize(fusion.passes.size());
        computed_.resize(2 * fusion.passes.size());
    }

    Selection run() {
        for (job_ = 0; job_ < work_.jobs.size(); ++job_) {
            const Placement& placement = fusion_.placements[job_];
            if (placement.pass >= 0) do_job(work_.jobs[job_], placement);
        }
        return std::move(selection_);
    }

  private:
    void do_job(const Job& job, const Placement& at) {
        switch (job.kind) {
            case JobKind::core:
                return do_core(job, at.pass);
            case JobKind::output:
                for (NodeId plane : job.nodes) compute(plane, {at.pass, 1});
                return;
            case JobKind::statistic:
                return compute_if_guest(graph_.at(job.node).operands[0], at);
            case JobKind::memory:
                if (is_stored(job.node)) return;
                compute_if_guest(job.node, at);
                return store({job.node, at.pass, at.program, job_, StoreReason::needed, job.need});
            case JobKind::uniforms:
                return;
        }
    }

    void do_core(const Job& job, int pass) {
        const Node& node = graph_.at(job.node);
        for (NodeId input : job.nodes) compute(input, {pass, 0});
        if (has_fine_guide(node.core)) loaded(pass).insert(node.operands[fine_guide]);
        if (job.gathered.empty()) return store({job.node, pass, 1, job_, StoreReason::result});
        for (NodeId gathered : job.gathered) {
            compute(gather_result(graph_.at(gathered)), {pass, 1});
            store({gathered, pass, 1, job_, StoreReason::result});
        }
    }

    void compute_if_guest(NodeId plane, const Placement& at) {
        if (at.host == Host::previous_pass || at.host == Host::point_pass)
            compute(plane, {at.pass, at.program});
    }

    void compute(NodeId root, ProgramId reader) {
        const bool stores = are_worth_storing(worth_storing_below(root, reader));
        std::set<NodeId>& computed = computed_by(reader);
        walk_program(graph_, work_, root, core_of(reader.pass), [&](NodeId id) {
            if (!computed.insert(id).second) return false;
            count_computed(reader.pass);
            if (stores && !is_stored(id)) store_if_worth(id, reader);
            if (is_stored(id)) {
                loaded(reader.pass).insert(id);
                return false;
            }
            first_.emplace(id, reader);
            if (work_.upsampled.contains(id)) {
                for (NodeId source : upsampled_from(graph_.at(id)))
                    loaded(reader.pass).insert(source);
            }
            return true;
        });
    }

    // Returns the planes from which `root` is computed and that are worth storing, each by itself.
    std::vector<NodeId> worth_storing_below(NodeId root, ProgramId reader) {
        std::vector<NodeId> found;
        std::set<NodeId> seen;
        walk_program(graph_, work_, root, core_of(reader.pass), [&](NodeId id) {
            if (!seen.insert(id).second || computed_by(reader).contains(id) || is_stored(id))
                return false;
            if (!worth_storing_in(id, reader)) return true;
            found.push_back(id);
            return false;
        });
        return found;
    }

    // Planes can share operations. A pass that computes the planes again computes shared operations
    // once, so each plane must be worth its own share of the cost.
    bool are_worth_storing(const std::vector<NodeId>& planes) const {
        const int least = static_cast<int>(planes.size()) * policy_.cost_worth_storing;
        return cost_of(planes, least) >= least;
    }

    void count_computed(int pass) {
        if (++count_ <= policy_.most_computed) return;
        const NodeId core = core_of(pass);
        throw Excess(core == no_node ? no_origin : graph_.at(core).origin,
                     "the passes of the script have more than " +
                         std::to_string(policy_.most_computed) + " operations",
                     "a plane that is not known to lie in [0, 1] is computed again in each pass");
    }

    // Returns the program that could store a plane, if this is worth it.
    std::optional<ProgramId> worth_storing_in(NodeId id, ProgramId reader) const {
        if (!fits_16_bits(graph_.at(id)) || !are_worth_storing({id})) return {};
        if (const auto first = first_.find(id); first != first_.end())
            return first->second.pass == reader.pass ? std::nullopt : std::optional(first->second);
        const auto pass = pass_with_colors_of(id, reader.pass);
        return pass ? std::optional(ProgramId{*pass, 1}) : std::nullopt;
    }

    void store_if_worth(NodeId id, ProgramId reader) {
        const auto at = worth_storing_in(id, reader);
        if (!at) return;
        const int cost = cost_of({id}, INT_MAX);
        const bool again = first_.contains(id);
        if (!again) compute(id, *at);
        const StoreReason reason = again ? StoreReason::used_again : StoreReason::colors_there;
        store({id, at->pass, at->program, job_, reason, {}, cost});
    }

    // Returns the point pass that has computed all planes from which `id` can be computed without
    // uniforms. Returns nothing if several passes have computed them, or the reader itself.
    std::optional<int> pass_with_colors_of(NodeId id, int reader) const {
        std::set<int> passes;
        std::set<NodeId> seen;
        std::vector<NodeId> stack = computed_from(graph_, work_, id);
        while (!stack.empty()) {
            const NodeId operand = stack.back();
            stack.pop_back();
            const Node& node = graph_.at(operand);
            if (node.kind == NodeKind::constant || !seen.insert(operand).second) continue;
            if (const auto first = first_.find(operand); first != first_.end()) {
                passes.insert(first->second.pass);
                continue;
            }
            const bool known = !is_stored(operand) && !work_.tabulated.contains(operand);
            if (node.kind != NodeKind::operation || node.type != NodeType::plane || !known)
                return {};
            for (NodeId of : computed_from(graph_, work_, operand)) stack.push_back(of);
        }
        if (passes.size() != 1 || passes.contains(reader)) return {};
        const int pass = *passes.begin();
        return core_of(pass) == no_node ? std::optional(pass) : std::nullopt;
    }

    // Returns the cost per pixel of computing planes from stored planes, in the unit of
    // operations.def. Stops counting at `limit`.
    int cost_of(const std::vector<NodeId>& planes, int limit) const {
        std::set<NodeId> seen;
        std::vector<NodeId> stack = planes;
        int cost = 0;
        while (!stack.empty() && cost < limit) {
            const NodeId id = stack.back();
            stack.pop_back();
            const Node& node = graph_.at(id);
            if (node.type != NodeType::plane || !seen.insert(id).second) continue;
            if (is_stored(id) || node.kind != NodeKind::operation) continue;
            cost += operation_info(work_.tabulated.contains(id) ? Op::lookup : node.op).cost;
            for (NodeId operand : computed_from(graph_, work_, id)) stack.push_back(operand);
        }
        return cost;
    }

    bool is_stored(NodeId id) const { return stored_.contains(id); }

    void store(const StoredPlane& plane) {
        stored_.insert(plane.node);
        selection_.stored.push_back(plane);
    }

    NodeId core_of(int pass) const { return fusion_.passes[static_cast<size_t>(pass)].core; }

    std::set<NodeId>& computed_by(ProgramId reader) {
        return computed_[size_t(2 * reader.pass + reader.program)];
    }

    std::set<NodeId>& loaded(int pass) { return selection_.loaded[static_cast<size_t>(pass)]; }

    const Graph& graph_;
    const Work& work_;
    const Fusion& fusion_;
    const SchedulePolicy& policy_;
    size_t job_ = 0;
    size_t count_ = 0;
    std::set<NodeId> stored_;
    std::vector<std::set<NodeId>> computed_;
    std::map<NodeId, ProgramId> first_;
    Selection selection_;
};

}  // namespace

const StoredPlane* Selection::find(NodeId node) const {
    const auto found = std::ranges::find(stored, node, &StoredPlane::node);
    return found == stored.end() ? nullptr : &*found;
}

int Selection::users_of(const StoredPlane& plane) const {
    const auto readers = std::ranges::count_if(
        loaded, [&](const std::set<NodeId>& nodes) { return nodes.contains(plane.node); });
    return 1 + static_cast<int>(readers);
}

Selection select(const Graph& graph, const Work& work, const Fusion& fusion,
                 const SchedulePolicy& policy) {
    return Selector(graph, work, fusion, policy).run();
}

}  // namespace tonelift
