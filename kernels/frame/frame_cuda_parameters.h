// SPDX-License-Identifier: BSD-2-Clause
//
// What host and device say to each other about the frame steps of a plan.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cuda/frame_entries.h"
#include "kernels/math/host_device.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// ---------------------------------------------------------------------------------------------------------------
// The steps of a plan.

// The line from an entry of a table to the next one: one operation finds what lies between.
struct alignas(8) TableLine {
    float start;  // where it is at 0
    float slope;

    // entry: of a table of curve_entries, with its value and that of the next.
    TONELIFT_INLINE static TableLine from(int entry, float value, float next) {
        constexpr float intervals = curve_entries - 1;
        const float step = next - value;
        return {value - step * static_cast<float>(entry), step * intervals};
    }
    TONELIFT_INLINE float at(float x) const { return start + slope * x; }
};

constexpr int frame_arguments = 7;
constexpr uint32_t no_reduction = ~0u;

struct DeviceArgument {
    int32_t uniform;  // or -1: the constant
    float constant;
};

// A FrameOperation with all that the device must know of its reduction.
struct DeviceFrameOperation {
    FrameOp op;
    CurveKind curve;
    ReductionKind kind;
    bool unit_range;
    bool cuts;  // a scene_change that restarts what its step smooths
    int16_t state;
    int32_t result;
    int32_t table;
    int32_t program;     // of frame_programs()
    uint32_t reduction;  // its offset
    uint32_t partials;
    double samples;
    DeviceArgument arguments[frame_arguments];  // those that are not given are constants
};

// Operations that do not need each other's results. Either one, which the whole block works on, or
// some that take one thread each, over one histogram at most.
struct DevicePhase {
    int32_t first;
    int32_t count;
    uint32_t histogram;  // its offset
    int32_t together;
};

// Phases, then operations, in one piece of memory that a block copies if it fits.
struct FrameStepParameters {
    const unsigned char* program;
    int32_t phases;
    uint32_t operations_at;  // bytes
    uint32_t copied;         // bytes; 0 where the program is too large for shared memory
    int32_t waits;           // 1 where frames need what frames before them have left
    FrameNumbersLayout layout;
    float* states;              // by state: what the last batch has left
    unsigned long long* chain;  // by state: what the frame before has left, see chain_tag()
    unsigned* ticket;
};

// A state with the frame that left it. Launches count from 1 and frames of a batch to 64: nothing
// that an earlier batch has left looks alike.
constexpr int largest_batch = 64;
TONELIFT_INLINE uint32_t chain_tag(uint32_t epoch, uint32_t frame) {
    return epoch * largest_batch + frame;
}

// ---------------------------------------------------------------------------------------------------------------
// The beginning of a batch.

// Where an entry of frame 0 lies, and how far it is to that of the next.
struct EntrySource {
    unsigned long long address;
    long long frame_stride;
    long long pitch;
};

constexpr int begin_planes = entry_numbers;  // input, then output
constexpr int begin_frames = 16;             // of a launch
constexpr int begin_numbers = 424;           // likewise

struct BeginFrame {
    unsigned long long address[begin_planes];
    int32_t pitch[begin_planes];
    float time;
    float seconds_since_previous;
    float scene_peak;
    float noise;
    float restart;  // 1 or 0
    float replay;   // likewise
};

// Frames first and up of a batch. Reductions of frame i are in slot (slot + i) % slots; the slot
// before the first one still has those of the last frame of the batch before.
struct BeginParameters {
    const EntrySource* sources;  // from entry_numbers on
    int entries;
    int first;
    FrameNumbersLayout layout;
    unsigned slot;
    unsigned slots;
    unsigned zeroed;  // bytes of a slot
    int number;       // the first of `count` numbers, which all frames get
    int count;
    float numbers[begin_numbers];
    BeginFrame frames[begin_frames];
};
static_assert(sizeof(Launch) + sizeof(BeginParameters) <= 4096, "kernel parameters are 4 KB");

}  // namespace tonelift::cuda
