// SPDX-License-Identifier: BSD-2-Clause
// Measures recursive filters along rows and columns on one core. The arguments of a benchmark are
// width x height.
#include <algorithm>

#include "kernels/scan/scan.h"
#include "tests/bench/bench_support.h"

namespace tonelift {
namespace {

void rows(const Scan& scan, std::vector<uint16_t>& value, const std::vector<uint16_t>& guide,
          int width, int height, std::vector<float>& scratch) {
    for (int y = 0; y < height; y += scan_rows_at_once) {
        const ptrdiff_t at = static_cast<ptrdiff_t>(y) * width;
        scan_rows_unorm16(scan, value.data() + at, guide.data() + at, value.data() + at,
                          std::min(scan_rows_at_once, height - y), width, width, scratch.data());
    }
}

void columns(const Scan& scan, std::vector<uint16_t>& value, const std::vector<uint16_t>& guide,
             int width, int height, std::vector<float>& scratch) {
    for (int x = 0; x < width; x += scan_columns_at_once) {
        scan_columns_unorm16(scan, value.data() + x, guide.data() + x, value.data() + x,
                             std::min(scan_columns_at_once, width - x), height, width,
                             scratch.data());
    }
}

Scan edge_scan(int width, double iteration) {
    const double sigma = 0.03 * width * iteration;
    Scan scan;
    scan.kind = ScanKind::edge;
    scan.rate = static_cast<float>(1.414 / 0.6931 / sigma);
    scan.edge = static_cast<float>(0.03 * width / 0.08);
    return scan;
}

void edge_unorm16(benchmark::State& state, bool along_rows, bool along_columns, int iterations) {
    const int width = static_cast<int>(state.range(0));
    const int height = static_cast<int>(state.range(1));
    const std::vector<uint16_t> guide = test_codes(width, height);
    std::vector<uint16_t> value = guide;
    const Scan scan = edge_scan(width, 0.87);
    std::vector<float> scratch(scan_scratch_unorm16(scan, std::max(width, height)));
    for (auto _ : state) {
        for (int i = 0; i < iterations; ++i) {
            if (along_rows) rows(scan, value, guide, width, height, scratch);
            if (along_columns) columns(scan, value, guide, width, height, scratch);
        }
        benchmark::ClobberMemory();
    }
    const double pixels = static_cast<double>(width) * height;
    report(state, pixels, pixels * 6 * iterations * (along_rows + along_columns), guide.size() * 2);
}

void floats(benchmark::State& state, ScanKind kind, bool along_rows) {
    const int width = static_cast<int>(state.range(0));
    const int height = static_cast<int>(state.range(1));
    const std::vector<float> guide = test_plane(width, height);
    std::vector<float> value = guide;
    Scan scan = edge_scan(width, 0.87);
    scan.kind = kind;
    scan.sigma = 10;
    scan.lambda = 100;
    if (kind == ScanKind::smooth) scan.edge = 50;
    std::vector<float> scratch(scan_scratch(scan, std::max(width, height)));
    for (auto _ : state) {
        for (int y = 0; along_rows && y < height; y += scan_rows_at_once) {
            const ptrdiff_t at = static_cast<ptrdiff_t>(y) * width;
            scan_rows(scan, value.data() + at, guide.data() + at,
                      std::min(scan_rows_at_once, height - y), width, width, scratch.data());
        }
        for (int x = 0; !along_rows && x < width; x += scan_columns_at_once) {
            scan_columns(scan, value.data() + x, guide.data() + x,
                         std::min(scan_columns_at_once, width - x), height, width, scratch.data());
        }
        benchmark::ClobberMemory();
    }
    const bool guided = kind == ScanKind::edge || kind == ScanKind::smooth;
    const double pixels = static_cast<double>(width) * height;
    report(state, pixels, pixels * (guided ? 12 : 8), guide.size() * 4);
}

#define TONELIFT_SIZES ->Args({1920, 1080})->Args({3840, 2160})->Unit(benchmark::kMillisecond)
BENCHMARK_CAPTURE(edge_unorm16, rows, true, false, 1) TONELIFT_SIZES;
BENCHMARK_CAPTURE(edge_unorm16, columns, false, true, 1) TONELIFT_SIZES;
BENCHMARK_CAPTURE(edge_unorm16, three_iterations, true, true, 3) TONELIFT_SIZES;
#undef TONELIFT_SIZES
#define TONELIFT_SIZE ->Args({1920, 1080})->Unit(benchmark::kMillisecond)
BENCHMARK_CAPTURE(floats, edge_columns, ScanKind::edge, false) TONELIFT_SIZE;
BENCHMARK_CAPTURE(floats, gauss_columns, ScanKind::gauss, false) TONELIFT_SIZE;
BENCHMARK_CAPTURE(floats, smooth_columns, ScanKind::smooth, false) TONELIFT_SIZE;
BENCHMARK_CAPTURE(floats, sum_columns, ScanKind::sum, false) TONELIFT_SIZE;
BENCHMARK_CAPTURE(floats, edge_rows, ScanKind::edge, true) TONELIFT_SIZE;
BENCHMARK_CAPTURE(floats, gauss_rows, ScanKind::gauss, true) TONELIFT_SIZE;
BENCHMARK_CAPTURE(floats, smooth_rows, ScanKind::smooth, true) TONELIFT_SIZE;
BENCHMARK_CAPTURE(floats, sum_rows, ScanKind::sum, true) TONELIFT_SIZE;
#undef TONELIFT_SIZE

}  // namespace
}  // namespace tonelift

BENCHMARK_MAIN();
