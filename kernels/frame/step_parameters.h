// SPDX-License-Identifier: BSD-2-Clause
//
// The data of a plan's frame steps, shared by the CPU executor, the host side of devices, and
// device code.
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

    // Index of a flag: 1 discards the statistics of earlier frames.
    constexpr int restart() const { return uniforms; }
    // Index of a flag: with 1 the states are inputs, with 0 results.
    constexpr int replay() const { return uniforms + 1; }
    // Index of the scene change, from 0 (same scene) to 1, as measured by the steps that have run.
    constexpr int cut() const { return uniforms + 2; }
    // Index of the first state of frame operations (kernels/pass.h); states are inputs or results.
    constexpr int state() const { return uniforms + 3; }
    constexpr int count() const { return uniforms + 3 + states; }
};

// The line from an entry of a table to the next entry: one multiply-add interpolates.
struct alignas(8) TableLine {
    float start;  // value at x = 0
    float slope;

    // Returns the line from an entry to the next one. entry: index in a table of curve_entries.
    // value, next: values of the two entries.
    TONELIFT_INLINE static TableLine from(int entry, float value, float next) {
        constexpr float intervals = curve_entries - 1;
        const float step = next - value;
        return {value - step * static_cast<float>(entry), step * intervals};
    }
    TONELIFT_INLINE float at(float x) const { return start + slope * x; }
};

constexpr int frame_arguments = 7;
constexpr uint32_t no_reduction = ~0u;

// Number of histograms whose running sums a step holds at a time, not counting the histogram of the
// previous frame.
constexpr int held_histograms = 5;
constexpr int histogram_before = held_histograms;  // slot of the previous frame's histogram

struct StepArgument {
    int32_t uniform;  // index of a uniform; -1: use the constant
    float constant;
};

// A FrameOperation, and the location of its reduction on the device.
struct StepOperation {
    FrameOp op;
    CurveKind curve;
    ReductionKind kind;
    bool unit_range;
    bool cuts;    // whether it is a scene_change that restarts smoothing in its own step
    int8_t held;  // slot of the histogram's running sums
    int16_t state;
    int32_t result;
    int32_t table;
    int32_t program;     // index in arithmetic_of(plan)
    uint32_t reduction;  // offset of its reduction
    uint32_t partials;
    double samples;
    StepArgument arguments[frame_arguments];  // unused arguments are constants
};

// Independent operations: either a single operation, which the whole block executes (together), or
// several, one per warp. taken: offsets of the histograms whose running sums are computed before
// the phase, by slot; no_reduction: none.
struct StepPhase {
    int32_t first;
    int32_t count;
    int32_t together;
    uint32_t taken[held_histograms + 1];
};

// program: phases, then operations, in one piece of memory.
struct FrameStepParameters {
    const unsigned char* program;
    int32_t phases;
    uint32_t operations_at;  // byte offset in program
    uint32_t program_bytes;
    int32_t copied;  // 1 if program, numbers and states fit into shared memory
    int32_t waits;   // 1 if frames need states of earlier frames
    FrameNumbersLayout layout;
    float* states;              // indexed by state: value after the previous batch
    unsigned long long* chain;  // indexed by state: value after the previous frame, see chain_tag()
    unsigned* ticket;
};

// Returns the tag of a state, which identifies its frame. Launches count from 1 and frames of a
// batch up to 64, so tags of earlier batches always differ.
TONELIFT_INLINE uint32_t chain_tag(uint32_t epoch, uint32_t frame) {
    return epoch * largest_batch + frame;
}

}  // namespace tonelift::frame
