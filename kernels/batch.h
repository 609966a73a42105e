// SPDX-License-Identifier: BSD-2-Clause
//
// Batches: consecutive frames of a stream that an executor is given at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/format.h"

namespace tonelift {

struct FrameTime {
    float time = 0;                    // seconds, modulo a day: `time` in scripts
    float seconds_since_previous = 0;  // for smoothing
    bool restart = false;              // discard earlier statistics before this frame
    float scene_peak = 0;              // from dynamic metadata, cd/m2; 0: unknown
    float noise = 0;                   // seed of random numbers: an integer in [0, 65536)
};

// The state slots of one frame after its frame steps: output to write a stats_file, input to replay
// one.
struct FrameState {
    std::vector<float> states;
};

// A frame in images of a Vulkan device: one image for all planes, or one for each. Work on a frame
// waits for the values of its semaphores and signals values larger by one; what queues the work
// stores the new values, layouts and queue families.
struct FrameImages {
    std::array<uint64_t, 4> image{};      // VkImage; 0: none
    std::array<uint64_t, 4> semaphore{};  // VkSemaphore; 0: none
    std::array<uint64_t, 4> value{};
    std::array<uint32_t, 4> layout{};        // VkImageLayout
    std::array<uint32_t, 4> queue_family{};  // of the owner
    int x = 0;                               // place of the first pixel
    int y = 0;
};

constexpr int largest_batch = 64;  // frames

struct Batch {
    std::vector<FramePlanes> input;
    std::vector<FramePlanes> output;
    // Instead of planes, for an end of the batch that is on a Vulkan device. Frames of the same
    // images have the same pointer.
    std::vector<FrameImages*> input_images;
    std::vector<FrameImages*> output_images;
    std::vector<FrameTime> times;
    std::vector<float> parameters;  // source_peak, target_peak, then the script params
    std::vector<float> given;       // Plan::given numbers of each frame, frame after frame
    // One entry per frame while statistics are recorded (output) or replayed (input instead of
    // computation); else empty.
    std::vector<FrameState> record;
    std::vector<FrameState> replay;
};

}  // namespace tonelift
