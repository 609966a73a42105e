// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/plan.h"

#include <algorithm>

#include "core/graph/check_plan.h"
#include "core/graph/dependence.h"
#include "core/graph/measuring.h"
#include "core/graph/schedule.h"
#include "core/graph/smooth.h"
#include "core/graph/upsampled.h"
#include "core/graph/why.h"
#include "kernels/error.h"
#include "kernels/index16.h"

namespace tonelift {
namespace {

struct Lifetime {
    int first = 0;
    int last = 0;
};

bool stores_buffer(const Sink& sink) { return sink.op == Op::store_buffer; }

std::set<NodeId> uniforms_for_picture(const Graph& graph, const PlanRequest& request) {
    std::set<NodeId> result = needed_by(graph, request.components);
    const bool restarts =
        std::ranges::any_of(result, [&](NodeId id) { return restarts_at_cuts(graph.at(id)); });
    if (restarts) result.insert(request.scene_change);
    result.insert(request.measured.begin(), request.measured.end());
    return result;
}

class Planner {
  public:
    Planner(const Graph& graph, const PlanRequest& request)
        : graph_(graph),
          schedule_(make_schedule(graph, request)),
          smooth_(request.smooth),
          clips_(request.clips) {
        if (request.statistics_only) keep_statistics(graph, request.measured, &schedule_);
        plan_.input = request.input;
        plan_.output = request.output;
        plan_.dither = request.dither;
        plan_.texture_quality = request.texture_quality;
        plan_.parameters = request.parameters;
        plan_.given = request.given;
        plan_.uniforms = plan_.first_computed();
        request_measured_ = request.measured;
        for_picture_ = uniforms_for_picture(graph, request);
    }

    Plan run() {
        assign_uniforms();
        index16(plan_.uniforms);
        assign_buffers();
        add_upsamplings();
        for (const auto& [node, index] : schedule_.reductions) add_reduction(node, index);
        for (const StepDraft& step : schedule_.steps) {
            if (step.is_pass) {
                plan_.steps.emplace_back(make_pass(step.pass));
            } else {
                plan_.steps.emplace_back(make_frame_step(step.uniforms));
            }
        }
        for (NodeId id : request_measured_) plan_.measured.push_back(states_.at(id));
        if (smooth_) {
            plan_.fit_tolerance = clips_ ? 0 : fit_tolerance(plan_);
            plan_.precision = precision_of(plan_.output);
            plan_.means_precision = Precision::of_16_bits;
        }
        return std::move(plan_);
    }

    Reasons reasons() const {
        Reasons result;
        for (const StepDraft& step : schedule_.steps) {
            result.emplace_back();
            if (step.is_pass) result.back() = reasons_of(schedule_, step.pass, buffers_);
        }
        return result;
    }

  private:
    void assign_uniforms() {
        constexpr int first_parameter = static_cast<int>(FrameUniform::count_);
        for (size_t i = 0; i < graph_.size(); ++i) {
            const NodeId id = static_cast<NodeId>(i);
            const Node& node = graph_.at(id);
            if (node.kind == NodeKind::frame_uniform) uniforms_[id] = node.index;
            if (node.kind == NodeKind::parameter) uniforms_[id] = first_parameter + node.index;
            if (node.kind == NodeKind::given) uniforms_[id] = plan_.first_given() + node.index;
        }
        for (const StepDraft& step : schedule_.steps) {
            for (NodeId id : step.uniforms) {
                if (graph_.at(id).type == NodeType::table || schedule_.tabulated.contains(id)) {
                    tables_[id] = plan_.tables++;
                } else {
                    uniforms_[id] = plan_.uniforms++;
                }
            }
        }
    }

