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
    float time = 0;                    // seconds, modulo a day: `time` in scripts
    float seconds_since_previous = 0;  // time since the previous frame, for temporal smoothing
    bool restart = false;              // discard earlier statistics before this frame
    float scene_peak = 0;              // from dynamic metadata, cd/m2; 0: unknown
    float noise = 0;                   // seed of random numbers: an integer in [0, 65536)
};

// The state slots of a frame after its frame steps. Recording writes them (stats_file); a replay
// reads them.
struct FrameState {
    std::vector<float> states;
};

// A frame in images of a Vulkan device: one image for all planes, or one image per plane. Work on a
// frame waits until each semaphore has its value, and signals that value plus one. The code that
// queues the work stores the new values, layouts and queue families here.
struct FrameImages {
    std::array<uint64_t, 4> image{};      // VkImage; 0: none
    std::array<uint64_t, 4> semaphore{};  // VkSemaphore; 0: none
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
    // Replace the planes if that end of the batch is on a Vulkan device. Frames in the same images
    // have the same pointer.
    std::vector<FrameImages*> input_images;
    std::vector<FrameImages*> output_images;
    std::vector<FrameTime> times;
    std::vector<float> parameters;  // source_peak, target_peak, then the script params
    std::vector<float> given;       // values of Plan::given, frame by frame
    // One entry per frame; else empty. record: output, while statistics are recorded. replay:
    // input, which replaces the computation.
    std::vector<FrameState> record;
    std::vector<FrameState> replay;
};

}  // namespace tonelift
