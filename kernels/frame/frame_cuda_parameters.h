// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the kernels of a plan's frame steps, the same for host and device code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/batch.h"
#include "kernels/device/frame_entries.h"
#include "kernels/math/host_device.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// ---------------------------------------------------------------------------------------------------------------
// The steps of a plan.

// The line from an entry of a table to the next one: one multiply-add interpolates.
struct alignas(8) TableLine {
    float start;  // value at 0
    float slope;

    // entry: index in a table of curve_entries, with its value and that of the next.
    TONELIFT_INLINE static TableLine from(int entry, float value, float next) {
        constexpr float intervals = curve_entries - 1;
        const float step = next - value;
        return {value - step * static_cast<float>(entry), step * intervals};
    }
    TONELIFT_INLINE float at(float x) const { return start + slope * x; }
};

constexpr int frame_arguments = 7;
constexpr uint32_t no_reduction = ~0u;

// Histograms whose running sums a step holds at a time, besides one of the frame before.
constexpr int held_histograms = 5;
constexpr int histogram_before = held_histograms;  // its place

struct DeviceArgument {
    int32_t uniform;  // or -1: the constant
    float constant;
};

// A FrameOperation with the device's data on its reduction.
struct DeviceFrameOperation {
    FrameOp op;
    CurveKind curve;
    ReductionKind kind;
    bool unit_range;
    bool cuts;    // a scene_change that restarts the smoothing in its step
    int8_t held;  // the place of the histogram's running sums
    int16_t state;
    int32_t result;
    int32_t table;
    int32_t program;     // index in frame_programs()
    uint32_t reduction;  // its offset
    uint32_t partials;
    double samples;
    DeviceArgument arguments[frame_arguments];  // those that are not given are constants
};

// Independent operations: either one, by the whole block, or several, one warp each. Before them
// the running sums of the histograms at these offsets are taken, by place; no_reduction: none.
struct DevicePhase {
    int32_t first;
    int32_t count;
    int32_t together;
    uint32_t taken[held_histograms + 1];
};

// Phases, then operations, in one piece of memory.
struct FrameStepParameters {
    const unsigned char* program;
    int32_t phases;
    uint32_t operations_at;  // bytes
    uint32_t program_bytes;
    int32_t copied;  // 1 if program, numbers and states fit into shared memory
    int32_t waits;   // 1 if frames need states of earlier frames
    FrameNumbersLayout layout;
    float* states;              // by state: those after the last batch
    unsigned long long* chain;  // by state: those after the previous frame, see chain_tag()
    unsigned* ticket;
};

// The tag of a state identifies its frame. Launches count from 1 and frames of a batch to 64: no
// tag of an earlier batch is equal.
TONELIFT_INLINE uint32_t chain_tag(uint32_t epoch, uint32_t frame) {
    return epoch * largest_batch + frame;
}

// ---------------------------------------------------------------------------------------------------------------
// The beginning of a batch.

// The address of an entry of frame 0, and its distance to that of the next frame.
struct EntrySource {
    unsigned long long address;
    long long frame_stride;
    long long pitch;
};

constexpr int begin_planes = entry_numbers;  // input, then output
constexpr int begin_frames = 16;             // per launch
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
// before the first one still holds those of the last frame of the previous batch.
struct BeginParameters {
    const EntrySource* sources;  // from entry_numbers on
    int entries;
    int first;
    FrameNumbersLayout layout;
    unsigned slot;
    unsigned slots;
    unsigned zeroed;       // bytes per slot
    unsigned first_epoch;  // see Launch
    int number;            // the first of `count` numbers, which all frames get
    int count;
    float numbers[begin_numbers];
    BeginFrame frames[begin_frames];
};
static_assert(sizeof(Launch) + sizeof(BeginParameters) <= 4096, "kernel parameters are 4 KB");

}  // namespace tonelift::cuda
