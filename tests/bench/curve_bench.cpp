// SPDX-License-Identifier: BSD-2-Clause
//
// Measures operations that run once per frame, on one core: each kind of tone curve, a percentile,
// and the detection of scene changes.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "tests/oracle/frame_functions.h"

namespace tonelift {
namespace {

std::vector<uint32_t> picture() {
    std::vector<uint32_t> bins(histogram_bins);
    for (int i = 0; i < histogram_bins; ++i) {
        const double d = (i / 1024.0 - 0.33) / 0.1;
        bins[static_cast<size_t>(i)] = static_cast<uint32_t>(20000 * std::exp(-d * d / 2));
    }
    return bins;
}

void curve(benchmark::State& state, CurveKind kind, bool anchored) {
    const std::vector<uint32_t> histogram = picture();
    std::vector<float> table(curve_entries);
    CurveArguments arguments{kind, 0.01f, 0.75f, 0.05f, 0.58f, 0, 0, histogram};
    if (anchored) arguments.source_median = 0.33f, arguments.target_middle = 0.4f;
    for (auto _ : state) {
        fill_curve(arguments, table);
        benchmark::ClobberMemory();
    }
}

void percentiles(benchmark::State& state) {
    const std::vector<uint32_t> histogram = picture();
    for (auto _ : state) benchmark::DoNotOptimize(percentile(histogram, 0.998f, true));
}

void distance(benchmark::State& state) {
    const std::vector<uint32_t> a = picture(), b(histogram_bins, 3);
    for (auto _ : state) benchmark::DoNotOptimize(histogram_distance(a, b));
}

BENCHMARK_CAPTURE(curve, spline, CurveKind::spline, false);
BENCHMARK_CAPTURE(curve, spline_anchored, CurveKind::spline, true);
BENCHMARK_CAPTURE(curve, bt2390, CurveKind::bt2390, false);
BENCHMARK_CAPTURE(curve, bt2446a, CurveKind::bt2446a, false);
BENCHMARK_CAPTURE(curve, adaptive, CurveKind::adaptive, false);
BENCHMARK_CAPTURE(curve, adaptive_anchored, CurveKind::adaptive, true);
BENCHMARK_CAPTURE(curve, reinhard, CurveKind::reinhard, false);
BENCHMARK_CAPTURE(curve, hable, CurveKind::hable, false);
BENCHMARK_CAPTURE(curve, mobius, CurveKind::mobius, false);
BENCHMARK_CAPTURE(curve, linear, CurveKind::linear, false);
BENCHMARK_CAPTURE(curve, clip, CurveKind::clip, false);
BENCHMARK(percentiles);
BENCHMARK(distance);

}  // namespace
}  // namespace tonelift

BENCHMARK_MAIN();
