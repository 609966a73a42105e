// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "kernels/resample/resample_grid.h"
#include "tests/oracle/plain.h"

namespace tonelift {
namespace {

double area_pixel(const Resample& resample, const ResampleBand& band, int x, int y) {
    const Cover across =
        area_cover(x, grid_scale(resample.in_width, band.out_width), resample.in_width);
    const Cover down =
        area_cover(band.y + y, grid_scale(resample.in_height, band.out_height), resample.in_height);
    double sum = 0;
    double weights = 0;
    for (int j = down.first(); j < std::min<double>(resample.in_height, down.begin + down.length);
         ++j) {
        const float* row = band.value + (j - band.input.first) * band.pitch;
        for (int i = across.first();
             i < std::min<double>(resample.in_width, across.begin + across.length); ++i) {
            const double weight = area_weight(across, i) * area_weight(down, j);
            sum += weight * row[i];
            weights += weight;
        }
    }
    return sum / weights;
}

struct Corners {
    ptrdiff_t at[4];
    double weight[4];
};

Corners corners_of(const Resample& resample, const ResampleBand& band, int x, int y) {
    const Pair across =
        bilinear_pair(x, grid_scale(resample.in_width, band.out_width), resample.in_width);
    const Pair down = bilinear_pair(band.y + y, grid_scale(resample.in_height, band.out_height),
                                    resample.in_height);
    Corners corners{};
    for (int i = 0; i < 4; ++i) {
        const bool low = i < 2, left = i % 2 == 0;
        corners.at[i] = ((low ? down.low : down.high) - band.input.first) * band.pitch +
                        (left ? across.low : across.high);
        corners.weight[i] =
            (left ? 1 - across.part : across.part) * (low ? 1 - down.part : down.part);
    }
    return corners;
}

double bilinear_pixel(const Resample& resample, const ResampleBand& band, int x, int y) {
    const Corners corners = corners_of(resample, band, x, y);
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += corners.weight[i] * band.value[corners.at[i]];
    return sum;
}

double joint_pixel(const Resample& resample, const ResampleBand& band, int x, int y) {
    const Corners corners = corners_of(resample, band, x, y);
    double value = 0, guide = 0, mean = 0;
    double least = band.value[corners.at[0]], most = least;
    for (int i = 0; i < 4; ++i) {
        const double corner = band.value[corners.at[i]];
        value += corners.weight[i] * corner;
        least = std::min(least, corner);
        most = std::max(most, corner);
        guide += corners.weight[i] * band.guide[corners.at[i]];
        mean += 0.25 * band.guide[corners.at[i]];
    }
    double variance = 0, covariance = 0;
    for (int i = 0; i < 4; ++i) {
        const double off = band.guide[corners.at[i]] - mean;
        variance += 0.25 * off * off;
        covariance += 0.25 * off * (band.value[corners.at[i]] - value);
    }
    const double fine = band.fine_guide[y * band.out_pitch + x];
    const double steepest = resample.steepest;
    const double slope =
        std::clamp(covariance / (variance + double{resample.epsilon}), -steepest, steepest);
    return std::clamp(value + slope * (fine - guide), least - resample.overshoot,
                      most + resample.overshoot);
}

}  // namespace

double resample_pixel_plain(const Resample& resample, const ResampleBand& band, int x, int y) {
    switch (resample.kind) {
        case ResampleKind::area:
            return area_pixel(resample, band, x, y);
        case ResampleKind::bilinear:
            return bilinear_pixel(resample, band, x, y);
        case ResampleKind::joint:
            return joint_pixel(resample, band, x, y);
        default:
            return 0;
    }
}

}  // namespace tonelift
