// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/frame/frame_cuda.h"

#include <algorithm>
#include <cstring>

#include "kernels/error.h"
#include "kernels/frame/frame.h"
#include "kernels/frame/frame_cuda_policy.h"
#include "kernels/frame/parts.h"

namespace tonelift::cuda {
namespace {

constexpr size_t memory_unit = 256;

size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

template <typename T>
size_t bytes_of(const std::vector<T>& values) {
    return values.size() * sizeof(T);
}

template <typename T>
void copy_to(std::byte* to, const T* from, size_t count) {
    if (count > 0) std::memcpy(to, from, count * sizeof(T));
}

KernelCall kernel_call(const char* name) {
    KernelCall call;
    call.source = "frame";
    call.kernel = name;
    call.block = {frame_threads, 1};
    return call;
}

}  // namespace

size_t FrameSteps::Placed::phase_bytes() const {
    return round_up(bytes_of(program.phases), alignof(frame::StepOperation));
}

size_t FrameSteps::Placed::bytes() const { return phase_bytes() + bytes_of(program.operations); }

FrameSteps::FrameSteps(const Plan& plan, const ReductionLayout& reductions, int frames)
    : layout_{plan.uniforms, plan.states},
      parameters_(plan.parameters),
      given_(plan.given),
      first_given_(plan.first_given()),
      tables_(plan.tables),
      zeroed_(reductions.zeroed),
      slot_bytes_(reductions.bytes),
      slots_(static_cast<unsigned>(frames) + 1) {
    for (const auto& reduction : reductions.reductions) offsets_.push_back(reduction.offset);
    if (frames < 1 || frames > largest_batch)
        throw Error(Failure::internal, "a batch without frames");
    for (const auto& any_step : plan.steps) {
        const auto* step = std::get_if<FrameStep>(&any_step);
        if (step != nullptr) add_step(*step, plan, reductions);
    }
}

void FrameSteps::add_step(const FrameStep& step, const Plan& plan,
                          const ReductionLayout& reductions) {
    Placed placed{frame::make_frame_program(step, plan, reductions, programs_made_),
                  program_bytes_};
    program_bytes_ += round_up(placed.bytes(), alignof(EntrySource));
    programs_.push_back(std::move(placed));
    for (const FrameOperation& operation : step.operations) {
        parts_ |= uint64_t{1} << frame::part_of(operation.op);
        if (!operation.program.empty()) ++programs_made_;
        if (operation.op == FrameOp::curve) {
            parts_ |= uint64_t{1} << frame::part_of(operation.curve);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Sizes and layout of device memory.

size_t FrameSteps::value_bytes() const {
    return round_up(static_cast<size_t>(layout_.count()) * sizeof(float), memory_unit);
}

size_t FrameSteps::table_bytes() const {
    return static_cast<size_t>(tables_) * curve_entries * sizeof(frame::TableLine);
}

size_t FrameSteps::constant_bytes(size_t entries) const {
    return program_bytes_ + (entries - begin_planes) * sizeof(EntrySource);
}

size_t FrameSteps::chain_offset() const { return round_up(state_bytes(), memory_unit); }

size_t FrameSteps::memory_bytes() const {
    const size_t chain = static_cast<size_t>(layout_.states) * sizeof(unsigned long long);
    return round_up(chain_offset() + chain + sizeof(unsigned), memory_unit);
}

void FrameSteps::place(DeviceAddress constants, DeviceAddress memory, DeviceAddress reductions) {
    constants_ = constants;
    memory_ = memory;
    reductions_ = reductions;
}

std::vector<std::byte> FrameSteps::constants(std::span<const EntrySource> sources) {
    entries_ = begin_planes + static_cast<int>(sources.size());
    std::vector<std::byte> bytes(constant_bytes(static_cast<size_t>(entries_)));
    for (const Placed& placed : programs_) {
        const frame::FrameProgram& program = placed.program;
        std::byte* to = bytes.data() + placed.offset;
        copy_to(to, program.phases.data(), program.phases.size());
        copy_to(to + placed.phase_bytes(), program.operations.data(), program.operations.size());
    }
    std::vector<EntrySource> all(sources.begin(), sources.end());
    const EntrySource slots{reductions_, static_cast<long long>(slot_bytes_), 0};
    for (int entry : {entry_reductions, entry_reductions_before}) {
        all.at(static_cast<size_t>(entry - begin_planes)) = slots;
    }
    copy_to(bytes.data() + program_bytes_, all.data(), all.size());
    return bytes;
}

DeviceAddress FrameSteps::slot_before() const {
    return reductions_ + (slot_ + slots_ - 1) % slots_ * slot_bytes_;
}

// ---------------------------------------------------------------------------------------------------------------
// Launches for batches of frames.

bool FrameSteps::replays(const Batch& batch, size_t frame) const {
    return frame < batch.replay.size() &&
           batch.replay[frame].states.size() == static_cast<size_t>(layout_.states);
}

int FrameSteps::end_of_same_given(const Batch& batch, int first) const {
    const int most = std::min(static_cast<int>(batch.input.size()), first + begin_frames);
    const auto given_of = [&](int frame) {
        return batch.given.begin() + static_cast<ptrdiff_t>(given_) * frame;
    };
    int end = first + 1;
    while (end < most && std::equal(given_of(first), given_of(first + 1), given_of(end))) ++end;
    return end;
}

void FrameSteps::begin_batch(const Batch& batch, std::vector<BeginLaunch>& launches) const {
    const int frames = static_cast<int>(batch.input.size());
    const int provided = 2 + parameters_;
    const auto given = static_cast<size_t>(given_);
    if (batch.parameters.size() < static_cast<size_t>(provided) ||
        batch.given.size() < given * batch.input.size()) {
        throw Error(Failure::internal, "a batch lacks parameters");
    }
    launches.clear();
    const auto add = [&](int first, int count_of_frames, int first_value, int count,
                         const float* values) {
        for (int i = 0; i < count; i += begin_values) {
            launches.push_back({first, count_of_frames, first_value + i,
                                std::min(count - i, begin_values), values + i});
        }
    };
    for (int first = 0; first < frames; first += begin_frames) {
        add(first, std::min(frames - first, begin_frames),
            static_cast<int>(FrameUniform::source_peak), provided, batch.parameters.data());
    }
    for (int first = 0, next = 0; first < frames && given_ > 0; first = next) {
        next = end_of_same_given(batch, first);
        add(first, next - first, first_given_, given_,
            batch.given.data() + given * static_cast<size_t>(first));
    }
    for (int i = 0; i < frames; ++i) {
        const auto frame = static_cast<size_t>(i);
        if (!replays(batch, frame)) continue;
        add(i, 1, layout_.state(), layout_.states, batch.replay[frame].states.data());
    }
}

BeginFrame FrameSteps::begin_frame(const Batch& batch, size_t frame) const {
    BeginFrame begin{};
    const auto set_planes = [&](const FramePlanes& planes, int entry) {
        for (size_t i = 0; i < planes.data.size(); ++i) {
            const size_t at = static_cast<size_t>(entry) + i;
            begin.address[at] = reinterpret_cast<DeviceAddress>(planes.data[i]);
            begin.pitch[at] = static_cast<int32_t>(planes.pitch[i]);
        }
    };
    set_planes(batch.input[frame], entry_input);
    set_planes(batch.output[frame], entry_output);
    const FrameTime& time = batch.times[frame];
    begin.time = time.time;
    begin.seconds_since_previous = time.seconds_since_previous;
    begin.scene_peak = time.scene_peak;
    begin.noise = time.noise;
    begin.restart = time.restart || (first_ && frame == 0) ? 1.0f : 0.0f;
    begin.replay = replays(batch, frame) ? 1.0f : 0.0f;
    return begin;
}

KernelCall FrameSteps::begin_call() const { return kernel_call("frame_begin"); }

void FrameSteps::set_begin(KernelCall& call, const BeginLaunch& launch, const Batch& batch,
                           unsigned first_epoch) const {
    BeginParameters p{};
    p.sources = reinterpret_cast<const EntrySource*>(constants_ + program_bytes_);
    p.entries = entries_;
    p.first = launch.first;
    p.layout = layout_;
    p.slot = slot_;
    p.slots = slots_;
    p.first_epoch = first_epoch;
    p.zeroed = zeroed_;
    p.first_value = launch.first_value;
    p.count = launch.count;
    std::copy_n(launch.values, launch.count, p.values);
    for (int i = 0; i < launch.frames; ++i) {
        p.frames[i] = begin_frame(batch, static_cast<size_t>(launch.first + i));
    }
    call.set_parameters(p);
}

KernelCall FrameSteps::step_call(size_t step) const {
    const Placed& placed = programs_[step];
    frame::FrameStepParameters p{};
    p.program = reinterpret_cast<const unsigned char*>(constants_ + placed.offset);
    p.phases = static_cast<int32_t>(placed.program.phases.size());
    p.operations_at = static_cast<uint32_t>(placed.phase_bytes());
    p.program_bytes = static_cast<uint32_t>(placed.bytes());
    const size_t copied =
        placed.bytes() + static_cast<size_t>(layout_.count() + layout_.states) * sizeof(float);
    p.copied = copied <= frame_copied_bytes;
    const auto& operations = placed.program.operations;
    p.waits = std::any_of(operations.begin(), operations.end(),
                          [](const frame::StepOperation& o) { return o.state >= 0; });
    p.layout = layout_;
    p.states = reinterpret_cast<float*>(memory_);
    p.chain = reinterpret_cast<unsigned long long*>(memory_ + chain_offset());
    p.ticket = reinterpret_cast<unsigned*>(p.chain + layout_.states);
    KernelCall call = kernel_call("frame_step");
    if (p.copied) call.shared_bytes = static_cast<unsigned>(copied);
    call.parts = parts_;
    call.set_parameters(p);
    return call;
}

void FrameSteps::end_batch(size_t frames) {
    if (frames == 0) return;
    slot_ = (slot_ + static_cast<unsigned>(frames)) % slots_;
    first_ = false;
}

std::vector<MemoryCopy> FrameSteps::continue_from(const FrameSteps& previous,
                                                  const TakenOver& taken) {
    if (previous.first_ || taken.empty()) return {};
    std::vector<MemoryCopy> copies;
    for (const auto& [to, from] : taken.compared) {
        copies.push_back({slot_before() + offsets_[static_cast<size_t>(to)],
                          previous.slot_before() + previous.offsets_[static_cast<size_t>(from)],
                          histogram_bins * sizeof(uint32_t)});
    }
    for (const auto& [to, from, count] : taken.states) {
        copies.push_back({memory_ + static_cast<size_t>(to) * sizeof(float),
                          previous.memory_ + static_cast<size_t>(from) * sizeof(float),
                          static_cast<size_t>(count) * sizeof(float)});
    }
    first_ = false;
    return copies;
}

}  // namespace tonelift::cuda
