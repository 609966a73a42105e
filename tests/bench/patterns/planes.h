// SPDX-License-Identifier: BSD-2-Clause
//
// Planes of all frames in device memory, and samples of them that are known from the CPU.
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

// How a pixel is stored: a float, [0,1] in 16 bits, or 4 bytes.
enum class Pixel : uint8_t { float32, unorm16, word };
constexpr int bytes_of(Pixel pixel) { return pixel == Pixel::unorm16 ? 2 : 4; }

struct Sample {
    int x;
    int y;
    double value;
};
using Samples = std::vector<Sample>;
// The number at a place of a plane.
using Values = std::function<double(int x, int y)>;

// A picture of soft waves with a little noise, in steps of 1 / 65535 from 0 to 1.
Values picture_of(const Size& size, unsigned seed);

// Up to 20000 samples of a plane, spread evenly, with the corners.
Samples samples_of(const Size& size, const Values& values);

// Copies share the memory.
class Planes {
  public:
    // Memory of their own.
    Planes(const cuda::DevicePointer& device, const Size& size, Pixel pixel);
    // Planes in memory of the caller: address of the first frame, and bytes from frame to frame.
    Planes(const cuda::DevicePointer& device, const Size& size, Pixel pixel, CUdeviceptr address,
           size_t frame_bytes);

    const Frames& frames() const { return frames_; }
    const Size& size() const { return size_; }
    size_t bytes() const { return frame_bytes() * static_cast<size_t>(size_.frames); }

    // Gives all frames these values.
    void fill(const Values& values) const;
    // Fills all bytes with ones: no number as a float.
    void spoil() const;
    // Enqueues a copy from planes of the same size.
    void copy(const Planes& from) const;
    // The largest difference of the last frame from the expected samples; infinity if there is a
    // NaN.
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
