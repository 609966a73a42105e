// SPDX-License-Identifier: BSD-2-Clause
//
// A batch consists of consecutive frames of a stream, which an executor processes in one call.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/format.h"

namespace tonelift {

struct FrameTime {
    float time = 0;                    // frame time in seconds modulo a day; `time` in scripts
    float seconds_since_previous = 0;  // for temporal smoothing
    bool restart = false;              // discard the statistics of earlier frames
    float scene_peak = 0;              // in cd/m2, or 0 if unknown
    float noise = 0;                   // seed of random numbers: an integer in [0, 65536)
};

// Temporally smoothed values of a frame. A first run over the video records these values, and a
// later run reads them.
struct FrameState {
    std::vector<float> states;
};

// Vulkan images of a frame. Work on the frame waits until each semaphore reaches its `value`. After
// the work, the semaphore is signaled with `value` + 1.
struct FrameImages {
    std::array<uint64_t, 4> image{};      // VkImage, or 0
    std::array<uint64_t, 4> semaphore{};  // VkSemaphore, or 0
    std::array<uint64_t, 4> value{};
    std::array<uint32_t, 4> layout{};        // VkImageLayout
    std::array<uint32_t, 4> queue_family{};  // queue family that owns the image
    int x = 0;                               // position of the frame's first pixel in the image
    int y = 0;
};

constexpr int largest_batch = 64;  // maximum number of frames per batch

struct Batch {
    std::vector<FramePlanes> input;
    std::vector<FramePlanes> output;
    // If these vectors are not empty, the executor uses their images on a Vulkan device instead of
    // the planes.
    std::vector<FrameImages*> input_images;
    std::vector<FrameImages*> output_images;
    std::vector<FrameTime> times;
    std::vector<float> parameters;  // source_peak, target_peak, then the params of the script
    std::vector<float> given;       // values that the caller passes with each frame
    // `record` receives the smoothed values of each frame, and `replay` provides recorded values.
    // Each is empty if it is not used.
    std::vector<FrameState> record;
    std::vector<FrameState> replay;
};

}  // namespace tonelift
