// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/pass_call.h"

#include <algorithm>
#include <span>

#include "kernels/device/frame_entries.h"
#include "kernels/gpu/shared_halving.h"
#include "kernels/program_has.h"

namespace tonelift {
namespace {

PassCall with_programs(KernelCall call, const PointProgram* prologue, const PointProgram* epilogue,
                       int width, int height) {
    PassCall result;
    result.call = std::move(call);
    result.prologue = prologue;
    result.epilogue = epilogue;
    result.width = width;
    result.height = height;
    return result;
}

std::span<const CoreInput> prologue_inputs(const Pass& pass) {
    return std::span(pass.inputs)
        .first(has_fine_guide(pass.core) ? fine_guide : pass.inputs.size());
}

// Returns the planes of the inputs of a pass, so that the filter can read these planes directly.
// Returns an empty list if an input has a source other than `source`. Only recursive filters can
// read a plane that their own pass overwrites. For all other filters, returns an empty list if the
// pass overwrites one of the planes.
std::vector<int> buffers_of(const Pass& pass, CoreInput::Source source) {
    const bool may_change = std::holds_alternative<Scan>(pass.core);
    std::vector<int> buffers;
    for (const CoreInput& input : prologue_inputs(pass)) {
        if (input.source != source) return {};
        if (!may_change && program_has(pass.epilogue, Op::store_buffer, input.buffer)) return {};
        buffers.push_back(input.buffer);
    }
    return buffers;
}

// Returns the planes that the prologue of a pass loads, or nothing if the prologue also computes.
// If it only loads planes, the filter reads these planes directly and needs no prologue.
std::vector<int> buffers_loaded(const Pass& pass) {
    if (!program_has_only(pass.prologue, {Op::load_buffer, Op::store_core})) return {};
    return buffers_of(pass, CoreInput::Source::loaded);
}

std::shared_ptr<const PointProgram> without_core(const PointProgram& program) {
    auto result = std::make_shared<PointProgram>(program);
    std::erase_if(result->code, [](const Instruction& i) { return i.op == Op::store_core; });
    return result;
}

Plane buffer_plane(const Plan& plan, int index) {
    const Buffer& buffer = plan.buffers[static_cast<size_t>(index)];
    return {entry_buffers + index, static_cast<int>(buffer.storage), buffer.width, buffer.height};
}

bool adds_up(const Plan& plan, const PointProgram& program) {
    return std::any_of(program.code.begin(), program.code.end(), [&](const Instruction& i) {
        return i.op == Op::reduce && is_sum(plan.reductions[i.index].kind);
    });
}

PassCall output_pass(const Plan& plan, const Pass& pass, const CoreCalls& cores,
                     const DeviceLimits& limits, const Tuning& tuning, int frames) {
    const auto call = [&](bool vectors) {
        return cores.output(plan, pass, vectors, tuning, limits, frames);
    };
    PassCall result = with_programs(call(true), nullptr, &pass.epilogue, pass.width, pass.height);
    result.is_output = true;
    result.unaligned_parameters = call(false).parameters;
    return result;
}

class PlanePass {
  public:
    PlanePass(const Plan& plan, const Pass& pass, const CoreCalls& cores,
              const DeviceLimits& limits, const Tuning& tuning, int first_core_plane,
              CorePlanes* planes)
        : plan_(plan),
          pass_(pass),
          cores_(cores),
          limits_(limits),
          tuning_(tuning),
          first_(first_core_plane),
          kept_(planes) {}

    std::vector<PassCall> calls() {
        std::vector<PassCall> calls;
        const auto* resample = std::get_if<Resample>(&pass_.core);
        const int width = resample != nullptr ? resample->in_width : pass_.width;
        const int height = resample != nullptr ? resample->in_height : pass_.height;
        std::vector<int> buffers = buffers_loaded(pass_);
        const bool direct = !buffers.empty();
        if (!direct && halves(pass_)) {
            const auto planes = static_cast<int>(pass_.inputs.size());
            return {with_programs(cores_.halving(width, height, planes, tuning_), &pass_.prologue,
                                  &pass_.epilogue, width, height)};
        }
        if (!direct) {
            calls.push_back(with_programs(cores_.point(width, height, tuning_), nullptr,
                                          &pass_.prologue, width, height));
            buffers = buffers_of(pass_, CoreInput::Source::stored);
        }
        for (int buffer : buffers) planes_.push_back(buffer_plane(plan_, buffer));
        if (buffers.empty()) {
            keep_inputs(width, height);
        } else if (!direct) {
            calls.back().made = without_core(pass_.prologue);
            calls.back().epilogue = calls.back().made.get();
        }
        if (has_fine_guide(pass_.core))
            planes_.push_back(buffer_plane(plan_, pass_.inputs.at(fine_guide).buffer));
        calls.push_back(
            with_programs(core_call(), nullptr, &pass_.epilogue, pass_.width, pass_.height));
        if (const auto* gather = std::get_if<Gather>(&pass_.core))
            calls.back().term = &gather->term;
        return calls;
    }

  private:
    void keep_inputs(int width, int height) {
        const int inputs = static_cast<int>(prologue_inputs(pass_).size());
        for (int input = 0; input < inputs; ++input)
            planes_.push_back({first_ + input, plane_float32, width, height});
        kept_->width = std::max(kept_->width, width);
        kept_->height = std::max(kept_->height, height);
        kept_->count = std::max(kept_->count, inputs);
    }

    KernelCall core_call() const {
        if (std::holds_alternative<Stencil>(pass_.core))
            return cores_.stencil(pass_, planes_, limits_);
        if (const auto* gather = std::get_if<Gather>(&pass_.core))
            return cores_.gather(pass_, *gather, planes_);
        if (std::holds_alternative<Resample>(pass_.core)) return cores_.resample(pass_, planes_);
        return cores_.lines(pass_, planes_, limits_);
    }

    const Plan& plan_;
    const Pass& pass_;
    const CoreCalls& cores_;
    const DeviceLimits& limits_;
    const Tuning& tuning_;
    int first_;
    CorePlanes* kept_;
    std::vector<Plane> planes_;
};

}  // namespace

bool PassCall::reads_input() const {
    return (prologue != nullptr && program_has(*prologue, Op::load_input)) ||
           (epilogue != nullptr && program_has(*epilogue, Op::load_input));
}

std::vector<PassCall> pass_calls(const Plan& plan, const Pass& pass, const CoreCalls& cores,
                                 const DeviceLimits& limits, const Tuning& given,
                                 int first_core_plane, CorePlanes* planes, int frames) {
    const bool has_sums = adds_up(plan, pass.prologue) || adds_up(plan, pass.epilogue);
    const Tuning tuning = has_sums ? keeping_sums(given) : given;
    const auto* scan = std::get_if<Scan>(&pass.core);
    if (std::holds_alternative<Point>(pass.core)) {
        if (program_has(pass.epilogue, Op::store_output))
            return {output_pass(plan, pass, cores, limits, tuning, has_sums ? 0 : frames)};
        return {with_programs(cores.point(pass.width, pass.height, tuning), nullptr, &pass.epilogue,
                              pass.width, pass.height)};
    }
    if (scan != nullptr && scan->kind == ScanKind::edge) {
        return {with_programs(cores.edge_scan(pass, limits, tuning), &pass.prologue, &pass.epilogue,
                              pass.width, pass.height)};
    }
    return PlanePass(plan, pass, cores, limits, tuning, first_core_plane, planes).calls();
}

}  // namespace tonelift
