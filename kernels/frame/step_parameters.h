// SPDX-License-Identifier: BSD-2-Clause
//
// The data of a plan's frame steps, shared by the executors' host code and by device code.
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

    // Index of the restart flag: 1 discards the statistics of earlier frames.
    constexpr int restart() const { return uniforms; }
    // Index of the replay flag: 1 if the states are inputs, 0 if they are results.
    constexpr int replay() const { return uniforms + 1; }
    // Index of the largest scene change that the steps have measured so far, from 0 (same scene) to
    // 1 (cut).
    constexpr int cut() const { return uniforms + 2; }
    // Index of the first temporal state (kernels/pass.h, FrameOperation). States are inputs or
    // results.
    constexpr int state() const { return uniforms + 3; }
    constexpr int count() const { return uniforms + 3 + states; }
};

// The line from an entry of a table to the next entry. With lines, interpolation is one
// multiply-add.
struct alignas(8) TableLine {
    float start;  // value at x = 0
    float slope;

    // Returns the line from an entry to the next one. `entry` is its index in a table of
    // curve_entries. `value` and `next` are the values of the two entries.
    TONELIFT_INLINE static TableLine from(int entry, float value, float next) {
        constexpr float intervals = curve_entries - 1;
        const float step = next - value;
        return {value - step * static_cast<float>(entry), step * intervals};
    }
    TONELIFT_INLINE float at(float x) const { return start + slope * x; }
};

constexpr int frame_arguments = 7;
constexpr uint32_t no_reduction = ~0u;

// Number of slots for the running sums of histograms. The histogram of the previous frame has an
// additional slot.
constexpr int held_histograms = 5;
constexpr int histogram_before = held_histograms;  // slot of the previous frame's histogram

struct StepArgument {
    int32_t uniform;  // index of a uniform; -1: use the constant
    float constant;
};

// A FrameOperation in the form that teams read.
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

// Operations that do not depend on each other. Either the whole block runs a single operation
// (`together`), or each operation runs on one warp. Before the phase, running sums are computed for
// the histograms at the offsets `taken`, one per slot; no_reduction if there is none.
struct StepPhase {
    int32_t first;
    int32_t count;
    int32_t together;
    uint32_t taken[held_histograms + 1];
};

// The parameters of a frame step. `program` points to the phases, which the operations follow.
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
