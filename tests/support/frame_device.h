// SPDX-License-Identifier: BSD-2-Clause
// Runs the CUDA code of frame steps (frame_cuda.cu) on the CPU with one thread.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "kernels/batch.h"
#include "kernels/frame/begin.h"
#include "kernels/frame/frame_cuda.h"
#include "kernels/frame/step.h"
#include "kernels/point/point.h"

namespace tonelift::cuda {

constexpr size_t partials = 37;

template <typename T>
inline T parameters_of(const KernelCall& call) {
    T p;
    EXPECT_EQ(call.parameters.size(), sizeof p);
    std::memcpy(&p, call.parameters.data(), sizeof p);
    return p;
}

template <typename T>
DeviceAddress address(std::vector<T>& memory) {
    return reinterpret_cast<DeviceAddress>(memory.data());
}

struct Memory {
    explicit Memory(size_t bytes, int fill = 0xCD) : units(bytes / sizeof(ZeroedUnit) + 1) {
        std::memset(units.data(), fill, units.size() * sizeof(ZeroedUnit));
    }
    DeviceAddress at() { return address(units); }
    std::vector<ZeroedUnit> units;
};

class ValuesAccess : public PixelAccess {
  public:
    ValuesAccess(float* values, const frame::TableLine* tables, float place = 0)
        : values_(values), tables_(tables), place_(place) {}
    float load(const Instruction& instruction, float argument) override {
        if (instruction.op == Op::load_core) return place_;
        const float bounded = math::saturate(argument);
        const auto entry = static_cast<size_t>(bounded * (curve_entries - 1));
        return tables_[static_cast<size_t>(instruction.index) * curve_entries + entry].at(bounded);
    }
    void store(const Instruction& instruction, float value) override {
        (instruction.op == Op::store_core ? value_ : values_[instruction.index]) = value;
    }
    float value() const { return value_; }

  private:
    float* values_;
    const frame::TableLine* tables_;
    float place_;
    float value_ = 0;
};

// Runs a frame step with one thread. Visits items in reverse order, to detect items that depend on
// each other.
class OneThread : public frame::SingleThread {
  public:
    OneThread(const frame::FrameStepParameters& p, const Plan& plan, frame::TableLine* tables,
              unsigned index, unsigned frames, unsigned epoch)
        : p_(p),
          plan_(plan),
          programs_(frame::arithmetic_of(plan)),
          tables_(tables),
          index_(index),
          frames_(frames),
          epoch_(epoch) {}

    template <typename F>
    void spread(int n, const F& f) const {
        for (int i = n - 1; i >= 0; --i) f(i);
    }

    bool leads() const { return true; }
    void running_sums(uint32_t* sums, const uint32_t* bins) const {
        scan(
            sums, histogram_bins, [&](int i) { return bins[i]; }, frame::Add());
    }

    float state_before(int state) const {
        if (index_ == 0) return p_.states[state];
        EXPECT_EQ(p_.chain[state] >> 32, frame::chain_tag(epoch_, index_ - 1));
        return std::bit_cast<float>(static_cast<uint32_t>(p_.chain[state]));
    }

    void leave_state(int state, float value) const {
        const uint64_t tag = frame::chain_tag(epoch_, index_);
        p_.chain[state] = tag << 32 | std::bit_cast<uint32_t>(value);
        if (index_ + 1 == frames_) p_.states[state] = value;
    }

    void arithmetic(int index, float* values) const {
        const PointProgram& program = *programs_[static_cast<size_t>(index)];
        std::vector<float> program_values(static_cast<size_t>(program.values));
        ValuesAccess access(values, tables_);
        run_plain(program, {values, static_cast<size_t>(plan_.uniforms)}, program_values, access);
    }

    void fill_entries(int index, float* values, float* table) const {
        const PointProgram& program = *programs_[static_cast<size_t>(index)];
        std::vector<float> program_values(static_cast<size_t>(program.values));
        spread(curve_entries, [&](int i) {
            ValuesAccess access(values, tables_, frame::place_of_entry(i));
            run_plain(program, {values, static_cast<size_t>(plan_.uniforms)}, program_values,
                      access);
            table[i] = access.value();
        });
    }

    template <typename At>
    void store_table(int table, const At& at) const {
        frame::store_lines(*this, tables_, table, at);
    }

