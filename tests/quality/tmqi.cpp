// SPDX-License-Identifier: BSD-2-Clause
#include "tests/quality/tmqi.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace quality {

namespace {

constexpr int window = 11;
constexpr double window_sigma = 1.5;
constexpr std::array<double, 5> scale_weights{0.0448, 0.2856, 0.3001, 0.2363, 0.1333};
constexpr double finest_frequency = 16;

size_t index(const Plane& p, int x, int y) {
    return static_cast<size_t>(y) * static_cast<size_t>(p.width) + static_cast<size_t>(x);
}

Plane plane(int width, int height) {
    return {width, height,
            std::vector<double>(static_cast<size_t>(width) * static_cast<size_t>(height))};
}

std::array<double, window> gauss() {
    std::array<double, window> g{};
    for (int i = 0; i < window; ++i)
        g[static_cast<size_t>(i)] =
            std::exp(-std::pow(i - window / 2, 2) / (2 * window_sigma * window_sigma));
    const double sum = std::accumulate(g.begin(), g.end(), 0.0);
    for (double& weight : g) weight /= sum;
    return g;
}

Plane local_mean(const Plane& in) {
    const auto g = gauss();
    Plane rows = plane(in.width - window + 1, in.height);
    for (int y = 0; y < rows.height; ++y)
        for (int x = 0; x < rows.width; ++x)
            rows.values[index(rows, x, y)] = std::inner_product(
                g.begin(), g.end(), in.values.begin() + static_cast<long>(index(in, x, y)), 0.0);
    Plane out = plane(rows.width, in.height - window + 1);
    for (int y = 0; y < out.height; ++y)
        for (int x = 0; x < out.width; ++x)
            for (int k = 0; k < window; ++k)
                out.values[index(out, x, y)] +=
                    g[static_cast<size_t>(k)] * rows.values[index(rows, x, y + k)];
    return out;
}

Plane product(const Plane& a, const Plane& b) {
    Plane out = a;
    for (size_t i = 0; i < out.values.size(); ++i) out.values[i] *= b.values[i];
    return out;
}

double normal_cdf(double x, double mean, double deviation) {
    return 0.5 * std::erfc(-(x - mean) / (deviation * std::sqrt(2.0)));
}

// Returns the structural fidelity at one scale (Yeganeh and Wang 2013, equations 1 to 5).
double fidelity(const Plane& hdr, const Plane& ldr, double frequency) {
    constexpr double contrast_floor = 0.01, structure_floor = 10, crozier_k = 3;
    // Contrast sensitivity of the eye, by the model of Mannos and Sakrison.
    const double sensitivity =
        100 * 2.6 * (0.0192 + 0.114 * frequency) * std::exp(-std::pow(0.114 * frequency, 1.1));
    const double threshold = 128 / (1.4 * sensitivity), deviation = threshold / crozier_k;
    const Plane mean_h = local_mean(hdr), mean_l = local_mean(ldr);
    const Plane hh = local_mean(product(hdr, hdr)), ll = local_mean(product(ldr, ldr));
    const Plane hl = local_mean(product(hdr, ldr));
    double sum = 0;
    for (size_t i = 0; i < hh.values.size(); ++i) {
        const double mh = mean_h.values[i], ml = mean_l.values[i];
        const double sh = std::sqrt(std::max(0.0, hh.values[i] - mh * mh));
        const double sl = std::sqrt(std::max(0.0, ll.values[i] - ml * ml));
        const double covariance = hl.values[i] - mh * ml;
        const double seen_h = normal_cdf(sh, threshold, deviation);
        const double seen_l = normal_cdf(sl, threshold, deviation);
        sum += (2 * seen_h * seen_l + contrast_floor) /
               (seen_h * seen_h + seen_l * seen_l + contrast_floor) *
               (covariance + structure_floor) / (sh * sl + structure_floor);
    }
    return sum / static_cast<double>(hh.values.size());
}

Plane halved(const Plane& in) {
    Plane out = plane(in.width / 2, in.height / 2);
    for (int y = 0; y < out.height; ++y)
        for (int x = 0; x < out.width; ++x)
            out.values[index(out, x, y)] =
                (in.values[index(in, 2 * x, 2 * y)] + in.values[index(in, 2 * x + 1, 2 * y)] +
                 in.values[index(in, 2 * x, 2 * y + 1)] +
                 in.values[index(in, 2 * x + 1, 2 * y + 1)]) /
                4;
    return out;
}

// Stretches luminance to the range of unsigned 32-bit integers, so that the unit of luminance has
// no effect on the structural fidelity.
Plane stretched(const Plane& hdr) {
    const auto [low, high] = std::minmax_element(hdr.values.begin(), hdr.values.end());
    const double base = *low, scale = 4294967295.0 / std::max(*high - *low, 1e-30);
    Plane out = hdr;
    for (double& value : out.values) value = std::round((value - base) * scale);
    return out;
}

double structure(const Plane& hdr, const Plane& ldr) {
    Plane h = stretched(hdr), l = ldr;
    double product_of_scales = 1, frequency = finest_frequency;
    for (const double weight : scale_weights) {
        product_of_scales *= std::pow(std::max(0.0, fidelity(h, l, frequency)), weight);
        h = halved(h);
        l = halved(l);
        frequency /= 2;
    }
    return product_of_scales;
}

double mean_block_deviation(const Plane& ldr) {
    double sum = 0;
    int blocks = 0;
    for (int top = 0; top < ldr.height; top += window)
        for (int left = 0; left < ldr.width; left += window, ++blocks) {
            const int bottom = std::min(top + window, ldr.height);
            const int right = std::min(left + window, ldr.width);
            double mean = 0, squares = 0;
            const double count = (bottom - top) * (right - left);
            for (int y = top; y < bottom; ++y)
                for (int x = left; x < right; ++x) mean += ldr.values[index(ldr, x, y)] / count;
            for (int y = top; y < bottom; ++y)
                for (int x = left; x < right; ++x)
                    squares += std::pow(ldr.values[index(ldr, x, y)] - mean, 2);
            sum += count > 1 ? std::sqrt(squares / (count - 1)) : 0;
        }
    return sum / blocks;
}

// Returns the statistical naturalness (Yeganeh and Wang 2013, equations 8 to 10).
double naturalness(const Plane& ldr) {
    constexpr double mean_of_means = 115.94, deviation_of_means = 27.99;
    constexpr double alpha = 4.4, beta = 10.1, contrast_unit = 64.29;
    const double mean = std::accumulate(ldr.values.begin(), ldr.values.end(), 0.0) /
                        static_cast<double>(ldr.values.size());
    const double brightness =
        std::exp(-std::pow((mean - mean_of_means) / deviation_of_means, 2) / 2);
    const double mode = (alpha - 1) / (alpha + beta - 2);
    const double d = std::clamp(mean_block_deviation(ldr) / contrast_unit, 0.0, 1.0);
    const double contrast =
        std::pow(d / mode, alpha - 1) * std::pow((1 - d) / (1 - mode), beta - 1);
    return brightness * contrast;
}

}  // namespace

Tmqi tmqi(const Plane& hdr, const Plane& ldr) {
    constexpr double a = 0.8012, alpha = 0.3046, beta = 0.7088;
    if (hdr.width != ldr.width || hdr.height != ldr.height)
        throw std::invalid_argument("pictures of different sizes");
    if (std::min(hdr.width, hdr.height) < window << 4)
        throw std::invalid_argument("a side is shorter than 176 pixels");
    const double s = structure(hdr, ldr), n = naturalness(ldr);
    return {a * std::pow(s, alpha) + (1 - a) * std::pow(n, beta), s, n};
}

}  // namespace quality
