// SPDX-License-Identifier: BSD-2-Clause
// Tests that the SIMD versions of the recursive filters along lines agree with the definition, with
// every instruction set.
#include "kernels/scan/scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "tests/oracle/plain.h"
#include "tests/support/random_plane.h"
#include "tests/support/targets.h"
#include "tests/support/tolerances.h"

namespace tonelift::scan_test {
namespace {

constexpr unsigned seed = 20240607;
constexpr int lengths[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 240};
constexpr int counts[] = {1, 3, 7, 8, 15, 16};
constexpr int column_counts[] = {1, 3, 15, 16, 17, 31, 32, 33, 47, 63, 64};

Scan edge_scan(float rate, float edge) {
    Scan scan;
    scan.kind = ScanKind::edge;
    scan.rate = rate;
    scan.edge = edge;
    return scan;
}

Scan gauss_scan(float sigma) {
    Scan scan;
    scan.kind = ScanKind::gauss;
    scan.sigma = sigma;
    return scan;
}

Scan smooth_scan(float lambda, float edge) {
    Scan scan;
    scan.kind = ScanKind::smooth;
    scan.lambda = lambda;
    scan.edge = edge;
    return scan;
}

Scan sum_scan() {
    Scan scan;
    scan.kind = ScanKind::sum;
    return scan;
}

std::vector<Scan> every_scan() {
    return {edge_scan(0.04f, 720.0f), edge_scan(0.5f, 3.0f),      edge_scan(0.002f, 10.0f),
            edge_scan(50.0f, 1e4f),   gauss_scan(0.0f),           gauss_scan(0.6f),
            gauss_scan(2.0f),         gauss_scan(60.0f),          smooth_scan(0.0f, 9.0f),
            smooth_scan(5.0f, 9.0f),  smooth_scan(900.0f, 40.0f), sum_scan()};
}

bool guided(const Scan& scan) {
    return scan.kind == ScanKind::edge || scan.kind == ScanKind::smooth;
}

std::string name(const Scan& scan) {
    return "kind " + std::to_string(static_cast<int>(scan.kind)) + " rate " +
           std::to_string(scan.rate) + " edge " + std::to_string(scan.edge) + " lambda " +
           std::to_string(scan.lambda) + " sigma " + std::to_string(scan.sigma);
}

template <typename T>
std::vector<double> expected_line(const Scan& scan, const TestPlane<T>& value,
                                  const TestPlane<T>& guide, int line) {
    const bool rows = scan.axis == Axis::x;
    const int n = rows ? value.width() : value.height();
    const double unit = sizeof(T) == 2 ? 1.0 / 65535.0 : 1.0;
    std::vector<double> v(static_cast<size_t>(n));
    std::vector<double> g(static_cast<size_t>(n));
    for (int i = 0; i < n; ++i) {
        v[static_cast<size_t>(i)] = unit * (rows ? value.at(i, line) : value.at(line, i));
        g[static_cast<size_t>(i)] = unit * (rows ? guide.at(i, line) : guide.at(line, i));
    }
    scan_line_plain(scan, v.data(), g.data(), n);
    return v;
}

template <typename T>
double worst_error(const Scan& scan, const TestPlane<T>& before, const TestPlane<T>& guide,
                   const TestPlane<T>& out) {
    const bool rows = scan.axis == Axis::x;
    const double unit = sizeof(T) == 2 ? 1.0 / 65535.0 : 1.0;
    double worst = 0;
    for (int line = 0; line < (rows ? before.height() : before.width()); ++line) {
        const std::vector<double> expected = expected_line(scan, before, guide, line);
        for (size_t i = 0; i < expected.size(); ++i) {
            const int at = static_cast<int>(i);
            const double got = unit * (rows ? out.at(at, line) : out.at(line, at));
            const double want = sizeof(T) == 2 ? std::clamp(expected[i], 0.0, 1.0) : expected[i];
            const double error = std::abs(got - want);
            worst = std::max(worst,
                             std::isnan(error) ? std::numeric_limits<double>::infinity() : error);
        }
    }
    return worst;
}

void run(const Scan& scan, TestPlane<float>& value, const TestPlane<float>& guide,
         std::vector<float>& scratch) {
    const float* g = guided(scan) ? guide.row(0) : nullptr;
    if (scan.axis == Axis::x) {
        scan_rows(scan, value.row(0), g, value.height(), value.width(), value.pitch(),
                  scratch.data());
    } else {
        scan_columns(scan, value.row(0), g, value.width(), value.height(), value.pitch(),
                     scratch.data());
    }
}

void run(const Scan& scan, TestPlane<uint16_t>& value, const TestPlane<uint16_t>& guide,
         std::vector<float>& scratch) {
    const uint16_t* g = guided(scan) ? guide.row(0) : nullptr;
    if (scan.axis == Axis::x) {
        scan_rows_unorm16(scan, value.row(0), g, value.row(0), value.height(), value.width(),
                          value.pitch(), scratch.data());
    } else {
        scan_columns_unorm16(scan, value.row(0), g, value.row(0), value.width(), value.height(),
                             value.pitch(), scratch.data());
    }
}

template <typename T>
size_t scratch_size(const Scan& scan, int length) {
    return sizeof(T) == 2 ? scan_scratch_unorm16(scan, length) : scan_scratch(scan, length);
}

template <typename T>
void check(Scan scan, Axis axis, int width, int height, double tolerance) {
    scan.axis = axis;
    SCOPED_TRACE(name(scan) + " size " + std::to_string(width) + "x" + std::to_string(height));
    std::mt19937 random(seed + static_cast<unsigned>(width * 1000 + height));
    const ptrdiff_t pitch = (width + 15) / 16 * 16 + 16;
    TestPlane<T> value(width, height, pitch, T(77));
    TestPlane<T> guide(width, height, pitch, T(5));
    std::uniform_real_distribution<double> unit(0.0, sizeof(T) == 2 ? 65535.0 : 1.0);
    value.fill([&](int, int) { return static_cast<T>(unit(random)); });
    guide.fill([&](int x, int y) {
        return static_cast<T>((x / 5 + y / 3) % 2 == 0 ? unit(random) : unit(random) / 8);
    });
    const TestPlane<T> before = value;
    const TestPlane<T> guide_before = guide;
    const size_t floats = scratch_size<T>(scan, axis == Axis::x ? width : height);
    std::vector<float> scratch(floats + 16, -3.0f);
    run(scan, value, guide, scratch);
    EXPECT_LE(worst_error(scan, before, guide, value), tolerance);
    EXPECT_TRUE(value.padding_untouched());
    for (size_t i = floats; i < scratch.size(); ++i)
        EXPECT_EQ(scratch[i], -3.0f) << "behind the scratch";
    for (int y = 0; y < height; ++y)
        EXPECT_TRUE(std::equal(guide.row(y), guide.row(y) + width, guide_before.row(y)));
}

double float_tolerance(const Scan& scan, int length) {
    const Tolerance allowed = tolerance(scan.kind);
    return allowed.absolute + allowed.relative * length;
}

TEST(ScanParity, FloatRowsAgreeAtEveryLength) {
    for_each_target([] {
        for (const Scan& scan : every_scan()) {
            for (int n : lengths) check<float>(scan, Axis::x, n, 16, float_tolerance(scan, n));
            for (int rows : counts)
                check<float>(scan, Axis::x, 37, rows, float_tolerance(scan, 37));
        }
    });
}

TEST(ScanParity, FloatColumnsAgreeAtEveryLength) {
    for_each_target([] {
        for (const Scan& scan : every_scan()) {
            for (int n : lengths) check<float>(scan, Axis::y, 33, n, float_tolerance(scan, n));
            for (int columns : column_counts)
                check<float>(scan, Axis::y, columns, 19, float_tolerance(scan, 19));
        }
    });
}

constexpr double code = 1.0 / 65535.0;

TEST(ScanParity, Unorm16RowsAgreeAtEveryLength) {
    for_each_target([] {
        for (const Scan& scan : every_scan()) {
            for (int n : lengths)
                check<uint16_t>(scan, Axis::x, n, 16, unorm16_tolerance(scan.kind).absolute);
            for (int rows : counts)
                check<uint16_t>(scan, Axis::x, 37, rows, unorm16_tolerance(scan.kind).absolute);
        }
    });
}

TEST(ScanParity, Unorm16ColumnsAgreeAtEveryLength) {
    for_each_target([] {
        for (const Scan& scan : every_scan()) {
            for (int n : lengths)
                check<uint16_t>(scan, Axis::y, 33, n, unorm16_tolerance(scan.kind).absolute);
            for (int columns : column_counts)
                check<uint16_t>(scan, Axis::y, columns, 19, unorm16_tolerance(scan.kind).absolute);
        }
    });
}

TEST(ScanParity, LongLinesStayWithinACode) {
    for_each_target([] {
        for (float sigma : {60.0f, 200.0f, 400.0f}) {
            const Scan scan = edge_scan(2.04f / sigma, 10.0f);
            check<uint16_t>(scan, Axis::x, 4097, 16, code);
            check<uint16_t>(scan, Axis::y, 16, 2161, code);
        }
    });
}

TEST(ScanParity, AConstantStaysConstant) {
    for_each_target([] {
        for (Scan scan : every_scan()) {
            if (scan.kind == ScanKind::sum) continue;
            for (Axis axis : {Axis::x, Axis::y}) {
                for (uint16_t level : {0, 1, 777, 40000, 65535}) {
                    scan.axis = axis;
                    TestPlane<uint16_t> value(61, 16, 64, 9);
                    TestPlane<uint16_t> guide(61, 16, 64, 9);
                    std::mt19937 random(seed);
                    value.fill([&](int, int) { return level; });
                    guide.fill([&](int, int) { return static_cast<uint16_t>(random()); });
                    std::vector<float> scratch(scan_scratch_unorm16(scan, 64));
                    run(scan, value, guide, scratch);
                    for (int y = 0; y < 16; ++y) {
                        ASSERT_TRUE(std::all_of(value.row(y), value.row(y) + 61, [&](int v) {
                            return v == level;
                        })) << name(scan);
                    }
                }
            }
        }
    });
}

TEST(ScanParity, GuideMayBeTheInput) {
    for_each_target([] {
        for (Axis axis : {Axis::x, Axis::y}) {
            Scan scan = edge_scan(0.1f, 20.0f);
            scan.axis = axis;
            std::mt19937 random(seed);
            TestPlane<uint16_t> value(70, 16, 80, 9);
            value.fill([&](int, int) { return static_cast<uint16_t>(random()); });
            const TestPlane<uint16_t> before = value;
            std::vector<float> scratch(scan_scratch_unorm16(scan, 70));
            run(scan, value, value, scratch);
            EXPECT_LE(worst_error(scan, before, before, value),
                      unorm16_tolerance(scan.kind).absolute);
        }
    });
}

TEST(ScanParity, HostileValuesStayInRange) {
    for_each_target([] {
        for (Scan scan : every_scan()) {
            if (scan.kind == ScanKind::sum) continue;
            for (Axis axis : {Axis::x, Axis::y}) {
                scan.axis = axis;
                std::mt19937 random(seed);
                constexpr float extremes[] = {-65504.0f, 65504.0f, 0.0f, -0.0f,
                                              1e-38f,    1e-45f,   6e4f};
                TestPlane<float> value(50, 16, 64, 9.0f);
                TestPlane<float> guide(50, 16, 64, 9.0f);
                value.fill([&](int, int) { return extremes[random() % std::size(extremes)]; });
                guide.fill([&](int, int) { return extremes[random() % std::size(extremes)]; });
                const TestPlane<float> before = value;
                std::vector<float> scratch(scan_scratch(scan, 64));
                run(scan, value, guide, scratch);
                EXPECT_LE(worst_error(scan, before, guide, value), 0.3) << name(scan);
            }
        }
    });
}

}  // namespace
}  // namespace tonelift::scan_test
