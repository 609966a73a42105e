// SPDX-License-Identifier: BSD-2-Clause
//
// The definition of every resample, in plain double arithmetic.
#include <algorithm>
#include <cmath>

#include "kernels/resample/resample.h"
#include "kernels/resample/resample_grid.h"

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

// bilinear and joint: four neighbors, weighted by where they are, and by the guide where there is
// one.
double neighbors_pixel(const Resample& resample, const ResampleBand& band, int x, int y) {
    const Pair across =
        bilinear_pair(x, grid_scale(resample.in_width, band.out_width), resample.in_width);
    const Pair down = bilinear_pair(band.y + y, grid_scale(resample.in_height, band.out_height),
                                    resample.in_height);
    const bool joint = resample.kind == ResampleKind::joint;
    double sum = 0;
    double weights = 0;
    for (int j : {0, 1}) {
        const ptrdiff_t row = ((j == 0 ? down.low : down.high) - band.input.first) * band.pitch;
        for (int i : {0, 1}) {
            const ptrdiff_t at = row + (i == 0 ? across.low : across.high);
            double weight =
                (i == 0 ? 1 - across.part : across.part) * (j == 0 ? 1 - down.part : down.part);
            if (joint) {
                const double distance =
                    std::abs(double{band.guide[at]} - band.fine_guide[y * band.out_pitch + x]);
                weight *= std::exp2(std::max(lowest_joint_exponent, -resample.edge * distance));
            }
            sum += weight * band.value[at];
            weights += weight;
        }
    }
    return sum / weights;
}

}  // namespace

RowRange resample_input_rows(const Resample& resample, int out_height, int y, int rows) {
    const double scale = grid_scale(resample.in_height, out_height);
    if (resample.kind != ResampleKind::area) {
        return {bilinear_pair(y, scale, resample.in_height).low,
                bilinear_pair(y + rows - 1, scale, resample.in_height).high + 1};
    }
    const Cover end = area_cover(y + rows - 1, scale, resample.in_height);
    const int last = static_cast<int>(std::ceil(end.begin + end.length));
    return {area_cover(y, scale, resample.in_height).first(), std::min(last, resample.in_height)};
}

double resample_pixel_plain(const Resample& resample, const ResampleBand& band, int x, int y) {
    if (resample.kind == ResampleKind::area) return area_pixel(resample, band, x, y);
    return neighbors_pixel(resample, band, x, y);
}

}  // namespace tonelift