    void add_reduction(NodeId node, int index) {
        const Node& reduce = graph_.at(node);
        const Node& plane = graph_.at(reduce.operands[0]);
        plan_.reductions.resize(std::max(plan_.reductions.size(), static_cast<size_t>(index) + 1));
        Reduction& reduction = plan_.reductions[static_cast<size_t>(index)];
        reduction.kind = reduce.reduction;
        reduction.unit_range = plane.range.low >= 0 && plane.range.high <= 1;
        reduction.samples = static_cast<int64_t>(plane.width) * plane.height;
    }

    std::map<NodeId, Lifetime> lifetimes() const {
        std::map<NodeId, Lifetime> result;
        const auto use = [&](NodeId id, int step) {
            const auto [entry, fresh] = result.try_emplace(id, Lifetime{step, step});
            if (!fresh) entry->second.last = step;
        };
        for (size_t i = 0; i < schedule_.steps.size(); ++i) {
            const PassDraft& pass = schedule_.steps[i].pass;
            for (const auto* sinks : {&pass.prologue, &pass.epilogue}) {
                for (const Sink& sink : *sinks) {
                    if (stores_buffer(sink)) use(sink.node, static_cast<int>(i));
                }
            }
            for (NodeId id : pass.loaded) use(id, static_cast<int>(i));
        }
        return result;
    }

    // Returns whether the pass may store `stored` in a buffer that it also reads. The program
    // before a scan must not overwrite a buffer that the program after the scan reads.
    bool works_in_place(int step, NodeId stored) const {
        const PassDraft& pass = schedule_.steps[static_cast<size_t>(step)].pass;
        if (pass.core == no_node) return true;
        return std::holds_alternative<Scan>(graph_.at(pass.core).core) &&
               std::any_of(pass.epilogue.begin(), pass.epilogue.end(), [&](const Sink& sink) {
                   return stores_buffer(sink) && sink.node == stored;
               });
    }

    void assign_buffers() {
        const auto lifetime = lifetimes();
        std::vector<NodeId> order;
        for (const auto& [node, life] : lifetime) order.push_back(node);
        std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
            return lifetime.at(a).first < lifetime.at(b).first;
        });
        std::vector<int> busy_until;
        for (NodeId id : order) {
            const Buffer wanted = buffer_for(graph_.at(id));
            const Lifetime life = lifetime.at(id);
            size_t i = 0;
            for (; i < plan_.buffers.size(); ++i) {
                const Buffer& buffer = plan_.buffers[i];
                const bool fits = buffer.width == wanted.width && buffer.height == wanted.height &&
                                  buffer.storage == wanted.storage;
                const bool free = busy_until[i] < life.first ||
                                  (busy_until[i] == life.first && works_in_place(life.first, id));
                if (fits && free) break;
            }
            if (i == plan_.buffers.size()) {
                plan_.buffers.push_back(wanted);
                busy_until.push_back(0);
            }
            busy_until[i] = life.last;
            buffers_[id] = static_cast<int>(i);
        }
    }

    void add_upsamplings() {
        for (NodeId id : schedule_.upsampled) {
            const auto& core = std::get<Resample>(graph_.at(id).core);
            const std::span<const NodeId> from = upsampled_from(graph_.at(id));
            if (!std::ranges::all_of(from, [&](NodeId of) { return buffers_.contains(of); }))
                continue;  // the plan makes only statistics, so no pass reads this plane
            Upsampling upsampling{core.kind,    buffers_.at(from[0]), -1,
                                  core.epsilon, core.steepest,        core.overshoot};
            if (core.kind == ResampleKind::joint) upsampling.guide = buffers_.at(from[1]);
            upsamplings_[id] = static_cast<int>(plan_.upsamplings.size());
            plan_.upsamplings.push_back(upsampling);
        }
    }

    static Buffer buffer_for(const Node& node) {
        const bool unit = node.range.low >= 0 && node.range.high <= 1;
        return {node.width, node.height, unit ? Storage::unorm16 : Storage::float32};
    }

