// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/fuse.h"

#include <algorithm>

#include "core/graph/gather.h"

namespace tonelift {
namespace {

struct Ride {
    const Graph& graph;
    const Work& work;
    const SchedulePolicy& policy;
    const FusedPass* last;
    bool after_frame_step;
    const Node& plane;

    const Node* core() const { return last->core == no_node ? nullptr : &graph.at(last->core); }
};

struct RideRule {
    Refusal refusal;
    bool (*refuses)(const Ride& ride);
};
constexpr RideRule ride_rules[] = {
    {Refusal::no_previous_pass, [](const Ride& ride) { return ride.last == nullptr; }},
    {Refusal::frame_step, [](const Ride& ride) { return ride.after_frame_step; }},
    {Refusal::other_size,
     [](const Ride& ride) {
         return ride.last->width != ride.plane.width || ride.last->height != ride.plane.height;
     }},
    {Refusal::fast_epilogue,
     [](const Ride& ride) {
         return ride.core() != nullptr &&
                (std::holds_alternative<Scan>(ride.core()->core) || is_gather(*ride.core()));
     }},
    {Refusal::full, [](const Ride& ride) { return ride.last->guests >= ride.policy.most_guests; }},
};

class Fuser {
  public:
    Fuser(const Graph& graph, const Work& work, const SchedulePolicy& policy)
        : graph_(graph), work_(work), policy_(policy) {}

    Fusion run() {
        for (const Job& job : work_.jobs) fusion_.placements.push_back(place(job));
        return std::move(fusion_);
    }

  private:
    Placement place(const Job& job) {
        switch (job.kind) {
            case JobKind::uniforms:
                after_frame_step_ = true;
                return {};
            case JobKind::core:
                return place_core(job);
            case JobKind::output:
                return place_output(job);
            case JobKind::statistic:
                return place_plane(graph_.at(job.node).operands[0]);
            case JobKind::memory:
                if (needs_previous_pass(job.need) && !previous_pass_meets(job)) return {};
                return place_plane(job.node);
        }
        return {};
    }

    Placement place_core(const Job& job) {
        const Node& node = graph_.at(job.node);
        const int pass = add_pass({job.node, false, node.width, node.height, 1});
        for (NodeId input : job.nodes) note_computed(input, pass, 0);
        pass_of_core_[job.node] = pass;
        for (NodeId gathered : job.gathered) {
            note_computed(gather_result(graph_.at(gathered)), pass, 1);
            pass_of_core_[gathered] = pass;
        }
        return {pass, 1, Host::own_core};
    }

    Placement place_output(const Job& job) {
        const int pass = add_pass({no_node, true, graph_.width(), graph_.height()});
        for (NodeId plane : job.nodes) note_computed(plane, pass, 1);
        return {pass, 1, Host::point_pass};
    }

    int add_pass(const FusedPass& pass) {
        fusion_.passes.push_back(pass);
        after_frame_step_ = false;
        return static_cast<int>(fusion_.passes.size()) - 1;
    }

    Refusal refusal_of(const Node& plane) const {
        const FusedPass* last = fusion_.passes.empty() ? nullptr : &fusion_.passes.back();
        const Ride ride{graph_, work_, policy_, last, after_frame_step_, plane};
        const auto* rule = std::ranges::find_if(
            ride_rules, [&](const RideRule& each) { return each.refuses(ride); });
        return rule == std::end(ride_rules) ? Refusal::none : rule->refusal;
    }

    bool previous_pass_meets(const Job& job) const {
        if (refusal_of(graph_.at(job.node)) != Refusal::none) return false;
        return job.need != Need::from_core || fusion_.passes.back().core != no_node;
    }

    Placement place_plane(NodeId plane) {
        Placement placement = find_or_add_host(plane);
        ++fusion_.passes[static_cast<size_t>(placement.pass)].guests;
        return placement;
    }

    Placement find_or_add_host(NodeId plane) {
        if (const auto own = pass_of_core_.find(plane); own != pass_of_core_.end())
            return {own->second, 1, Host::own_core};
        if (const auto first = first_.find(plane); first != first_.end())
            return {first->second.pass, first->second.program, Host::computes_it};
        const Node& node = graph_.at(plane);
        const Refusal refusal = refusal_of(node);
        const bool rides = refusal == Refusal::none;
        const int pass = rides ? static_cast<int>(fusion_.passes.size()) - 1
                               : add_pass({no_node, false, node.width, node.height, 0, refusal});
        note_computed(plane, pass, 1);
        return {pass, 1, rides ? Host::previous_pass : Host::point_pass};
    }

    void note_computed(NodeId root, int pass, int program) {
        const NodeId core = fusion_.passes[static_cast<size_t>(pass)].core;
        walk_program(graph_, work_, root, core, [&](NodeId id) {
            return first_.emplace(id, Placement{pass, program}).second;
        });
    }

    const Graph& graph_;
    const Work& work_;
    const SchedulePolicy& policy_;
    Fusion fusion_;
    bool after_frame_step_ = false;
    std::map<NodeId, int> pass_of_core_;
    std::map<NodeId, Placement> first_;
};

}  // namespace

Fusion fuse(const Graph& graph, const Work& work, const SchedulePolicy& policy) {
    return Fuser(graph, work, policy).run();
}

}  // namespace tonelift
