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
    float time = 0;                    // `time` of scripts: seconds, modulo a day
    float seconds_since_previous = 0;  // in seconds, for temporal smoothing
    bool restart = false;              // discard earlier statistics before this frame
    float scene_peak = 0;              // peak of the scene in cd/m2; 0: unknown
    float noise = 0;                   // seed of random numbers: an integer in [0, 65536)
};

// The temporal states of a frame after its frame steps. Recording (option stats_file) writes them;
// a replay reads them.
struct FrameState {
    std::vector<float> states;
};

// A frame in images of a Vulkan device. All planes share one image, or each plane has its own.
// Before work on a frame starts, each semaphore must reach `value`. Afterwards the work signals
// `value` + 1. The code that queues the work updates value, layout and queue_family.
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
    // The images that replace the planes, if the input or the output is on a Vulkan device. Two
    // frames in the same images have the same pointer.
    std::vector<FrameImages*> input_images;
    std::vector<FrameImages*> output_images;
    std::vector<FrameTime> times;
    std::vector<float> parameters;  // source_peak, target_peak, then the script params
    std::vector<float> given;       // Plan::given values of each frame, in frame order
    // `record` receives the states of each frame while statistics are recorded. `replay` contains
    // the recorded states of each frame, which are used instead of computing states. Both are empty
    // otherwise.
    std::vector<FrameState> record;
    std::vector<FrameState> replay;
};

}  // namespace tonelift
