// SPDX-License-Identifier: BSD-2-Clause
// Reports the speed of a benchmark relative to a memory copy in the same run.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace tonelift {

// Returns the speed of memcpy() in bytes read plus bytes written per second. The fastest of several
// runs counts.
inline double copy_rate(size_t bytes) {
    using Clock = std::chrono::steady_clock;
    std::vector<uint8_t> from(bytes, 1);
    std::vector<uint8_t> to(bytes, 2);
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 40; ++i) {
        const auto start = Clock::now();
        std::memcpy(to.data(), from.data(), bytes);
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return 2.0 * static_cast<double>(bytes) / best;
}

inline void report(benchmark::State& state, double pixels, double moved, size_t plane) {
    using benchmark::Counter;
    const auto runs = static_cast<double>(state.iterations());
    state.counters["B/px"] = moved / pixels;
    state.counters["Mpx/s"] = Counter(pixels * runs * 1e-6, Counter::kIsRate);
    state.counters["GB/s"] = Counter(moved * runs * 1e-9, Counter::kIsRate);
    state.counters["%copy"] = Counter(moved * runs * 100.0 / copy_rate(plane), Counter::kIsRate);
}

inline std::vector<float> test_plane(int width, int height, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> noise(-0.02f, 0.02f);
    std::vector<float> plane(static_cast<size_t>(width) * static_cast<size_t>(height));
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const float step = ((x / 97 + y / 61) % 3) * 0.25f;
            const float ramp =
                static_cast<float>(x + y) / static_cast<float>(width + height) * 0.3f;
            plane[static_cast<size_t>(y) * width + x] = 0.05f + step + ramp + noise(random);
        }
    }
    return plane;
}

inline std::vector<uint16_t> test_codes(int width, int height, unsigned seed = 1) {
    std::vector<uint16_t> codes;
    for (float v : test_plane(width, height, seed))
        codes.push_back(static_cast<uint16_t>(v * 65535.0f + 0.5f));
    return codes;
}

}  // namespace tonelift
