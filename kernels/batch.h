// SPDX-License-Identifier: BSD-2-Clause
//
// A batch: consecutive frames of a stream that an executor runs in one call.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/format.h"

namespace tonelift {

struct FrameTime {
    float time = 0;                    // seconds modulo a day; `time` in scripts
    float seconds_since_previous = 0;  // in seconds, for temporal smoothing
    bool restart = false;              // discard earlier statistics before this frame
    float scene_peak = 0;              // cd/m2, or 0 if unknown
    float noise = 0;                   // seed of random numbers: an integer in [0, 65536)
};

// Temporally smoothed values of a frame. One run over the video records them, and a later run reads
// them.
struct FrameState {
    std::vector<float> states;
};

// Work on the frame waits until each semaphore reaches `value`, and then signals `value` + 1.
struct FrameImages {
    std::array<uint64_t, 4> image{};      // VkImage, or 0
    std::array<uint64_t, 4> semaphore{};  // VkSemaphore, or 0
    std::array<uint64_t, 4> value{};
    std::array<uint32_t, 4> layout{};        // VkImageLayout
    std::array<uint32_t, 4> queue_family{};  // queue family that owns the image
    int x = 0;                               // column of the frame's first pixel in the image
    int y = 0;
};

constexpr int largest_batch = 64;  // frames

struct Batch {
    std::vector<FramePlanes> input;
    std::vector<FramePlanes> output;
    // If set, images on a Vulkan device are used instead of the planes.
    std::vector<FrameImages*> input_images;
    std::vector<FrameImages*> output_images;
    std::vector<FrameTime> times;
    std::vector<float> parameters;  // source_peak, target_peak, then the script params
    std::vector<float> given;       // numbers that the caller passes with each frame
    // Empty unless statistics are recorded (`record`) or read back (`replay`).
    std::vector<FrameState> record;
    std::vector<FrameState> replay;
};

}  // namespace tonelift
