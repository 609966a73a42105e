// SPDX-License-Identifier: BSD-2-Clause
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

enum class Pixel : uint8_t { float32, unorm16, word };
constexpr int bytes_of(Pixel pixel) { return pixel == Pixel::unorm16 ? 2 : 4; }

struct Sample {
    int x;
    int y;
    double value;
};
using Samples = std::vector<Sample>;
using Values = std::function<double(int x, int y)>;

Values picture_of(const Size& size, unsigned seed);

Samples samples_of(const Size& size, const Values& values);

class Planes {
  public:
    Planes(const cuda::DevicePointer& device, const Size& size, Pixel pixel);
    Planes(const cuda::DevicePointer& device, const Size& size, Pixel pixel, CUdeviceptr address,
           size_t frame_bytes);

    const Frames& frames() const { return frames_; }
    const Size& size() const { return size_; }
    size_t bytes() const { return frame_bytes() * static_cast<size_t>(size_.frames); }

    void fill(const Values& values) const;
    void spoil() const;
    void copy(const Planes& from) const;
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
