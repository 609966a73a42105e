// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/schedule.h"

#include "core/graph/core_name.h"

namespace tonelift {
namespace {

class Drafter {
  public:
    Drafter(const Graph& graph, const PlanRequest& request, const Work& work, const Fusion& fusion,
            const Selection& selection)
        : graph_(graph), request_(request), work_(work), fusion_(fusion), selection_(selection) {
        schedule_.upsampled = work.upsampled;
        schedule_.tabulated = work.tabulated;
    }

    Schedule run() {
        auto stored = selection_.stored.begin();
        for (size_t i = 0; i < work_.jobs.size(); ++i) {
            const Job& job = work_.jobs[i];
            const Placement& at = fusion_.placements[i];
            if (job.kind == JobKind::uniforms)
                add_frame_step(job);
            else if (at.pass == static_cast<int>(step_of_pass_.size()))
                add_pass(job, at.pass);
            for (; stored != selection_.stored.end() && stored->job == i; ++stored)
                sinks_of(stored->pass, stored->program)
                    .push_back({Op::store_buffer, -1, stored->node});
            if (job.kind == JobKind::statistic) add_reduction(job.node, at);
        }
        drop_unread_stores();
        schedule_.selection = selection_;
        return std::move(schedule_);
    }

  private:
    void add_frame_step(const Job& job) {
        StepDraft& step = schedule_.steps.emplace_back();
        step.is_pass = false;
        step.uniforms = job.nodes;
    }

    void add_pass(const Job& job, int pass) {
        step_of_pass_.push_back(schedule_.steps.size());
        PassDraft& draft = schedule_.steps.emplace_back().pass;
        draft.fused = fusion_.passes[static_cast<size_t>(pass)];
        draft.core = draft.fused.core;
        draft.width = draft.fused.width;
        draft.height = draft.fused.height;
        draft.loaded = selection_.loaded[static_cast<size_t>(pass)];
        draft.name = draft.fused.is_output ? "output" : "point";
        if (draft.fused.is_output) add_components(draft);
        if (draft.core != no_node) add_core(job, draft);
    }

    void add_core(const Job& job, PassDraft& draft) const {
        draft.name = core_name(graph_.at(draft.core).core);
        if (is_gather(graph_.at(draft.core))) draft.gather = gather_parts(graph_, draft.core);
        for (size_t i = 0; i < job.nodes.size(); ++i)
            draft.prologue.push_back({Op::store_core, static_cast<int>(i), job.nodes[i]});
    }

    void add_components(PassDraft& draft) const {
        for (size_t i = 0; i < request_.components.size(); ++i) {
            const NodeId component = request_.components[i];
            if (component != no_node)
                draft.epilogue.push_back({Op::store_output, static_cast<int>(i), component});
        }
    }

    std::vector<Sink>& sinks_of(int pass, int program) {
        PassDraft& draft = schedule_.steps[step_of_pass_[static_cast<size_t>(pass)]].pass;
        return program == 0 ? draft.prologue : draft.epilogue;
    }

    void add_reduction(NodeId reduce, const Placement& at) {
        const int index = static_cast<int>(schedule_.reductions.size());
        schedule_.reductions.emplace(reduce, index);
        schedule_.hosts.emplace(reduce, at.host);
        sinks_of(at.pass, at.program).push_back({Op::reduce, index, graph_.at(reduce).operands[0]});
    }

    // Removes the stores of planes that no pass loads.
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

    const Graph& graph_;
    const PlanRequest& request_;
    const Work& work_;
    const Fusion& fusion_;
    const Selection& selection_;
    std::vector<size_t> step_of_pass_;
    Schedule schedule_;
};

}  // namespace

Schedule make_schedule(const Graph& graph, const PlanRequest& request) {
    const Work work = order_work(graph, request);
    const Fusion fusion = fuse(graph, work);
    const Selection selection = select(graph, work, fusion);
    return Drafter(graph, request, work, fusion, selection).run();
}

}  // namespace tonelift
