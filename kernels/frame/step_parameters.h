// SPDX-License-Identifier: BSD-2-Clause
//
// The data of a plan's frame steps, shared by the CPU, the host of a device, and device code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/batch.h"
#include "kernels/math/host_device.h"
#include "kernels/pass.h"

namespace tonelift::frame {

// The layout of a frame's numbers: the plan's uniforms, then the state of the frame steps.
struct FrameNumbersLayout {
    int uniforms;
    int states;

    // 1: the statistics of earlier frames are discarded.
    constexpr int restart() const { return uniforms; }
    // 1: the states below are inputs, not results.
    constexpr int replay() const { return uniforms + 1; }
    // Scene change from 0 (same scene) to 1, as measured by the steps so far.
    constexpr int cut() const { return uniforms + 2; }
    // The states of frame operations (kernels/pass.h): inputs or results.
    constexpr int state() const { return uniforms + 3; }
    constexpr int count() const { return uniforms + 3 + states; }
};

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

struct StepArgument {
    int32_t uniform;  // or -1: the constant
    float constant;
};

// A FrameOperation with the device's data on its reduction.
struct StepOperation {
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
    StepArgument arguments[frame_arguments];  // unused arguments are constants
};

// Independent operations: either a single one, executed by the whole block, or several, one per
// warp. Before them, running sums are computed of the histograms at these offsets, by slot;
// no_reduction: none.
struct StepPhase {
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

}  // namespace tonelift::frame
