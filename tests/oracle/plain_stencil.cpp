// SPDX-License-Identifier: BSD-2-Clause
// Filters of square neighborhoods, in plain double arithmetic.
#include <algorithm>
#include <cmath>

#include "kernels/stencil/deband.h"
#include "kernels/stencil/stencil_policy.h"
#include "tests/oracle/plain.h"

namespace tonelift {
namespace {

struct Neighborhood {
    const Stencil& stencil;
    const StencilBand& band;
    int x;
    int y;

    double at(const float* plane, int dx, int dy) const {
        return plane[(y + dy) * band.pitch + x + dx];
    }

    template <class Visit>
    void each(const Visit& visit) const {
        for (int dy = -stencil.radius_y; dy <= stencil.radius_y; ++dy) {
            for (int dx = -stencil.radius_x; dx <= stencil.radius_x; ++dx) visit(dx, dy);
        }
    }

    template <class Weight>
    std::pair<double, double> weighted(const Weight& weight) const {
        double sum = 0;
        double weights = 0;
        each([&](int dx, int dy) {
            const double w = weight(dx, dy);
            sum += w * at(band.value, dx, dy);
            weights += w;
        });
        return {sum, weights};
    }

    std::vector<double> sorted() const {
        std::vector<double> values;
        each([&](int dx, int dy) { values.push_back(at(band.value, dx, dy)); });
        std::sort(values.begin(), values.end());
        return values;
    }
};

double weight_of_list(const std::vector<float>& weights, int at) {
    return weights[static_cast<size_t>(at)];
}

double mean(std::pair<double, double> sums) { return sums.first / sums.second; }

double surface_blur_plain(const Neighborhood& n) {
    const double reach = double{surface_reach} * std::max(n.stencil.threshold, smallest_threshold);
    return mean(n.weighted([&](int dx, int dy) {
        return std::max(
            0.0, 1.0 - std::abs(n.at(n.band.guide, dx, dy) - n.at(n.band.guide, 0, 0)) / reach);
    }));
}

double bilateral_plain(const Neighborhood& n) {
    const double sigma = std::max(n.stencil.sigma, smallest_sigma);
    const double threshold = std::max(n.stencil.threshold, smallest_threshold);
    return mean(n.weighted([&](int dx, int dy) {
        const double distance = (n.at(n.band.guide, dx, dy) - n.at(n.band.guide, 0, 0)) / threshold;
        return std::exp(-0.5 * ((dx * dx + dy * dy) / (sigma * sigma) + distance * distance));
    }));
}

double deband_plain(const Neighborhood& n) {
    const StencilBand& band = n.band;
    const uint32_t row = deband::row_bits(static_cast<uint32_t>(band.first_row + n.y), band.seed);
    const double threshold = std::max(n.stencil.threshold, smallest_threshold);
    double v = n.at(band.value, 0, 0);
    for (int i = 1; i <= n.stencil.iterations; ++i) {
        const uint32_t bits =
            deband::random_bits(row, static_cast<uint32_t>(n.x), static_cast<uint32_t>(i));
        const int reach = deband::reach_of(n.stencil.radius_x, i, n.stencil.iterations);
        const auto [dx, dy] = deband::offset_of(bits, reach);
        const double taps[] = {n.at(band.value, dx, dy), n.at(band.value, -dy, dx),
                               n.at(band.value, -dx, -dy), n.at(band.value, dy, -dx)};
        double sum = 0, furthest = 0;
        for (const double tap : taps) {
            sum += tap - v;
            furthest = std::max(furthest, std::abs(tap - v));
        }
        v += std::clamp(2 - 2 * i * furthest / threshold, 0.0, 1.0) * (sum / 4);
    }
    return v;
}

double convolve_plain(const Neighborhood& n) {
    const int rx = n.stencil.radius_x, ry = n.stencil.radius_y;
    return n
        .weighted([&](int dx, int dy) {
            return weight_of_list(n.stencil.weights, (dy + ry) * (2 * rx + 1) + dx + rx);
        })
        .first;
}

double convolve_separable_plain(const Neighborhood& n) {
    return n
        .weighted([&](int dx, int dy) {
            return weight_of_list(n.stencil.weights_x, dx + n.stencil.radius_x) *
                   weight_of_list(n.stencil.weights_y, dy + n.stencil.radius_y);
        })
        .first;
}

double box_plain(const Neighborhood& n) {
    return mean(n.weighted([](int, int) { return 1.0; }));
}

double minimum_plain(const Neighborhood& n) { return n.sorted().front(); }
double maximum_plain(const Neighborhood& n) { return n.sorted().back(); }
double median_plain(const Neighborhood& n) { return n.sorted()[n.sorted().size() / 2]; }

double cas_plain(const Neighborhood& n) {
    const int rx = n.stencil.radius_x, ry = n.stencil.radius_y;
    const auto at = [&](int dx, int dy) { return n.at(n.band.value, dx * rx, dy * ry); };
    const auto cross = std::minmax({at(0, 0), at(0, -1), at(-1, 0), at(1, 0), at(0, 1)});
    const auto square =
        std::minmax({cross.first, cross.second, at(-1, -1), at(1, -1), at(-1, 1), at(1, 1)});
    const double low = cross.first + square.first, high = cross.second + square.second;
    const double share = std::min(low, 2 - high) / std::max(high, double{smallest_threshold});
    const double w = std::sqrt(std::clamp(share, 0.0, 1.0)) / (8 - 3 * n.stencil.sharpness);
    const double four = at(0, -1) + at(-1, 0) + at(1, 0) + at(0, 1);
    return at(0, 0) - w * (four - 4 * at(0, 0)) / (1 - 4 * w);
}

}  // namespace

double stencil_pixel_plain(const Stencil& stencil, const StencilBand& band, int x, int y) {
    switch (stencil.kind) {
#define TONELIFT_STENCIL(name, title, inputs, range, work) \
    case StencilKind::name:                                \
        return name##_plain({stencil, band, x, y});
#include "kernels/stencils.def"
    }
    return 0;
}

}  // namespace tonelift
