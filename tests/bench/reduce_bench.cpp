// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/reduce/reduce.h"
#include "tests/bench/bench_support.h"

namespace tonelift {
namespace {

constexpr int width = 1920;
constexpr int rows = 8;

void row(benchmark::State& state, ReductionKind kind) {
    const std::vector<float> plane = test_plane(width, rows);
    for (auto _ : state) {
        double sum = 0;
        for (int y = 0; y < rows; ++y) sum += reduce_row(kind, plane.data() + y * width, width);
        benchmark::DoNotOptimize(sum);
    }
    report(state, width * rows, width * rows * 4.0, plane.size() * 4);
}

void histogram(benchmark::State& state, bool unit_range, bool flat) {
    std::vector<float> plane = test_plane(width, rows);
    if (flat) plane.assign(plane.size(), 0.5f);
    std::vector<uint32_t> partial(histogram_partial_size);
    for (auto _ : state) {
        histogram_add(partial, plane.data(), width * rows, unit_range);
        benchmark::ClobberMemory();
    }
    report(state, width * rows, width * rows * 4.0, plane.size() * 4);
}

BENCHMARK_CAPTURE(row, sum, ReductionKind::sum);
BENCHMARK_CAPTURE(row, sum_of_squares, ReductionKind::sum_of_squares);
BENCHMARK_CAPTURE(row, maximum, ReductionKind::maximum);
BENCHMARK_CAPTURE(row, sum_of_logs, ReductionKind::sum_of_logs);
BENCHMARK_CAPTURE(histogram, unit, true, false);
BENCHMARK_CAPTURE(histogram, unit_flat, true, true);
BENCHMARK_CAPTURE(histogram, sortable, false, false);

}  // namespace
}  // namespace tonelift

BENCHMARK_MAIN();
