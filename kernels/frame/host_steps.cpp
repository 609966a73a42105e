// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/frame/host_steps.h"

#include <algorithm>

#include "kernels/error.h"
#include "kernels/frame/curve_entries.h"

namespace tonelift::frame {

class HostSteps::Team : public VectorThread {
  public:
    Team(HostSteps& of, HostTables& tables) : VectorThread(of.set_), of_(of), tables_(tables) {}

    template <typename F>
    void spread(int n, const F& f) const {
        each(n, f);
    }

    bool leads() const { return true; }
    void running_sums(uint32_t* sums, const uint32_t* bins) const {
        SingleThread::scan(
            sums, histogram_bins, [&](int i) { return bins[i]; }, Add());
    }

    float state_before(int state) const { return of_.states_[static_cast<size_t>(state)]; }
    void leave_state(int state, float value) const {
        of_.states_[static_cast<size_t>(state)] = value;
    }

    void arithmetic(int program, float* values) const {
        tables_.arithmetic(*of_.programs_[static_cast<size_t>(program)], values);
    }
    void fill_entries(int program, const float* values, float* table) const {
        tables_.fill_entries(program, values, table);
    }

    template <typename At>
    void store_table(int table, const At& at) const {
        float* entries = tables_.table(table);
        each(curve_entries, [&](int i) { entries[i] = at(i); });
    }

  private:
    HostSteps& of_;
    HostTables& tables_;
};

HostSteps::HostSteps(const Plan& plan, const ReductionLayout& reductions, const InstructionSet& set)
    : plan_(plan),
      set_(set),
      layout_{plan.uniforms, plan.states},
      programs_(arithmetic_of(plan)),
      states_(static_cast<size_t>(plan.states)) {
    int first_program = 0;
    for (const auto& any_step : plan.steps) {
        const auto* step = std::get_if<FrameStep>(&any_step);
        if (step == nullptr) continue;
        steps_.emplace(step, make_frame_program(*step, plan, reductions, first_program));
        for (const FrameOperation& operation : step->operations)
            first_program += operation.program.empty() ? 0 : 1;
    }
}

void HostSteps::begin(const Batch& batch, size_t frame, float* values) {
    const FrameTime& time = batch.times[frame];
    const bool restart = first_ || time.restart;
    const bool replays =
        frame < batch.replay.size() && batch.replay[frame].states.size() == states_.size();
    values[static_cast<int>(FrameUniform::time)] = time.time;
    values[static_cast<int>(FrameUniform::seconds_since_previous)] = time.seconds_since_previous;
    values[static_cast<int>(FrameUniform::scene_peak)] = time.scene_peak;
    values[static_cast<int>(FrameUniform::noise)] = time.noise;
    values[layout_.restart()] = restart ? 1.0f : 0.0f;
    values[layout_.cut()] = restart ? 1.0f : 0.0f;
    values[layout_.replay()] = replays ? 1.0f : 0.0f;
    set_provided(batch, frame, values);
    if (replays) std::ranges::copy(batch.replay[frame].states, values + layout_.state());
    first_ = false;
}

void HostSteps::set_provided(const Batch& batch, size_t frame, float* values) const {
    const size_t parameters = 2 + static_cast<size_t>(plan_.parameters);
    const auto given = static_cast<size_t>(plan_.given);
    if (batch.parameters.size() < parameters || batch.given.size() < given * (frame + 1))
        throw Error(Failure::internal, "a batch lacks parameters");
    std::copy_n(batch.parameters.begin(), parameters,
                values + static_cast<int>(FrameUniform::source_peak));
    std::copy_n(batch.given.begin() + static_cast<ptrdiff_t>(given * frame), given,
                values + plan_.first_given());
}

void HostSteps::run(const FrameStep& step, const StepFrame& frame, HostTables& tables) {
    const FrameProgram& program = steps_.at(&step);
    const Team team(*this, tables);
    Step<Team>(team, frame, layout_, space_)
        .run(program.phases.data(), static_cast<int>(program.phases.size()),
             program.operations.data());
}

void HostSteps::record(const float* values, FrameState& record) const {
    const float* results = values + layout_.state();
    record.states.assign(results, results + layout_.states);
}

bool HostSteps::continue_from(const HostSteps& previous, const TakenOver& taken) {
    if (previous.first_ || taken.empty()) return false;
    std::ranges::fill(states_, no_state);
    for (const auto& [to, from, count] : taken.states)
        std::copy_n(previous.states_.begin() + from, count, states_.begin() + to);
    first_ = false;
    return true;
}

}  // namespace tonelift::frame
