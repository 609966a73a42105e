// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/resample/resample.h"

#include <algorithm>

#include "tests/bench/bench_support.h"

namespace tonelift {
namespace {

void resample_planes(benchmark::State& state, ResampleKind kind, int in_width, int in_height,
                     int out_width, int out_height) {
    const std::vector<float> value = test_plane(in_width, in_height);
    const std::vector<float> fine = test_plane(out_width, out_height);
    std::vector<float> out(fine.size());
    Resample resample;
    resample.kind = kind;
    resample.in_width = in_width;
    resample.in_height = in_height;
    resample.epsilon = 1e-4f;
    std::vector<float> scratch(resample_scratch(resample, out_width));
    for (auto _ : state) {
        for (int y = 0; y < out_height; y += 16) {
            const int rows = std::min(16, out_height - y);
            const RowRange range = resample_input_rows(resample, out_height, y, rows);
            const float* from = value.data() + static_cast<ptrdiff_t>(range.first) * in_width;
            const ptrdiff_t at = static_cast<ptrdiff_t>(y) * out_width;
            resample_band(resample,
                          {from, from, fine.data() + at, in_width, out_width, out.data() + at,
                           out_width, out_height, y, rows, range},
                          scratch.data());
        }
        benchmark::ClobberMemory();
    }
    const double in = static_cast<double>(value.size()) * (kind == ResampleKind::joint ? 2 : 1);
    const double result = static_cast<double>(out.size()) * (kind == ResampleKind::joint ? 2 : 1);
    report(state,
           std::max<double>(static_cast<double>(value.size()), static_cast<double>(out.size())),
           4 * (in + result), std::max(value.size(), out.size()) * 4);
}

#define TONELIFT_BENCH(name, kind, ...)                                       \
    BENCHMARK_CAPTURE(resample_planes, name, ResampleKind::kind, __VA_ARGS__) \
        ->Unit(benchmark::kMillisecond)
TONELIFT_BENCH(area_to_half, area, 1920, 1080, 960, 540);
TONELIFT_BENCH(area_to_quarter, area, 1920, 1080, 480, 270);
TONELIFT_BENCH(area_to_third, area, 1920, 1080, 640, 360);
TONELIFT_BENCH(area_odd, area, 1920, 1080, 853, 479);
TONELIFT_BENCH(bilinear_from_half, bilinear, 960, 540, 1920, 1080);
TONELIFT_BENCH(bilinear_from_quarter, bilinear, 480, 270, 1920, 1080);
TONELIFT_BENCH(joint_from_half, joint, 960, 540, 1920, 1080);
TONELIFT_BENCH(joint_from_quarter, joint, 480, 270, 1920, 1080);
#undef TONELIFT_BENCH

}  // namespace
}  // namespace tonelift

BENCHMARK_MAIN();
