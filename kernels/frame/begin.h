// SPDX-License-Identifier: BSD-2-Clause
//
// The work of a team for a frame at the start of its batch: the frame's entries, the given values,
// and the initial values of the reductions.
#pragma once

#include "kernels/frame/frame_cuda_parameters.h"

namespace tonelift::cuda {

TONELIFT_INLINE Entry moved(const EntrySource& source, unsigned frames) {
    return {source.address + static_cast<unsigned long long>(source.frame_stride * frames),
            source.pitch};
}

// number: index of the frame in its batch.
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

// launched: index of the frame in its launch.
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
