// SPDX-License-Identifier: BSD-2-Clause
//
// Prepares a batch of frames on a GPU: sets addresses and clears statistics.
#pragma once

#include "kernels/device/frame_entries.h"
#include "kernels/frame/step_parameters.h"

namespace tonelift::cuda {

struct EntrySource {
    unsigned long long address;
    long long frame_stride;
    long long pitch;
};

constexpr int begin_planes = entry_numbers;
constexpr int begin_frames = 16;    // maximum number of frames per launch
constexpr int begin_numbers = 424;  // maximum number of values per launch

struct BeginFrame {
    unsigned long long address[begin_planes];
    int32_t pitch[begin_planes];
    float time;
    float seconds_since_previous;
    float scene_peak;
    float noise;
    float restart;
    float replay;
};

struct BeginParameters {
    const EntrySource* sources;
    int entries;
    int first;
    frame::FrameNumbersLayout layout;
    unsigned slot;
    unsigned slots;
    unsigned zeroed;
    unsigned first_epoch;  // epoch of the first launch of the batch
    int number;
    int count;
    float numbers[begin_numbers];
    BeginFrame frames[begin_frames];
};
static_assert(sizeof(Launch) + sizeof(BeginParameters) <= 4096, "kernel parameters are 4 KB");

TONELIFT_INLINE Entry moved(const EntrySource& source, unsigned frames) {
    return {source.address + static_cast<unsigned long long>(source.frame_stride * frames),
            source.pitch};
}

TONELIFT_INLINE Entry entry_of(const BeginParameters& p, const BeginFrame& frame, unsigned number,
                               int entry) {
    if (entry < begin_planes) return {frame.address[entry], frame.pitch[entry]};
    const EntrySource& source = p.sources[entry - begin_planes];
    if (entry == entry_reductions) return moved(source, (p.slot + number) % p.slots);
    if (entry == entry_reductions_before) {
        return moved(source, (p.slot + number + p.slots - 1) % p.slots);
    }
    return moved(source, number);
}

TONELIFT_INLINE void set_numbers(const BeginParameters& p, const BeginFrame& frame,
                                 float* numbers) {
    numbers[static_cast<int>(FrameUniform::time)] = frame.time;
    numbers[static_cast<int>(FrameUniform::seconds_since_previous)] = frame.seconds_since_previous;
    numbers[static_cast<int>(FrameUniform::scene_peak)] = frame.scene_peak;
    numbers[static_cast<int>(FrameUniform::noise)] = frame.noise;
    numbers[p.layout.restart()] = frame.restart;
    numbers[p.layout.cut()] = frame.restart;
    numbers[p.layout.replay()] = frame.replay;
}

struct alignas(16) ZeroedUnit {
    uint32_t words[4];
};

template <typename Team>
TONELIFT_INLINE void begin_frame(const Team& team, const Launch& launch, const BeginParameters& p,
                                 unsigned launched) {
    const BeginFrame& frame = p.frames[launched];
    const unsigned number = static_cast<unsigned>(p.first) + launched;
    auto* row = const_cast<Entry*>(launch.entries) +
                static_cast<size_t>(number) * static_cast<size_t>(launch.entries_per_frame);
    team.each(p.entries, [&](int i) { row[i] = entry_of(p, frame, number, i); });
    auto* numbers = reinterpret_cast<float*>(row[entry_numbers].address);
    team.once([&] { set_numbers(p, frame, numbers); });
    team.each(p.count, [&](int i) { numbers[p.number + i] = p.numbers[i]; });
    auto* units = reinterpret_cast<ZeroedUnit*>(row[entry_reductions].address);
    team.each(static_cast<int>(p.zeroed / sizeof(ZeroedUnit)), [&](int i) { units[i] = {}; });
}

}  // namespace tonelift::cuda
