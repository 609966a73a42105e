// SPDX-License-Identifier: BSD-2-Clause
//
// Planes in device memory, for all frames, and samples to check them with.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "kernels/cuda/driver/device.h"
#include "tests/bench/patterns/frames.h"

namespace tonelift::patterns {

struct Size {
    int width;
    int height;
    int frames;
};

// Storage of a pixel: a float, [0,1] in 16 bits, or 4 bytes.
enum class Pixel : uint8_t { float32, unorm16, word };
constexpr int bytes_of(Pixel pixel) { return pixel == Pixel::unorm16 ? 2 : 4; }

struct Sample {
    int x;
    int y;
    double value;
};
using Samples = std::vector<Sample>;
// A picture as a function of the position.
using Values = std::function<double(int x, int y)>;

// Returns soft waves with slight noise, in [0, 1] in steps of 1 / 65535.
Values picture_of(const Size& size, unsigned seed);

// Returns up to 20000 evenly spread samples of a plane, including the corners.
Samples samples_of(const Size& size, const Values& values);

// A plane of each frame, in device memory. Copies of an object share the memory.
class Planes {
  public:
    // Allocates the planes.
    Planes(const cuda::DevicePointer& device, const Size& size, Pixel pixel);
    // Uses memory of the caller: the address of the first frame, and the bytes from frame to frame.
    Planes(const cuda::DevicePointer& device, const Size& size, Pixel pixel, CUdeviceptr address,
           size_t frame_bytes);

    const Frames& frames() const { return frames_; }
    const Size& size() const { return size_; }
    size_t bytes() const { return frame_bytes() * static_cast<size_t>(size_.frames); }

    // Writes these values to all frames.
    void fill(const Values& values) const;
    // Sets all bits to 1, so that every float is NaN.
    void spoil() const;
    // Enqueues a copy from planes of the same size.
    void copy(const Planes& from) const;
    // Returns the largest difference between the last frame and the expected samples. NaN counts as
    // infinite.
    double error(const Samples& expected) const;

  private:
    size_t frame_bytes() const { return static_cast<size_t>(frames_.frame_bytes); }

    cuda::DevicePointer device_;
    Size size_;
    Pixel pixel_;
    std::shared_ptr<const cuda::DeviceMemory> memory_;
    Frames frames_{};
};

}  // namespace tonelift::patterns