  private:
    const frame::FrameStepParameters& p_;
    const Plan& plan_;
    std::vector<const PointProgram*> programs_;
    frame::TableLine* tables_;
    unsigned index_, frames_, epoch_;
};

struct Measured {
    std::map<int, std::vector<uint32_t>> bins;
    std::map<int, std::vector<double>> sums;
    std::map<int, float> extremes;
};

class OnDevice {
  public:
    OnDevice(const Plan& plan, int frames)
        : plan_(plan),
          layout_(lay_out_reductions(plan.reductions,
                                     std::vector<size_t>(plan.reductions.size(), partials))),
          steps(plan, layout_, frames),
          entries_(static_cast<size_t>(frames) * entries_per_frame),
          values_(steps.value_bytes() * static_cast<size_t>(frames)),
          tables_(steps.table_bytes() * static_cast<size_t>(frames)),
          reductions_(steps.reduction_bytes()),
          memory_(steps.memory_bytes(), 0),
          constants_(steps.constant_bytes(entries_per_frame)) {
        steps.place(constants_.at(), memory_.at(), reductions_.at());
        std::vector<EntrySource> sources(entries_per_frame - begin_planes);
        sources[0] = {values_.at(), static_cast<long long>(steps.value_bytes()), 0};
        sources[1] = {tables_.at(), static_cast<long long>(steps.table_bytes()), 0};
        sources[entry_buffers - begin_planes] = {4096, 512, 64};
        const auto bytes = steps.constants(sources);
        std::memcpy(constants_.units.data(), bytes.data(), bytes.size());
    }

    void run(Batch& batch, const std::vector<Measured>& measured) {
        begin(batch);
        const auto frames = static_cast<unsigned>(batch.input.size());
        for (unsigned i = 0; i < frames; ++i) write(measured[i], i);
        for (size_t step = 0; step < plan_.steps.size(); ++step) {
            const KernelCall call = steps.step_call(step);
            const auto p = parameters_of<frame::FrameStepParameters>(call);
            ++epoch_;
            for (unsigned i = 0; i < frames; ++i) run_step(p, i, frames);
        }
        steps.end_batch(frames);
    }

    void forget_states() { std::memset(memory_.units.data(), 0xff, steps.state_bytes()); }

    const float* values(unsigned frame) const {
        return reinterpret_cast<const float*>(entry(frame, entry_values).address);
    }
    const frame::TableLine* table(unsigned frame, int index) const {
        return reinterpret_cast<const frame::TableLine*>(entry(frame, entry_tables).address) +
               static_cast<ptrdiff_t>(index) * curve_entries;
    }
    const Entry& entry(unsigned frame, int which) const {
        return entries_[frame * entries_per_frame + static_cast<size_t>(which)];
    }

  private:
    static constexpr size_t entries_per_frame = entry_buffers + 1;
    const Plan plan_;
    const ReductionLayout layout_;

  public:
    FrameSteps steps;

  private:
    void begin(const Batch& batch) {
        std::vector<BeginLaunch> launches;
        steps.begin_batch(batch, launches);
        KernelCall call = steps.begin_call();
        Launch launch{};
        launch.entries = entries_.data();
        launch.entries_per_frame = static_cast<int>(entries_per_frame);
        for (const BeginLaunch& part : launches) {
            steps.set_begin(call, part, batch, 0);
            const auto p = parameters_of<BeginParameters>(call);
            for (int i = 0; i < part.frames; ++i) {
                begin_frame(frame::SingleThread(), launch, p, static_cast<unsigned>(i));
            }
        }
    }

    void write(const Measured& measured, unsigned frame) {
        auto* memory = reinterpret_cast<std::byte*>(entry(frame, entry_reductions).address);
        const auto place = [&](int r) {
            return memory + layout_.reductions[static_cast<size_t>(r)].offset;
        };
        for (const auto& [r, bins] : measured.bins) {
            auto* counts = reinterpret_cast<uint32_t*>(place(r));
            for (size_t i = 0; i < bins.size(); ++i) counts[i] += bins[i];
        }
        for (const auto& [r, sums] : measured.sums) {
            std::memcpy(place(r), sums.data(), sums.size() * sizeof(double));
        }
        for (const auto& [r, value] : measured.extremes) {
            const bool is_minimum =
                plan_.reductions[static_cast<size_t>(r)].kind == ReductionKind::minimum;
            auto& key = *reinterpret_cast<uint32_t*>(place(r));
            key = std::max(key, extreme_key(value, is_minimum));
        }
    }

    void run_step(const frame::FrameStepParameters& p, unsigned i, unsigned frames) {
        const frame::StepFrame frame{
            const_cast<float*>(values(i)),
            reinterpret_cast<const unsigned char*>(entry(i, entry_reductions).address),
            reinterpret_cast<const unsigned char*>(entry(i, entry_reductions_before).address)};
        const OneThread thread(p, plan_, const_cast<frame::TableLine*>(table(i, 0)), i, frames,
                               epoch_);
        frame::StepSpace space;
        std::memset(static_cast<void*>(&space), 0xCD, sizeof space);
        frame::Step<OneThread>(thread, frame, p.layout, space)
            .run(reinterpret_cast<const frame::StepPhase*>(p.program), p.phases,
                 reinterpret_cast<const frame::StepOperation*>(p.program + p.operations_at));
    }

    std::vector<Entry> entries_;
    Memory values_, tables_, reductions_, memory_, constants_;
    unsigned epoch_ = 0;
};

}  // namespace tonelift::cuda
