// SPDX-License-Identifier: BSD-2-Clause
// Tests that the plain recursive filters have the mathematical properties that their papers state.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "tests/oracle/plain.h"

namespace tonelift::plain_scan_test {
namespace {

constexpr unsigned seed = 31;

Scan make(ScanKind kind) {
    Scan scan;
    scan.kind = kind;
    return scan;
}

std::vector<double> impulse(int n) {
    std::vector<double> line(static_cast<size_t>(n));
    line[static_cast<size_t>(n / 2)] = 1.0;
    return line;
}

std::vector<double> noise(int n) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    std::vector<double> line(static_cast<size_t>(n));
    for (double& v : line) v = unit(random);
    return line;
}

void run(const Scan& scan, std::vector<double>& line, const std::vector<double>& guide = {}) {
    scan_line_plain(scan, line.data(), guide.data(), static_cast<int>(line.size()));
}

class RecursiveGaussOf : public ::testing::TestWithParam<float> {};
INSTANTIATE_TEST_SUITE_P(Sigmas, RecursiveGaussOf,
                         ::testing::Values(0.5f, 1.0f, 2.0f, 5.0f, 17.5f, 80.0f, 300.0f));

TEST_P(RecursiveGaussOf, HasTheVarianceOfAGaussian) {
    Scan scan = make(ScanKind::gauss);
    scan.sigma = GetParam();
    const int n = 2 * static_cast<int>(20 * scan.sigma + 20) + 1;
    std::vector<double> line = impulse(n);
    run(scan, line);
    double sum = 0;
    double variance = 0;
    for (int i = 0; i < n; ++i) {
        const double distance = i - n / 2;
        sum += line[static_cast<size_t>(i)];
        variance += line[static_cast<size_t>(i)] * distance * distance;
        EXPECT_NEAR(line[static_cast<size_t>(i)], line[static_cast<size_t>(n - 1 - i)], 1e-9)
            << "symmetry";
    }
    EXPECT_NEAR(sum, 1.0, 1e-8);
    EXPECT_NEAR(std::sqrt(variance), scan.sigma, 1e-3 * scan.sigma);
}

TEST(RecursiveGauss, ErrorToTheGaussianIsSmall) {
    for (float sigma : {2.0f, 5.0f, 17.5f, 80.0f}) {
        Scan scan = make(ScanKind::gauss);
        scan.sigma = sigma;
        const int n = 2 * static_cast<int>(20 * sigma) + 1;
        std::vector<double> line = impulse(n);
        run(scan, line);
        const double peak = 1.0 / (sigma * std::sqrt(2.0 * 3.14159265358979));
        for (int i = 0; i < n; ++i) {
            const double distance = (i - n / 2) / double{sigma};
            EXPECT_NEAR(line[static_cast<size_t>(i)], peak * std::exp(-0.5 * distance * distance),
                        0.03 * peak);
        }
    }
}

// The boundary condition of Triggs and Sdika acts as if the edge pixels repeated without end.
TEST_P(RecursiveGaussOf, BordersRepeatTheEdgePixel) {
    Scan scan = make(ScanKind::gauss);
    scan.sigma = GetParam();
    for (int n : {1, 2, 7, 40}) {
        std::vector<double> line = noise(n);
        const auto border = static_cast<size_t>(60 * scan.sigma + 60);
        std::vector<double> extended(border, line.front());
        extended.insert(extended.end(), line.begin(), line.end());
        extended.insert(extended.end(), border, line.back());
        run(scan, line);
        run(scan, extended);
        for (size_t i = 0; i < line.size(); ++i)
            EXPECT_NEAR(line[i], extended[border + i], 2e-7) << n;
    }
}

TEST(FastGlobalSmoother, SolvesItsSystem) {
    for (float lambda : {0.0f, 3.0f, 1000.0f}) {
        Scan scan = make(ScanKind::smooth);
        scan.lambda = lambda;
        scan.edge = 4.0f;
        const int n = 57;
        const std::vector<double> v = noise(n);
        const std::vector<double> g = noise(n + 1);
        std::vector<double> u = v;
        run(scan, u, g);
        const auto link = [&](int i) {
            const auto at = static_cast<size_t>(i);
            return i <= 0 || i >= n ? 0.0
                                    : lambda * std::exp2(-scan.edge * std::abs(g[at] - g[at - 1]));
        };
        for (int i = 0; i < n; ++i) {
            const auto at = static_cast<size_t>(i);
            const double before = i > 0 ? u[at - 1] : 0.0;
            const double after = i + 1 < n ? u[at + 1] : 0.0;
            const double left =
                (1 + link(i) + link(i + 1)) * u[at] - link(i) * before - link(i + 1) * after;
            EXPECT_NEAR(left, v[at], 1e-9 * (1 + lambda));
        }
        EXPECT_NEAR(std::accumulate(u.begin(), u.end(), 0.0),
                    std::accumulate(v.begin(), v.end(), 0.0), 1e-8);
    }
}

TEST(EdgeScan, DoesNotCrossAnEdge) {
    Scan scan = make(ScanKind::edge);
    scan.rate = 0.02f;
    scan.edge = 2000.0f;
    std::vector<double> line(100);
    for (size_t i = 0; i < 100; ++i) line[i] = i < 50 ? 0.25 : 0.75;
    const std::vector<double> guide = line;
    run(scan, line, guide);
    for (size_t i = 0; i < 100; ++i) EXPECT_NEAR(line[i], i < 50 ? 0.25 : 0.75, 1e-6);
}

TEST(EdgeScan, IsExponentialWithoutEdges) {
    Scan scan = make(ScanKind::edge);
    scan.rate = 0.25f;
    std::vector<double> line = impulse(201);
    run(scan, line, std::vector<double>(201, 0.5));
    const double weight = std::exp2(-0.25);
    for (size_t i = 101; i < 150; ++i) {
        EXPECT_NEAR(line[i] / line[i - 1], weight, 1e-6);
        EXPECT_NEAR(line[i], line[200 - i], 1e-9);
    }
}

TEST(CumulativeSum, IsTheRunningSum) {
    std::vector<double> line = {1, 2, 3, -4};
    run(make(ScanKind::sum), line);
    EXPECT_EQ(line, (std::vector<double>{1, 3, 6, 2}));
}

}  // namespace
}  // namespace tonelift::plain_scan_test
