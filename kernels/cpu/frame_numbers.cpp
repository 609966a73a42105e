// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/frame_numbers.h"

#include <algorithm>
#include <cstring>

#include "kernels/error.h"
#include "kernels/frame/frame.h"

namespace tonelift {

// The memory accesses of arithmetic: stores of uniforms and lookups in tables.
class FrameNumbers::Access : public PixelAccess {
  public:
    explicit Access(FrameNumbers& of) : of_(of) {}
    float load(const Instruction& instruction, float argument) override {
        return lookup_plain(of_.context_.tables[instruction.index].data(), argument);
    }
    void store(const Instruction& instruction, float value) override {
        of_.numbers_[instruction.index] = value;
    }

  private:
    FrameNumbers& of_;
};

// The team of a step (kernels/frame/step.h): a single thread, which processes one frame after the
// other.
class FrameNumbers::Team : public frame::SingleThread {
  public:
    explicit Team(FrameNumbers& of) : of_(of) {}

    template <typename F>
    void spread(int n, const F& f) const {
        each(n, f);
    }

    bool leads() const { return true; }
    void running_sums(uint32_t* sums, const uint32_t* bins) const {
        scan(
            sums, histogram_bins, [&](int i) { return bins[i]; }, frame::Add());
    }

    float state_before(int state) const { return of_.states_[static_cast<size_t>(state)]; }
    void leave_state(int state, float value) const {
        of_.states_[static_cast<size_t>(state)] = value;
    }

    void arithmetic(int program, float* numbers) const {
        Access access(of_);
        run_plain(*of_.programs_[static_cast<size_t>(program)],
                  {numbers, static_cast<size_t>(of_.context_.plan.uniforms)}, of_.values_, access);
    }

    void fill_entries(int program, const float*, float* table) const {
        of_.set_blocks();
        OutsideRows rows;
        rows.from[0] = of_.places_.data();
        rows.to[0] = of_.entries_.data();
        of_.table_programs_.at(program).run(0, 0, 0, curve_entries, rows);
        std::copy_n(of_.entries_.data(), curve_entries, table);
    }

    template <typename At>
    void store_table(int table, const At& at) const {
        float* entries = of_.context_.tables[static_cast<size_t>(table)].data();
        each(curve_entries, [&](int i) { entries[i] = at(i); });
    }

