// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/frame_values.h"

#include <algorithm>
#include <cstring>

#include "kernels/frame/frame.h"
#include "kernels/steps/number_access.h"

namespace tonelift {

class FrameValues::Access : public PixelAccess {
  public:
    explicit Access(FrameValues& of) : of_(of) {}
    float load(const Instruction& instruction, float argument) override {
        return lookup_plain(of_.context_.tables[instruction.index].data(), argument);
    }
    void store(const Instruction& instruction, float value) override {
        of_.values_[instruction.index] = value;
    }

  private:
    FrameValues& of_;
};

StreamValues::StreamValues(const Plan& the_plan, const InstructionSet& set)
    : plan(the_plan),
      layout(lay_out_reductions(plan.reductions, std::vector<size_t>(plan.reductions.size(), 1))),
      reductions_before(layout.bytes / sizeof(double)),
      steps(plan, layout, set) {}

void StreamValues::continue_from(const StreamValues& previous) {
    const TakenOver taken = taken_over(plan, previous.plan);
    if (!steps.continue_from(previous.steps, taken)) return;
    for (const auto& [to, from] : taken.compared) {
        const auto* source = reinterpret_cast<const std::byte*>(previous.reductions_before.data());
        auto* target = reinterpret_cast<std::byte*>(reductions_before.data());
        std::memcpy(target + offset_of(to), source + previous.offset_of(from),
                    histogram_bins * sizeof(uint32_t));
    }
}

FrameValues::FrameValues(CpuContext& context, StreamValues& stream)
    : context_(context),
      stream_(stream),
      reductions_(stream.reductions_before.size()),
      values_(static_cast<size_t>(stream.steps.layout().count())),
      no_reductions_(context, curve_entries, 1, strip_pixels, 1),
      places_(static_cast<size_t>(curve_entries)),
      entries_(static_cast<size_t>(curve_entries)) {
    for (int i = 0; i < curve_entries; ++i)
        places_[static_cast<size_t>(i)] = frame::place_of_entry(i);
    int program = 0;
    for (const auto& any_step : context.plan.steps) {
        if (const auto* step = std::get_if<FrameStep>(&any_step)) add_step(*step, program);
    }
}

void FrameValues::add_step(const FrameStep& step, int& program) {
    for (const auto& [kind, index] : numbers_written(step)) {
        if (kind == NumberKind::uniform) uniforms_of_[&step].push_back(index);
    }
    for (const FrameOperation& operation : step.operations) {
        if (operation.program.empty()) continue;
        program_values_.resize(
            std::max(program_values_.size(), static_cast<size_t>(operation.program.values)));
        if (operation.op == FrameOp::table)
            table_programs_.try_emplace(program, operation.program, context_, no_reductions_);
        ++program;
    }
}

void FrameValues::begin(const Batch& batch, size_t frame) {
    stream_.steps.begin(batch, frame, values_.data());
    for (int i = 0; i < context_.plan.uniforms; ++i) set_block(i);
}

void FrameValues::arithmetic(const PointProgram& program, float* values) {
    Access access(*this);
    run_plain(program, {values, static_cast<size_t>(context_.plan.uniforms)}, program_values_,
              access);
}

void FrameValues::fill_entries(int program, const float*, float* entries) {
    set_blocks(*running_);
    OutsideRows rows;
    rows.from[0] = places_.data();
    rows.to[0] = entries_.data();
    table_programs_.at(program).run(0, 0, 0, curve_entries, rows);
    std::copy_n(entries_.data(), curve_entries, entries);
}

float* FrameValues::table(int table) { return context_.tables[static_cast<size_t>(table)].data(); }

void FrameValues::set_block(int uniform) {
    fill_block(context_.uniforms.data() + static_cast<ptrdiff_t>(uniform) * block_floats,
               values_[static_cast<size_t>(uniform)]);
}

void FrameValues::set_blocks(const FrameStep& step) {
    for (const int uniform : uniforms_of_[&step]) set_block(uniform);
}

void FrameValues::take_reduction(int index) {
    const ReductionResult& result = context_.reductions[static_cast<size_t>(index)];
    const ReductionKind kind = context_.plan.reductions[static_cast<size_t>(index)].kind;
    std::byte* to = reinterpret_cast<std::byte*>(reductions_.data()) + stream_.offset_of(index);
    if (kind == ReductionKind::histogram) {
        std::memcpy(to, result.bins.data(), histogram_bins * sizeof(uint32_t));
    } else if (kind == ReductionKind::minimum || kind == ReductionKind::maximum) {
        const uint32_t key =
            extreme_key(static_cast<float>(result.value), kind == ReductionKind::minimum);
        std::memcpy(to, &key, sizeof key);
    } else {
        std::memcpy(to, &result.value, sizeof result.value);
    }
}

void FrameValues::run(const FrameStep& step) {
    running_ = &step;
    for (const FrameOperation& operation : step.operations) {
        if (operation.reduction >= 0) take_reduction(operation.reduction);
    }
    const frame::StepFrame frame{
        values_.data(), reinterpret_cast<const unsigned char*>(reductions_.data()),
        reinterpret_cast<const unsigned char*>(stream_.reductions_before.data())};
    stream_.steps.run(step, frame, *this);
    set_blocks(step);
}

void FrameValues::end(FrameState* record) {
    std::swap(reductions_, stream_.reductions_before);
    if (record != nullptr) stream_.steps.record(values_.data(), *record);
}

}  // namespace tonelift