    Sources sources_of(const PassDraft& draft) const {
        Sources sources;
        for (NodeId id : draft.loaded) {
            sources.loads[id] = {Op::load_buffer, buffers_.at(id)};
        }
        for (const auto& [id, index] : upsamplings_) {
            const Node& node = graph_.at(id);
            const NodeId at = has_fine_guide(node.core) ? node.operands.back() : no_node;
            sources.loads[id] = {Op::load_upsampled, index, at};
        }
        sources.uniforms = uniforms_;
        sources.tables = tables_;
        sources.tabulated = schedule_.tabulated;
        return sources;
    }

    std::vector<Sink> with_buffers(std::vector<Sink> sinks) const {
        for (Sink& sink : sinks) {
            if (stores_buffer(sink)) sink.index = buffers_.at(sink.node);
        }
        return sinks;
    }

    Pass make_pass(const PassDraft& draft) const {
        Pass pass;
        pass.name = draft.name;
        pass.origin = origin_of(draft);
        pass.width = draft.width;
        pass.height = draft.height;
        Sources sources = sources_of(draft);
        if (draft.core == no_node) {
            pass.core = Point{};
        } else {
            pass.core = graph_.at(draft.core).core;
            if (auto* gather = std::get_if<Gather>(&pass.core))
                finish_gather(*gather, draft.gather);
            pass.inputs = core_inputs(draft);
            pass.prologue = build_program(graph_, sources, with_buffers(draft.prologue));
            take_core_outputs(draft, sources);
        }
        pass.epilogue =
            build_program(graph_, sources, with_sources(draft.core, with_buffers(draft.epilogue)));
        return pass;
    }

    int origin_of(const PassDraft& draft) const {
        if (draft.core != no_node) return graph_.at(draft.core).origin;
        return draft.epilogue.empty() ? no_origin : graph_.at(draft.epilogue.front().node).origin;
    }

    std::vector<Sink> with_sources(NodeId core, std::vector<Sink> sinks) const {
        for (Sink& sink : sinks) {
            const Node& node = graph_.at(sink.node);
            const bool gathered = core != no_node && are_of_one_gather(graph_.at(core), node);
            if (gathered) sink.node = gather_result(node);
        }
        return sinks;
    }

    void take_core_outputs(const PassDraft& draft, Sources& sources) const {
        if (!is_gather(graph_.at(draft.core))) {
            sources.loads[draft.core] = {Op::load_core, 0};
            return;
        }
        const std::vector<NodeId>& sums = draft.gather.sums;
        for (size_t i = 0; i < sums.size(); ++i)
            sources.loads[sums[i]] = {Op::load_core, static_cast<int>(i)};
    }

    void finish_gather(Gather& gather, const GatherParts& parts) const {
        gather.inputs = static_cast<int>(parts.inputs.size());
        gather.neighbors = parts.neighbors;
        gather.sums = static_cast<int>(parts.sums.size());
        gather.weights = gather_weights(graph_, parts, gather.radius);
        gather.term = build_program(graph_, {parts.found(graph_), uniforms_, tables_, {}},
                                    parts.sinks(graph_));
    }

    std::vector<CoreInput> core_inputs(const PassDraft& draft) const {
        std::vector<CoreInput> inputs;
        for (const Sink& sink : draft.prologue) {
            if (sink.op == Op::store_core) inputs.push_back(core_input(draft, sink.node));
        }
        const Node& core = graph_.at(draft.core);
        if (has_fine_guide(core.core)) inputs.push_back(core_input(draft, core.operands.back()));
        return inputs;
    }

    CoreInput core_input(const PassDraft& draft, NodeId id) const {
        using Source = CoreInput::Source;
        if (draft.loaded.contains(id)) return {Source::loaded, buffers_.at(id)};
        const bool stored =
            std::any_of(draft.prologue.begin(), draft.prologue.end(),
                        [&](const Sink& sink) { return stores_buffer(sink) && sink.node == id; });
        return stored ? CoreInput{Source::stored, buffers_.at(id)} : CoreInput{};
    }

