// SPDX-License-Identifier: BSD-2-Clause
// Recursive filters along lines, in plain double arithmetic.
#include <cmath>
#include <vector>

#include "kernels/scan/gauss_poles.h"
#include "tests/oracle/plain.h"

namespace tonelift {
namespace {

// Filters a line as in Gastal and Oliveira 2011, "Domain Transform for Edge-Aware Image and Video
// Processing".
void edge_line(const Scan& scan, double* value, const double* guide, int n) {
    const auto weight = [&](int i) {
        return std::exp2(-scan.rate * (1.0 + scan.edge * std::abs(guide[i] - guide[i - 1])));
    };
    for (int i = 1; i < n; ++i) value[i] += weight(i) * (value[i - 1] - value[i]);
    for (int i = n - 2; i >= 0; --i) value[i] += weight(i + 1) * (value[i + 1] - value[i]);
}

void gauss_line(const Scan& scan, double* value, int n) {
    const GaussPoles poles = gauss_poles(scan.sigma);
    const double first = value[0];
    const double last = value[n - 1];
    double s[3] = {first, first, first};
    const auto step = [&](double input) {
        const double y =
            poles.gain * input + poles.a[0] * s[0] + poles.a[1] * s[1] + poles.a[2] * s[2];
        s[2] = s[1];
        s[1] = s[0];
        s[0] = y;
        return y;
    };
    for (int i = 0; i < n; ++i) value[i] = step(value[i]);
    const double end[3] = {s[0] - last, s[1] - last, s[2] - last};
    for (int i = 0; i < 3; ++i) {
        s[i] = last;
        for (int j = 0; j < 3; ++j) s[i] += poles.boundary[i][j] * end[j];
    }
    for (int i = n - 1; i >= 0; --i) value[i] = step(value[i]);
}

// Solves the linear system of a line by the Thomas algorithm.
void smooth_line(const Scan& scan, double* value, const double* guide, int n) {
    const auto link = [&](int i) {
        if (i == 0 || i == n) return 0.0;
        return scan.lambda * std::exp2(-scan.edge * std::abs(guide[i] - guide[i - 1]));
    };
    std::vector<double> upper(static_cast<size_t>(n));
    for (int i = 0; i < n; ++i) {
        const double a = link(i);
        const double c = link(i + 1);
        const double before = i > 0 ? upper[static_cast<size_t>(i - 1)] : 0.0;
        const double pivot = 1.0 + a + c - a * before;
        upper[static_cast<size_t>(i)] = c / pivot;
        value[i] = (value[i] + (i > 0 ? a * value[i - 1] : 0.0)) / pivot;
    }
    for (int i = n - 2; i >= 0; --i) value[i] += upper[static_cast<size_t>(i)] * value[i + 1];
}

void sum_line(double* value, int n) {
    for (int i = 1; i < n; ++i) value[i] += value[i - 1];
}

}  // namespace

void scan_line_plain(const Scan& scan, double* value, const double* guide, int n) {
    if (n <= 0) return;
    switch (scan.kind) {
        case ScanKind::edge:
            return edge_line(scan, value, guide, n);
        case ScanKind::gauss:
            return gauss_line(scan, value, n);
        case ScanKind::smooth:
            return smooth_line(scan, value, guide, n);
        case ScanKind::sum:
            return sum_line(value, n);
    }
}

}  // namespace tonelift
