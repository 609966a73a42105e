// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the kernels for a plan's frame steps, shared by host and device code.
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

    // entry: index in a table of curve_entries; value, next: of this entry and the next one.
    TONELIFT_INLINE static TableLine from(int entry, float value, float next) {
        constexpr float intervals = curve_entries - 1;
        const float step = next - value;
        return {value - step * static_cast<float>(entry), step * intervals};
    }
    TONELIFT_INLINE float at(float x) const { return start + slope * x; }
};

constexpr int frame_arguments = 7;
constexpr uint32_t no_reduction = ~0u;

// Number of histograms whose running sums a step holds at a time, plus one of the previous frame.
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
    bool cuts;    // a scene_change that restarts smoothing in its own step
    int8_t held;  // slot of the histogram's running sums
    int16_t state;
    int32_t result;
    int32_t table;
    int32_t program;     // index in frame_programs()
    uint32_t reduction;  // its offset
    uint32_t partials;
    double samples;
    DeviceArgument arguments[frame_arguments];  // unused arguments are constants
};

// Independent operations: either a single one, executed by the whole block, or several, one per
// warp. Before them, running sums are computed of the histograms at these offsets, by slot;
// no_reduction: none.
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
    float* states;              // by state: after the last batch
    unsigned long long* chain;  // by state: after the previous frame, see chain_tag()
    unsigned* ticket;
};

// The tag of a state identifies its frame. Launches count from 1 and frames of a batch up to 64, so
// tags of earlier batches always differ.
TONELIFT_INLINE uint32_t chain_tag(uint32_t epoch, uint32_t frame) {
    return epoch * largest_batch + frame;
}

// ---------------------------------------------------------------------------------------------------------------
// The beginning of a batch.

// The address of an entry in frame 0, and its distance to that in the next frame.
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

// The frames of a batch from `first` on. Reductions of frame i are in slot (slot + i) % slots; the
// slot before the first one still holds those of the previous batch's last frame.
struct BeginParameters {
    const EntrySource* sources;  // from entry_numbers on
    int entries;
    int first;
    FrameNumbersLayout layout;
    unsigned slot;
    unsigned slots;
    unsigned zeroed;       // bytes per slot
    unsigned first_epoch;  // see Launch
    int number;            // the first of `count` values, which all frames get
    int count;
    float numbers[begin_numbers];
    BeginFrame frames[begin_frames];
};
static_assert(sizeof(Launch) + sizeof(BeginParameters) <= 4096, "kernel parameters are 4 KB");

}  // namespace tonelift::cuda
