// SPDX-License-Identifier: BSD-2-Clause
#include "tests/bench/patterns/planes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace tonelift::patterns {
namespace {

using cuda::check;
using cuda::driver;

constexpr int most_samples = 20000;

int pitch_of(int width, Pixel pixel) { return (width * bytes_of(pixel) + 255) / 256 * 256; }

double get(const std::byte* at, Pixel pixel) {
    if (pixel == Pixel::unorm16) {
        uint16_t code;
        std::memcpy(&code, at, sizeof code);
        return code / 65535.0;
    }
    if (pixel == Pixel::word) {
        uint32_t word;
        std::memcpy(&word, at, sizeof word);
        return word;
    }
    float value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

void set(std::byte* at, Pixel pixel, double value) {
    const auto code = static_cast<uint16_t>(std::lround(std::clamp(value, 0.0, 1.0) * 65535));
    const auto word = static_cast<uint32_t>(value);
    const auto number = static_cast<float>(value);
    if (pixel == Pixel::unorm16) std::memcpy(at, &code, sizeof code);
    if (pixel == Pixel::word) std::memcpy(at, &word, sizeof word);
    if (pixel == Pixel::float32) std::memcpy(at, &number, sizeof number);
}

}  // namespace

Values picture_of(const Size& size, unsigned seed) {
    std::mt19937 random(seed);
    auto codes = std::make_shared<std::vector<uint16_t>>();
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            const double wave = std::sin(0.011 * x + seed) * std::cos(0.017 * y);
            const double noise = static_cast<double>(random() % 2048) - 1024;
            codes->push_back(static_cast<uint16_t>(std::lround(32768 + 31000 * wave + noise)));
        }
    }
    return [codes, width = size.width](int x, int y) {
        return (*codes)[static_cast<size_t>(y) * static_cast<size_t>(width) +
                        static_cast<size_t>(x)] /
               65535.0;
    };
}

Samples samples_of(const Size& size, const Values& values) {
    const long long pixels = 1LL * size.width * size.height;
    const long long step = std::max(pixels / most_samples, 1LL);
    Samples samples;
    for (long long i = 0; i < pixels; i += step) {
        const int x = static_cast<int>(i % size.width), y = static_cast<int>(i / size.width);
        samples.push_back({x, y, values(x, y)});
    }
    for (const int x : {0, size.width - 1}) {
        for (const int y : {0, size.height - 1}) samples.push_back({x, y, values(x, y)});
    }
    return samples;
}

Planes::Planes(const cuda::DevicePointer& device, const Size& size, Pixel pixel)
    : Planes(device, size, pixel, 0,
             static_cast<size_t>(pitch_of(size.width, pixel)) * static_cast<size_t>(size.height)) {
    memory_ = std::make_shared<cuda::DeviceMemory>(device, bytes());
    frames_.data = reinterpret_cast<unsigned char*>(memory_->address());
}

Planes::Planes(const cuda::DevicePointer& device, const Size& size, Pixel pixel,
               CUdeviceptr address, size_t frame_bytes)
    : device_(device), size_(size), pixel_(pixel) {
    frames_ = {reinterpret_cast<unsigned char*>(address), static_cast<long long>(frame_bytes),
               pitch_of(size.width, pixel), size.width, size.height};
}

void Planes::fill(const Values& values) const {
    std::vector<std::byte> frame(frame_bytes());
    for (int y = 0; y < size_.height; ++y) {
        std::byte* row = frame.data() + static_cast<ptrdiff_t>(y) * frames_.pitch;
        for (int x = 0; x < size_.width; ++x) set(row + x * bytes_of(pixel_), pixel_, values(x, y));
    }
    auto to = reinterpret_cast<CUdeviceptr>(frames_.data);
    for (int i = 0; i < size_.frames; ++i, to += frame.size()) {
        check(driver().copy_to_device(to, frame.data(), frame.size(), device_->stream()),
              "uploading");
    }
}

void Planes::spoil() const {
    const auto to = reinterpret_cast<CUdeviceptr>(frames_.data);
    check(driver().memory_set(to, 0xFF, bytes(), device_->stream()), "filling device memory");
}

void Planes::copy(const Planes& from) const {
    check(
        driver().copy(reinterpret_cast<CUdeviceptr>(frames_.data),
                      reinterpret_cast<CUdeviceptr>(from.frames_.data), bytes(), device_->stream()),
        "copying");
}

double Planes::error(const Samples& expected) const {
    std::vector<std::byte> frame(frame_bytes());
    const auto from = reinterpret_cast<CUdeviceptr>(frames_.data) + bytes() - frame.size();
    check(driver().copy_to_host(frame.data(), from, frame.size(), device_->stream()),
          "downloading");
    check(driver().stream_synchronize(device_->stream()), "waiting for the GPU");
    double largest = 0;
    for (const Sample& sample : expected) {
        const ptrdiff_t at =
            static_cast<ptrdiff_t>(sample.y) * frames_.pitch + sample.x * bytes_of(pixel_);
        const double difference = std::abs(get(frame.data() + at, pixel_) - sample.value);
        if (std::isnan(difference)) return std::numeric_limits<double>::infinity();
        largest = std::max(largest, difference);
    }
    return largest;
}

}  // namespace tonelift::patterns
