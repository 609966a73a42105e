// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the code that computes values per frame. The CPU code and the GPU code share them.
#pragma once

#include <cstdint>

#include "kernels/batch.h"
#include "kernels/math/host_device.h"
#include "kernels/pass.h"

namespace tonelift::frame {

struct FrameValuesLayout {
    int uniforms;
    int states;

    // Index of the flag that makes a frame discard the values of earlier frames.
    constexpr int restart() const { return uniforms; }
    // Index of the flag that makes a frame use recorded values instead of measured values.
    constexpr int replay() const { return uniforms + 1; }
    // Index of the parameter that holds the largest result of scene_change so far in this frame.
    // Results are 0 (same scene) to 1 (cut).
    constexpr int cut() const { return uniforms + 2; }
    constexpr int state() const { return uniforms + 3; }
    constexpr int count() const { return uniforms + 3 + states; }
};

// The straight line from an entry of a table to the next entry. With this line, interpolation needs
// only one multiply-add.
struct alignas(8) TableLine {
    float start;  // value of the line at x = 0
    float slope;

    TONELIFT_INLINE static TableLine from(int entry, float value, float next) {
        constexpr float intervals = curve_entries - 1;
        const float step = next - value;
        return {value - step * static_cast<float>(entry), step * intervals};
    }
    TONELIFT_INLINE float at(float x) const { return start + slope * x; }
};

constexpr int frame_arguments = 7;
constexpr uint32_t no_reduction = ~0u;

// Number of histograms whose running sums are in memory at the same time.
constexpr int held_histograms = 6;
// Flag in StepPhase::taken: the histogram is that of the previous frame.
constexpr uint32_t of_frame_before = 1u << 31;

struct StepArgument {
    int32_t uniform;  // index of the argument, or -1 if it is `constant`
    float constant;
};

struct StepOperation {
    FrameOp op;
    CurveKind curve;
    ReductionKind kind;
    bool unit_range;
    bool cuts;
    int8_t held;
    int8_t held_before;
    int16_t state;
    int32_t result;
    int32_t table;
    int32_t program;
    uint32_t reduction;
    uint32_t partials;
    double samples;
    StepArgument arguments[frame_arguments];
};

// A group of operations that do not depend on each other. If `together` is not 0, the group is a
// single operation, which the whole block runs. Otherwise, each operation runs on one warp.
struct StepPhase {
    int32_t first;
    int32_t count;
    int32_t together;
    uint32_t taken[held_histograms];
};

struct FrameStepParameters {
    const unsigned char* program;
    int32_t phases;
    uint32_t operations_at;
    uint32_t program_bytes;
    int32_t copied;
    int32_t waits;
    FrameValuesLayout layout;
    float* states;
    unsigned long long* chain;
    unsigned* ticket;
};

// Returns a tag that identifies a frame. The block that computes the frame stores the tag together
// with each smoothed value. The block of the next frame waits until it reads this tag.
TONELIFT_INLINE uint32_t chain_tag(uint32_t epoch, uint32_t frame) {
    return epoch * largest_batch + frame;
}

}  // namespace tonelift::frame
