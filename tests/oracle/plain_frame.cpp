// SPDX-License-Identifier: BSD-2-Clause
#include "tests/oracle/plain_frame.h"

#include <algorithm>
#include <cmath>

#include "kernels/error.h"
#include "kernels/math/plain.h"
#include "tests/oracle/frame_functions.h"

namespace tonelift {

class PlainFrameValues::Access : public PixelAccess {
  public:
    explicit Access(PlainFrameValues& of) : of_(of) {}
    float load(const Instruction& instruction, float argument) override {
        return lookup_plain(of_.context_.tables[instruction.index].data(), argument);
    }
    void store(const Instruction& instruction, float value) override {
        of_.set(instruction.index, value);
    }

  private:
    PlainFrameValues& of_;
};

PlainFrameValues::PlainFrameValues(CpuContext& context)
    : context_(context),
      uniforms_(static_cast<size_t>(context.plan.uniforms)),
      no_reductions_(context, curve_entries, 1, curve_entries, 1),
      places_(static_cast<size_t>(curve_entries)),
      states_(static_cast<size_t>(context.plan.states)),
      results_(static_cast<size_t>(context.plan.states)),
      bins_before_(context.reductions.size()) {
    for (int i = 0; i < curve_entries; ++i)
        places_[static_cast<size_t>(i)] =
            static_cast<float>(i) * (1.0f / static_cast<float>(curve_entries - 1));
    for (const auto& any_step : context.plan.steps) {
        const auto* step = std::get_if<FrameStep>(&any_step);
        if (step == nullptr) continue;
        for (const FrameOperation& operation : step->operations) {
            program_values_.resize(
                std::max(program_values_.size(), static_cast<size_t>(operation.program.values)));
            if (operation.op == FrameOp::table) {
                table_programs_.try_emplace(&operation, operation.program, context, no_reductions_);
            }
            if (operation.op != FrameOp::distance) continue;
            bins_before_[static_cast<size_t>(operation.reduction)].resize(histogram_bins);
        }
    }
}

void PlainFrameValues::set(int uniform, float value) {
    uniforms_[static_cast<size_t>(uniform)] = value;
    fill_block(context_.uniforms.data() + static_cast<ptrdiff_t>(uniform) * block_floats, value);
}

void PlainFrameValues::begin(const Batch& batch, size_t frame) {
    const Plan& plan = context_.plan;
    const FrameTime& time = batch.times[frame];
    set(static_cast<int>(FrameUniform::time), time.time);
    set(static_cast<int>(FrameUniform::seconds_since_previous), time.seconds_since_previous);
    set(static_cast<int>(FrameUniform::scene_peak), time.scene_peak);
    set(static_cast<int>(FrameUniform::noise), time.noise);
    for (int i = 0; i < 2 + plan.parameters; ++i)
        set(static_cast<int>(FrameUniform::source_peak) + i,
            batch.parameters.at(static_cast<size_t>(i)));
    for (int i = 0; i < plan.given; ++i)
        set(plan.first_given() + i,
            batch.given.at(frame * static_cast<size_t>(plan.given) + static_cast<size_t>(i)));
    first_ = first_ || time.restart;
    seconds_ = time.seconds_since_previous;
    cut_ = first_ ? 1.0f : 0.0f;
    replay_ = frame < batch.replay.size() && batch.replay[frame].states.size() == states_.size()
                  ? &batch.replay[frame]
                  : nullptr;
}

void PlainFrameValues::run(const FrameStep& step) {
    for (const FrameOperation& operation : step.operations) {
        if (operation.op == FrameOp::distance) perform(operation);
        if (!cuts_early(operation, context_.plan)) continue;
        cut_ = std::max(cut_, scene_change(operation));
    }
    for (const FrameOperation& operation : step.operations) perform(operation);
}

void PlainFrameValues::end(FrameState* record) {
    for (size_t i = 0; i < bins_before_.size(); ++i) {
        if (bins_before_[i].empty()) continue;
        const auto& bins = context_.reductions[i].bins;
        std::copy(bins.begin(), bins.end(), bins_before_[i].begin());
    }
    first_ = false;
    if (record != nullptr) record->states.assign(results_.begin(), results_.end());
}

void PlainFrameValues::continue_from(const PlainFrameValues& previous) {
    const TakenOver taken = taken_over(context_.plan, previous.context_.plan);
    if (previous.first_ || taken.empty()) return;
    std::fill(states_.begin(), states_.end(), no_state);
    for (const auto& [to, from, count] : taken.states)
        std::copy_n(previous.states_.begin() + from, count, states_.begin() + to);
    for (const auto& [to, from] : taken.compared)
        bins_before_[static_cast<size_t>(to)] = previous.bins_before_[static_cast<size_t>(from)];
    first_ = false;
}

float PlainFrameValues::argument(const FrameOperation& operation, size_t i) const {
    if (i >= operation.arguments.size()) return 0;
    const Operand& operand = operation.arguments[i];
    return operand.kind == Operand::Kind::uniform ? uniforms_[operand.index]
                                                  : operand.constant_value;
}

void PlainFrameValues::perform(const FrameOperation& operation) {
    switch (operation.op) {
        case FrameOp::arithmetic: {
            Access access(*this);
            return run_plain(operation.program, uniforms_, program_values_, access);
        }
        case FrameOp::table:
            return tabulate(operation);
        case FrameOp::curve:
        case FrameOp::histogram:
            return fill_table(operation);
        default:
            break;
    }
    const float value = operation.state >= 0 ? with_state(operation) : reduced(operation);
    set(operation.result, std::isfinite(value) ? value : math::sanitize(value));
}

float PlainFrameValues::with_state(const FrameOperation& operation) {
    const auto state = static_cast<size_t>(operation.state);
    float result = remembered(operation);
    if (replay_ != nullptr && operation.op != FrameOp::largest) {
        result = replay_->states[state];
        if (operation.op != FrameOp::previous) states_[state] = result;
    }
    results_[state] = result;
    return result;
}

float PlainFrameValues::remembered(const FrameOperation& operation) {
    switch (operation.op) {
        case FrameOp::smooth:
            return smooth(operation);
        case FrameOp::previous:
            return previous(operation);
        case FrameOp::largest:
            return largest(operation);
        default:
            return scene_change(operation);
    }
}

float PlainFrameValues::smooth(const FrameOperation& operation) {
    const float value = argument(operation, 0);
    float& state = states_[static_cast<size_t>(operation.state)];
    return state = smoothed_or_cut(state, value, seconds_, argument(operation, 1), cut_);
}

float PlainFrameValues::largest(const FrameOperation& operation) {
    float& state = states_[static_cast<size_t>(operation.state)];
    return state = math::max(state, argument(operation, 0));
}

float PlainFrameValues::previous(const FrameOperation& operation) {
    const float value = argument(operation, 0);
    float& state = states_[static_cast<size_t>(operation.state)];
    const float before = first_ || std::isnan(state) ? value : state;
    state = value;
    return before;
}

float PlainFrameValues::reduced(const FrameOperation& operation) const {
    const auto index = static_cast<size_t>(operation.reduction);
    const ReductionResult& result = context_.reductions[index];
    const Reduction& reduction = context_.plan.reductions[index];
    const double mean = result.value / static_cast<double>(std::max<int64_t>(reduction.samples, 1));
    switch (operation.op) {
        case FrameOp::percentile:
            return percentile(
                result.bins, argument(operation, 0), reduction.unit_range,
                operation.arguments.size() > 1 ? argument(operation, 1) : all_samples);
        case FrameOp::distance:
            return distance_before(operation);
        case FrameOp::entropy:
            return entropy(result.bins);
        case FrameOp::mean:
            return static_cast<float>(mean);
        case FrameOp::log_mean:
            return static_cast<float>(std::exp(mean));
        default:
            return static_cast<float>(result.value);
    }
}

float PlainFrameValues::distance_before(const FrameOperation& operation) const {
    if (first_) return largest_distance;
    const auto index = static_cast<size_t>(operation.reduction);
    return histogram_distance(bins_before_[index], context_.reductions[index].bins);
}

float PlainFrameValues::scene_change(const FrameOperation& operation) const {
    if (first_) return 1;
    float distance = argument(operation, 2);
    if (operation.arguments.size() > 3) distance = std::min(distance, argument(operation, 3));
    return math::linearstep(argument(operation, 0), argument(operation, 1), distance);
}

void PlainFrameValues::fill_curve_table(const FrameOperation& operation,
                                        std::span<const uint32_t> bins,
                                        const Aligned<float>& table) {
    const CurveArguments arguments{operation.curve,        argument(operation, 0),
                                   argument(operation, 1), argument(operation, 2),
                                   argument(operation, 3), argument(operation, 4),
                                   argument(operation, 5), bins};
    const std::span<float> entries{table.data(), table.size()};
    if (operation.state < 0) return fill_curve(arguments, entries);
    const auto first = static_cast<size_t>(operation.state);
    const std::span<float> slopes = std::span(states_).subspan(first, adaptive_curve_bins);
    if (replay_ != nullptr) {
        std::copy_n(replay_->states.begin() + operation.state, slopes.size(), slopes.begin());
    }
    const CurveMemory memory{slopes, seconds_, argument(operation, 6), cut_, replay_ != nullptr};
    fill_curve(arguments, entries, &memory);
    std::copy(slopes.begin(), slopes.end(), results_.begin() + operation.state);
}

void PlainFrameValues::tabulate(const FrameOperation& operation) {
    OutsideRows rows;
    rows.from[0] = places_.data();
    rows.to[0] = context_.tables[static_cast<size_t>(operation.table)].data();
    table_programs_.at(&operation).run(0, 0, 0, curve_entries, rows);
}

void PlainFrameValues::fill_table(const FrameOperation& operation) {
    const Aligned<float>& table = context_.tables[static_cast<size_t>(operation.table)];
    std::span<const uint32_t> bins;
    if (operation.reduction >= 0)
        bins = context_.reductions[static_cast<size_t>(operation.reduction)].bins;
    if (operation.op == FrameOp::curve) return fill_curve_table(operation, bins, table);
    const uint32_t largest = std::max(1u, *std::max_element(bins.begin(), bins.end()));
    for (size_t i = 0; i < table.size(); ++i) {
        table[i] =
            static_cast<float>(bins[i * bins.size() / table.size()]) / static_cast<float>(largest);
    }
}

}  // namespace tonelift
