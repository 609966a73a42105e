// SPDX-License-Identifier: BSD-2-Clause
// Filters of a small picture, in plain double arithmetic.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace tonelift::plain {

constexpr int width = 37;
constexpr int height = 21;
struct Image {
    int w = width;
    int h = height;
    std::vector<double> values = std::vector<double>(static_cast<size_t>(width) * height);

    double& at(int x, int y) {
        return values[static_cast<size_t>(y) * static_cast<size_t>(w) + static_cast<size_t>(x)];
    }
    double at(int x, int y) const {
        const int cx = std::clamp(x, 0, w - 1);
        const int cy = std::clamp(y, 0, h - 1);
        return values[static_cast<size_t>(cy) * static_cast<size_t>(w) + static_cast<size_t>(cx)];
    }
};

inline Image map(const std::function<double(int, int)>& f) {
    Image out;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) out.at(x, y) = f(x, y);
    }
    return out;
}

inline std::vector<double> neighbors(const Image& v, int x, int y, int radius) {
    std::vector<double> out;
    for (int dy = -radius; dy <= radius; ++dy) {
        for (int dx = -radius; dx <= radius; ++dx) out.push_back(v.at(x + dx, y + dy));
    }
    return out;
}

inline double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

inline Image box(const Image& v, int radius) {
    return map([&](int x, int y) { return mean_of(neighbors(v, x, y, radius)); });
}
inline Image smallest(const Image& v, int radius) {
    return map([&](int x, int y) {
        const auto near = neighbors(v, x, y, radius);
        return *std::min_element(near.begin(), near.end());
    });
}
inline Image largest(const Image& v, int radius) {
    return map([&](int x, int y) {
        const auto near = neighbors(v, x, y, radius);
        return *std::max_element(near.begin(), near.end());
    });
}
inline Image combine(const Image& a, const Image& b,
                     const std::function<double(double, double)>& f) {
    return map([&](int x, int y) { return f(a.at(x, y), b.at(x, y)); });
}
inline Image product(const Image& a, const Image& b) {
    return combine(a, b, std::multiplies<double>());
}
inline Image difference(const Image& a, const Image& b) {
    return combine(a, b, std::minus<double>());
}

inline Image weighted(const Image& v, const Image& guide, int radius,
                      const std::function<double(int, int, double)>& weight) {
    return map([&](int x, int y) {
        double sum = 0;
        double total = 0;
        for (int dy = -radius; dy <= radius; ++dy) {
            for (int dx = -radius; dx <= radius; ++dx) {
                const double w =
                    weight(dx, dy, std::fabs(guide.at(x + dx, y + dy) - guide.at(x, y)));
                sum += w * v.at(x + dx, y + dy);
                total += w;
            }
        }
        return sum / total;
    });
}

inline Image gauss(const Image& v, double sigma, int radius) {
    return weighted(v, v, radius, [&](int dx, int dy, double) {
        return std::exp(-0.5 * (dx * dx + dy * dy) / (sigma * sigma));
    });
}

inline Image along(Image v, const Image& guide, bool columns,
                   const std::function<void(std::vector<double>&, const std::vector<double>&)>& f) {
    const int lines = columns ? v.w : v.h;
    const int length = columns ? v.h : v.w;
    for (int i = 0; i < lines; ++i) {
        std::vector<double> line;
        std::vector<double> g;
        for (int k = 0; k < length; ++k) {
            line.push_back(columns ? v.at(i, k) : v.at(k, i));
            g.push_back(columns ? guide.at(i, k) : guide.at(k, i));
        }
        f(line, g);
        for (int k = 0; k < length; ++k)
            (columns ? v.at(i, k) : v.at(k, i)) = line[static_cast<size_t>(k)];
    }
    return v;
}

// Applies the domain transform filter (Gastal and Oliveira 2011, equation 21) along rows and
// columns, forward and then backward.
inline Image domain_transform(Image v, const Image& guide, double sigma_s, double sigma_r,
                              int iterations) {
    for (int i = 0; i < iterations; ++i) {
        const double sigma = sigma_s * std::sqrt(3) * std::pow(2, iterations - i - 1) /
                             std::sqrt(std::pow(4, iterations) - 1);
        const double a = std::exp(-std::sqrt(2) / sigma);
        const auto recursion = [&](std::vector<double>& line, const std::vector<double>& g) {
            const auto weight = [&](size_t k) {
                return std::pow(a, 1 + sigma_s / sigma_r * std::fabs(g[k] - g[k - 1]));
            };
            for (size_t k = 1; k < line.size(); ++k) line[k] += weight(k) * (line[k - 1] - line[k]);
            for (size_t k = line.size() - 1; k > 0; --k)
                line[k - 1] += weight(k) * (line[k] - line[k - 1]);
        };
        v = along(along(v, guide, true, recursion), guide, false, recursion);
    }
    return v;
}

// Smooths by weighted least squares with the iterations of Min et al. 2014, algorithm 1.
inline Image weighted_least_squares(Image v, const Image& guide, double lambda, double sigma,
                                    int iterations) {
    for (int i = 1; i <= iterations; ++i) {
        const double l = 1.5 * std::pow(4, iterations - i) / (std::pow(4, iterations) - 1) * lambda;
        const auto solve = [&](std::vector<double>& line, const std::vector<double>& g) {
            const std::vector<double> given = line;
            const auto weight = [&](size_t k) {
                return l * std::exp(-std::fabs(g[k] - g[k - 1]) / sigma);
            };
            for (int round = 0; round < 3000; ++round) {
                for (size_t k = 0; k < line.size(); ++k) {
                    double sum = given[k];
                    double total = 1;
                    if (k > 0) sum += weight(k) * line[k - 1], total += weight(k);
                    if (k + 1 < line.size())
                        sum += weight(k + 1) * line[k + 1], total += weight(k + 1);
                    line[k] = sum / total;
                }
            }
        };
        v = along(along(v, guide, true, solve), guide, false, solve);
    }
    return v;
}

}  // namespace tonelift::plain