    FrameStep make_frame_step(const std::vector<NodeId>& uniforms) {
        FrameStep step;
        std::vector<Sink> arithmetic;
        std::map<NodeId, int> known = uniforms_;
        for (NodeId id : uniforms) known.erase(id);
        const auto flush = [&] {
            if (arithmetic.empty()) return;
            FrameOperation operation;
            operation.op = FrameOp::arithmetic;
            operation.program = build_program(graph_, {{}, known, tables_, {}}, arithmetic);
            for (const Sink& sink : arithmetic) known[sink.node] = sink.index;
            step.operations.push_back(std::move(operation));
            arithmetic.clear();
        };
        for (NodeId id : uniforms) {
            if (schedule_.tabulated.contains(id)) {
                flush();
                step.operations.push_back(make_table(id, known));
                continue;
            }
            if (graph_.at(id).kind == NodeKind::operation) {
                arithmetic.push_back({Op::store_uniform, uniforms_.at(id), id});
                continue;
            }
            flush();
            step.operations.push_back(make_frame_operation(id));
            if (uniforms_.contains(id)) known[id] = uniforms_.at(id);
        }
        flush();
        return step;
    }

    FrameOperation make_table(NodeId id, const std::map<NodeId, int>& known) const {
        Sources sources{{}, known, tables_, schedule_.tabulated};
        sources.loads[schedule_.tabulated.at(id)] = {Op::load_core, 0};
        sources.tabulated.erase(id);
        FrameOperation operation;
        operation.op = FrameOp::table;
        operation.program = build_program(graph_, sources, {{Op::store_core, 0, id}});
        operation.table = tables_.at(id);
        return operation;
    }

    FrameOperation make_frame_operation(NodeId id) {
        const Node& node = graph_.at(id);
        FrameOperation operation;
        operation.op = node.frame_op;
        operation.curve = node.curve;
        operation.name = node.name;
        for (NodeId operand : node.operands) {
            const Node& argument = graph_.at(operand);
            if (argument.kind == NodeKind::reduce) {
                operation.reduction = schedule_.reductions.at(operand);
            } else if (argument.kind == NodeKind::constant) {
                operation.arguments.push_back(Operand::constant(argument.value));
            } else {
                operation.arguments.push_back(Operand::uniform(uniforms_.at(operand)));
            }
        }
        if (const int states = states_of(node.frame_op, node.curve); states > 0) {
            operation.state = states_[id] = plan_.states;
            plan_.states += states;
        }
        if (remembers(node.frame_op, node.curve)) {
            operation.script_positions.assign(node.script_positions.begin(),
                                              node.script_positions.end());
            operation.for_picture = for_picture_.contains(id);
        }
        if (node.type == NodeType::table) {
            operation.table = tables_.at(id);
        } else {
            operation.result = uniforms_.at(id);
        }
        return operation;
    }

    const Graph& graph_;
    Schedule schedule_;
    bool smooth_;
    bool clips_;
    Plan plan_;
    std::map<NodeId, int> uniforms_;
    std::map<NodeId, int> tables_;
    std::map<NodeId, int> buffers_;
    std::map<NodeId, int> upsamplings_;
    std::map<NodeId, int> states_;
    std::vector<NodeId> request_measured_;
    std::set<NodeId> for_picture_;
};

}  // namespace

std::vector<NodeId> uniforms_of(const PlanRequest& request) {
    std::vector<NodeId> uniforms = request.measured;
    uniforms.insert(uniforms.end(), request.kept.begin(), request.kept.end());
    uniforms.insert(uniforms.end(), request.light.begin(), request.light.end());
    return uniforms;
}

Plan make_plan(const Graph& graph, const PlanRequest& request, Reasons* reasons) {
    Planner planner(graph, request);
    Plan plan = planner.run();
    if (reasons != nullptr) *reasons = planner.reasons();
    check_plan(plan);
    return plan;
}

}  // namespace tonelift
