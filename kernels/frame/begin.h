// SPDX-License-Identifier: BSD-2-Clause
//
// Prepares a batch of frames on a GPU: sets addresses and clears statistics.
#pragma once

#include "kernels/device/launch.h"
#include "kernels/frame/step_parameters.h"

namespace tonelift::cuda {

struct EntrySource {
    unsigned long long address;
    long long frame_stride;
    long long pitch;
};

constexpr int begin_planes = entry_values;
// Maximum numbers of frames and of values per launch. The parameters of a launch must fit into 4096
// bytes.
constexpr int begin_frames = 16;
constexpr int begin_values = 424;

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
    frame::FrameValuesLayout layout;
    unsigned slot;
    unsigned slots;
    unsigned zeroed;
    unsigned first_epoch;  // epoch of the first launch of the batch
    int first_value;
    int count;
    float values[begin_values];
    BeginFrame frames[begin_frames];
};
static_assert(sizeof(Launch) + sizeof(BeginParameters) <= 4096, "kernel parameters are 4 KB");

TONELIFT_INLINE Entry moved(const EntrySource& source, unsigned frames) {
    return {source.address + static_cast<unsigned long long>(source.frame_stride * frames),
            source.pitch};
}

TONELIFT_INLINE Entry entry_of(const BeginParameters& p, const BeginFrame& frame, unsigned index,
                               int entry) {
    if (entry < begin_planes) return {frame.address[entry], frame.pitch[entry]};
    const EntrySource& source = p.sources[entry - begin_planes];
    if (entry == entry_reductions) return moved(source, (p.slot + index) % p.slots);
    if (entry == entry_reductions_before) {
        return moved(source, (p.slot + index + p.slots - 1) % p.slots);
    }
    return moved(source, index);
}

TONELIFT_INLINE void set_values(const BeginParameters& p, const BeginFrame& frame, float* values) {
    values[static_cast<int>(FrameUniform::time)] = frame.time;
    values[static_cast<int>(FrameUniform::seconds_since_previous)] = frame.seconds_since_previous;
    values[static_cast<int>(FrameUniform::scene_peak)] = frame.scene_peak;
    values[static_cast<int>(FrameUniform::noise)] = frame.noise;
    values[p.layout.restart()] = frame.restart;
    values[p.layout.cut()] = frame.restart;
    values[p.layout.replay()] = frame.replay;
}

struct alignas(16) ZeroedUnit {
    uint32_t words[4];
};

template <typename Team>
TONELIFT_INLINE void begin_frame(const Team& team, const Launch& launch, const BeginParameters& p,
                                 unsigned launched) {
    const BeginFrame& frame = p.frames[launched];
    const unsigned index = static_cast<unsigned>(p.first) + launched;
    auto* row = const_cast<Entry*>(launch.entries) +
                static_cast<size_t>(index) * static_cast<size_t>(launch.entries_per_frame);
    team.each(p.entries, [&](int i) { row[i] = entry_of(p, frame, index, i); });
    auto* values = reinterpret_cast<float*>(row[entry_values].address);
    team.once([&] { set_values(p, frame, values); });
    team.each(p.count, [&](int i) { values[p.first_value + i] = p.values[i]; });
    auto* units = reinterpret_cast<ZeroedUnit*>(row[entry_reductions].address);
    team.each(static_cast<int>(p.zeroed / sizeof(ZeroedUnit)), [&](int i) { units[i] = {}; });
}

}  // namespace tonelift::cuda
