// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the code that computes numbers per frame, shared by CPU and GPU.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/batch.h"
#include "kernels/math/host_device.h"
#include "kernels/pass.h"

namespace tonelift::frame {

// The numbers of a frame: those of passes, then flags, then smoothed values.
struct FrameNumbersLayout {
    int uniforms;
    int states;

    // 1: discard the statistics of earlier frames.
    constexpr int restart() const { return uniforms; }
    // 1: use recorded statistics instead of measuring.
    constexpr int replay() const { return uniforms + 1; }
    // Largest scene change so far in this frame, from 0 (same scene) to 1 (cut).
    constexpr int cut() const { return uniforms + 2; }
    constexpr int state() const { return uniforms + 3; }
    constexpr int count() const { return uniforms + 3 + states; }
};

// The line from an entry of a table to the next one, so that interpolation is one multiply-add.
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

// Histograms whose running sums are in shared memory. The previous frame's histogram has an
// additional place.
constexpr int held_histograms = 5;
constexpr int histogram_before = held_histograms;

struct StepArgument {
    int32_t uniform;  // -1: use the constant
    float constant;
};

struct StepOperation {
    FrameOp op;
    CurveKind curve;
    ReductionKind kind;
    bool unit_range;
    bool cuts;    // a scene change that restarts the smoothing that is computed together with it
    int8_t held;  // place of the histogram's running sums
    int16_t state;
    int32_t result;
    int32_t table;
    int32_t program;
    uint32_t reduction;  // byte offset of its statistic
    uint32_t partials;
    double samples;
    StepArgument arguments[frame_arguments];
};

// Operations that do not depend on each other. If `together`, the whole block runs a single
// operation; otherwise each operation has a warp.
struct StepPhase {
    int32_t first;
    int32_t count;
    int32_t together;
    uint32_t taken[held_histograms + 1];
};

// `program` points to the phases, which the operations follow.
struct FrameStepParameters {
    const unsigned char* program;
    int32_t phases;
    uint32_t operations_at;
    uint32_t program_bytes;
    int32_t copied;  // whether program, numbers and states fit into shared memory
    int32_t waits;   // whether frames need results of earlier frames
    FrameNumbersLayout layout;
    float* states;              // after the previous batch
    unsigned long long* chain;  // after the previous frame, see chain_tag()
    unsigned* ticket;
};

// Identifies the frame that stored a value, so that a later frame can wait for it. Tags of earlier
// batches differ, because launches count from 1 and a batch has at most 64 frames.
TONELIFT_INLINE uint32_t chain_tag(uint32_t epoch, uint32_t frame) {
    return epoch * largest_batch + frame;
}

}  // namespace tonelift::frame
