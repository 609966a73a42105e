// SPDX-License-Identifier: BSD-2-Clause
// Measures filters of square neighborhoods on one core. The argument of a benchmark is the radius
// in pixels.
#include "kernels/stencil/stencil.h"

#include "tests/bench/bench_support.h"

namespace tonelift {
namespace {

constexpr int width = 1920;
constexpr int height = 64;
constexpr int band_rows = 16;

void stencil_bands(benchmark::State& state, StencilKind kind) {
    const int radius = static_cast<int>(state.range(0));
    const auto side = static_cast<size_t>(2 * radius + 1);
    Stencil stencil;
    stencil.kind = kind;
    stencil.radius_x = stencil.radius_y = radius;
    stencil.threshold = 0.1f;
    stencil.sigma = static_cast<float>(radius) / 2;
    stencil.weights.assign(side * side, 1.0f / static_cast<float>(side * side));
    stencil.weights_x = stencil.weights_y =
        std::vector<float>(side, 1.0f / static_cast<float>(side));
    const ptrdiff_t pitch = (width + 2 * radius + 15) / 16 * 16;
    const std::vector<float> value = test_plane(static_cast<int>(pitch), height + 2 * radius);
    std::vector<float> out(static_cast<size_t>(width) * height);
    std::vector<float> scratch(stencil_scratch(stencil, width, band_rows));
    for (auto _ : state) {
        for (int y = 0; y < height; y += band_rows) {
            const float* from = value.data() + (y + radius) * pitch + radius;
            stencil_band(stencil,
                         {from, from, pitch, out.data() + y * width, width, width, band_rows},
                         scratch.data());
        }
        benchmark::ClobberMemory();
    }
    const double bytes = 4.0 * (stencil_info(kind).inputs + 1);
    report(state, width * height, width * height * bytes, out.size() * 4);
}

#define TONELIFT_STENCIL(name, title, inputs, range, work)    \
    BENCHMARK_CAPTURE(stencil_bands, name, StencilKind::name) \
        ->Unit(benchmark::kMillisecond)                       \
        ->Arg(1)                                              \
        ->Arg(2)                                              \
        ->Arg(3)                                              \
        ->Arg(4)                                              \
        ->Arg(5)                                              \
        ->Arg(8)                                              \
        ->Arg(16)                                             \
        ->Arg(64);
#include "kernels/stencils.def"

}  // namespace
}  // namespace tonelift

BENCHMARK_MAIN();