  private:
    FrameNumbers& of_;
};

FrameNumbers::FrameNumbers(CpuContext& context)
    : context_(context),
      layout_{context.plan.uniforms, context.plan.states},
      numbers_(static_cast<size_t>(layout_.count())),
      reduction_layout_(lay_out_reductions(context.plan.reductions,
                                           std::vector<size_t>(context.plan.reductions.size(), 1))),
      reductions_(reduction_layout_.bytes / sizeof(double)),
      reductions_before_(reductions_.size()),
      no_reductions_(context, curve_entries, 1, curve_entries),
      places_(static_cast<size_t>(curve_entries)),
      entries_(static_cast<size_t>(curve_entries)),
      states_(static_cast<size_t>(context.plan.states)) {
    for (int i = 0; i < curve_entries; ++i)
        places_[static_cast<size_t>(i)] = frame::place_of_entry(i);
    for (const auto& any_step : context.plan.steps) {
        if (const auto* step = std::get_if<FrameStep>(&any_step)) add_step(*step);
    }
}

void FrameNumbers::add_step(const FrameStep& step) {
    steps_.emplace(&step, frame::make_frame_program(step, context_.plan, reduction_layout_,
                                                    static_cast<int>(programs_.size())));
    for (const FrameOperation& operation : step.operations) {
        const PointProgram& program = operation.program;
        if (program.empty()) continue;
        values_.resize(std::max(values_.size(), static_cast<size_t>(program.values)));
        if (operation.op == FrameOp::table)
            table_programs_.try_emplace(static_cast<int>(programs_.size()), program, context_,
                                        no_reductions_);
        programs_.push_back(&program);
    }
}

void FrameNumbers::begin(const Batch& batch, size_t frame) {
    const FrameTime& time = batch.times[frame];
    const auto set = [&](int number, float value) {
        numbers_[static_cast<size_t>(number)] = value;
    };
    first_ = first_ || time.restart;
    set(static_cast<int>(FrameUniform::time), time.time);
    set(static_cast<int>(FrameUniform::seconds_since_previous), time.seconds_since_previous);
    set(static_cast<int>(FrameUniform::scene_peak), time.scene_peak);
    set(static_cast<int>(FrameUniform::noise), time.noise);
    set(layout_.restart(), first_ ? 1.0f : 0.0f);
    set(layout_.cut(), first_ ? 1.0f : 0.0f);
    set_provided(batch, frame);
    const bool replays =
        frame < batch.replay.size() && batch.replay[frame].states.size() == states_.size();
    set(layout_.replay(), replays ? 1.0f : 0.0f);
    if (replays) std::ranges::copy(batch.replay[frame].states, numbers_.begin() + layout_.state());
    set_blocks();
}

// Sets the parameters and the values that come with the frame.
void FrameNumbers::set_provided(const Batch& batch, size_t frame) {
    const Plan& plan = context_.plan;
    const size_t parameters = 2 + static_cast<size_t>(plan.parameters);
    const auto given = static_cast<size_t>(plan.given);
    if (batch.parameters.size() < parameters || batch.given.size() < given * (frame + 1))
        throw Error(Failure::internal, "a batch lacks parameters");
    std::copy_n(batch.parameters.begin(), parameters,
                numbers_.begin() + static_cast<int>(FrameUniform::source_peak));
    std::copy_n(batch.given.begin() + static_cast<ptrdiff_t>(given * frame), given,
                numbers_.begin() + plan.first_given());
}

// Copies the uniforms to blocks, which the programs of passes read.
void FrameNumbers::set_blocks() {
    for (int i = 0; i < context_.plan.uniforms; ++i)
        fill_block(context_.uniforms.data() + static_cast<ptrdiff_t>(i) * block_floats,
                   numbers_[static_cast<size_t>(i)]);
}

size_t FrameNumbers::offset_of(int index) const {
    return reduction_layout_.reductions[static_cast<size_t>(index)].offset;
}

void FrameNumbers::take_reduction(int index) {
    const ReductionResult& result = context_.reductions[static_cast<size_t>(index)];
    const ReductionKind kind = context_.plan.reductions[static_cast<size_t>(index)].kind;
    std::byte* to = reinterpret_cast<std::byte*>(reductions_.data()) + offset_of(index);
    if (kind == ReductionKind::histogram) {
        std::memcpy(to, result.bins.data(), histogram_bins * sizeof(uint32_t));
    } else if (kind == ReductionKind::minimum || kind == ReductionKind::maximum) {
        const uint32_t key =
            extreme_key(static_cast<float>(result.number), kind == ReductionKind::minimum);
        std::memcpy(to, &key, sizeof key);
    } else {
        std::memcpy(to, &result.number, sizeof result.number);
    }
}

void FrameNumbers::run(const FrameStep& step) {
    for (const FrameOperation& operation : step.operations) {
        if (operation.reduction >= 0) take_reduction(operation.reduction);
    }
    const frame::StepFrame frame{numbers_.data(),
                                 reinterpret_cast<const unsigned char*>(reductions_.data()),
                                 reinterpret_cast<const unsigned char*>(reductions_before_.data())};
    const frame::FrameProgram& program = steps_.at(&step);
    const Team team(*this);
    frame::Step<Team>(team, frame, layout_, space_)
        .run(program.phases.data(), static_cast<int>(program.phases.size()),
             program.operations.data());
    set_blocks();
}

void FrameNumbers::end(FrameState* record) {
    std::swap(reductions_, reductions_before_);
    first_ = false;
    if (record == nullptr) return;
    const auto results = numbers_.begin() + layout_.state();
    record->states.assign(results, results + layout_.states);
}

void FrameNumbers::continue_from(const FrameNumbers& previous) {
    const TakenOver taken = taken_over(context_.plan, previous.context_.plan);
    if (previous.first_ || taken.empty()) return;
    std::ranges::fill(states_, no_state);
    for (const auto& [to, from, count] : taken.states)
        std::copy_n(previous.states_.begin() + from, count, states_.begin() + to);
    for (const auto& [to, from] : taken.compared) {
        const auto* source = reinterpret_cast<const std::byte*>(previous.reductions_before_.data());
        auto* target = reinterpret_cast<std::byte*>(reductions_before_.data());
        std::memcpy(target + offset_of(to), source + previous.offset_of(from),
                    histogram_bins * sizeof(uint32_t));
    }
    first_ = false;
}

}  // namespace tonelift
