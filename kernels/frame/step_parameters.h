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

struct FrameNumbersLayout {
    int uniforms;
    int states;

    // Index of the flag that discards statistics of earlier frames.
    constexpr int restart() const { return uniforms; }
    // Index of the flag that replaces measured statistics by recorded statistics.
    constexpr int replay() const { return uniforms + 1; }
    // Index of the largest scene change so far in this frame, from 0 (same scene) to 1 (cut).
    constexpr int cut() const { return uniforms + 2; }
    constexpr int state() const { return uniforms + 3; }
    constexpr int count() const { return uniforms + 3 + states; }
};

// Tables store the line from each entry to the next, so that interpolation is one multiply-add.
struct alignas(8) TableLine {
    float start;  // value at x = 0
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

constexpr int held_histograms = 5;
constexpr int histogram_before = held_histograms;

struct StepArgument {
    int32_t uniform;  // -1 means that the argument is `constant`
    float constant;
};

struct StepOperation {
    FrameOp op;
    CurveKind curve;
    ReductionKind kind;
    bool unit_range;
    bool cuts;
    int8_t held;
    int16_t state;
    int32_t result;
    int32_t table;
    int32_t program;
    uint32_t reduction;
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

struct FrameStepParameters {
    const unsigned char* program;
    int32_t phases;
    uint32_t operations_at;
    uint32_t program_bytes;
    int32_t copied;
    int32_t waits;
    FrameNumbersLayout layout;
    float* states;
    unsigned long long* chain;
    unsigned* ticket;
};

// Identifies the frame that stored a value, so that a later frame can wait for it.
TONELIFT_INLINE uint32_t chain_tag(uint32_t epoch, uint32_t frame) {
    return epoch * largest_batch + frame;
}

}  // namespace tonelift::frame
