// SPDX-License-Identifier: BSD-2-Clause
//
// Makes gain maps from an HDR picture and its SDR rendition.
#include <algorithm>
#include <cmath>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "kernels/format.h"
#include "tools/pictures/gain_map.h"
#include "tools/pictures/linear_light.h"
#include "tools/pictures/samples.h"

namespace tonelift {
namespace {

constexpr double offset = 1 / 64.0;        // added to lights; keeps the gains of dark pixels small
constexpr double pq_peak = 10000 / 203.0;  // peak of PQ, relative to SDR white

// Computes the samples of a gain map. Each sample is the mean of the logarithmic gains of its
// pixels.
class Gains {
  public:
    Gains(const Still& hdr, const Still& sdr, const GainMapRequest& request, double headroom)
        : hdr_(hdr),
          sdr_(sdr),
          request_(request),
          headroom_(headroom),
          xyz_(rgb_to_xyz(sdr.video.primaries)),
          columns_((sdr.video.width + request.scale - 1) / request.scale),
          rows_((sdr.video.height + request.scale - 1) / request.scale),
          counts_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_)) {
        for (size_t channel = 0; channel < channels(); ++channel)
            sums_.emplace_back(counts_.size());
        for (int y = 0; y < sdr.video.height; ++y) add_row(y);
        for (std::vector<double>& sums : sums_)
            for (size_t i = 0; i < sums.size(); ++i) sums[i] /= counts_[i];
    }

    size_t channels() const { return request_.colors ? 3 : 1; }
    int columns() const { return columns_; }
    int rows() const { return rows_; }
    const std::vector<double>& of(size_t channel) const { return sums_[channel]; }

  private:
    void add_row(int y) {
        const size_t row = static_cast<size_t>(int64_t{y} * rows_ / sdr_.video.height);
        for (int x = 0; x < sdr_.video.width; ++x) {
            const size_t at = row * static_cast<size_t>(columns_) +
                              static_cast<size_t>(int64_t{x} * columns_ / sdr_.video.width);
            counts_[at] += 1;
            const Vector3 hdr = lights(hdr_, x, y), sdr = lights(sdr_, x, y);
            for (size_t channel = 0; channel < channels(); ++channel)
                sums_[channel][at] += std::log2((hdr[channel] + offset) / (sdr[channel] + offset));
        }
    }

    // Returns the light of each channel. A color above the headroom is scaled, as relight() of
    // scripts does, and thus keeps its hue.
    Vector3 lights(const Still& of, int x, int y) const {
        Vector3 color{float_row(of, 0, y)[x], float_row(of, 1, y)[x], float_row(of, 2, y)[x]};
        const double kept = headroom_ / std::max({color[0], color[1], color[2], headroom_});
        for (double& light : color) light = std::max(light * kept, 0.0);
        return request_.colors ? color : Vector3{multiply(xyz_, color)[1]};
    }

    const Still &hdr_, &sdr_;
    const GainMapRequest& request_;
    double headroom_;
    Matrix3 xyz_;
    int columns_, rows_;
    std::vector<double> counts_;
    std::vector<std::vector<double>> sums_;
};

// Returns the peak of the picture: the 99.99th percentile of the pixels' largest components.
double peak_of(const Still& hdr) {
    std::vector<float> lights;
    for (int y = 0; y < hdr.video.height; ++y)
        for (int x = 0; x < hdr.video.width; ++x)
            lights.push_back(std::max(
                {float_row(hdr, 0, y)[x], float_row(hdr, 1, y)[x], float_row(hdr, 2, y)[x]}));
    const auto at =
        lights.begin() + static_cast<ptrdiff_t>(lights.size() - 1 - lights.size() / 10000);
    std::nth_element(lights.begin(), at, lights.end());
    return *at;
}

}  // namespace

GainMap make_gain_map(const Still& hdr, const Still& sdr, const GainMapRequest& asked) {
    Still light = hdr;
    multiply_colors(convert_primaries(hdr.video.primaries, sdr.video.primaries), &light);
    light.video.primaries = sdr.video.primaries;
    const double headroom =
        std::clamp(asked.headroom > 0 ? asked.headroom : peak_of(light), 1.0, pq_peak);
    const Still base = linear_light(sdr);
    GainMapRequest request = asked;
    if (find_format(sdr.video.format)->family == Family::GRAY) request.colors = false;
    const Gains gains(light, base, request, headroom);
    GainMapMetadata metadata;
    metadata.alternate_headroom = std::log2(headroom);
    Still picture(still_video(request.colors ? "rgb24" : "gray", gains.columns(), gains.rows()));
    // The gain map is tagged as sRGB, because writers then add no ICC profile.
    picture.video.primaries = h273::primaries_bt709;
    picture.video.transfer = h273::transfer_srgb;
    for (size_t i = 0; i < 3; ++i) {
        const std::vector<double>& of = gains.of(std::min(i, gains.channels() - 1));
        const auto [least, most] = std::minmax_element(of.begin(), of.end());
        metadata.channels[i] = {*least, *most, 1, offset, offset};
        const double span = std::max(*most - *least, 1e-9);
        for (size_t at = 0; at < of.size() && i < gains.channels(); ++at)
            picture.frame.row(0, 0)[at * gains.channels() + i] =
                static_cast<uint8_t>(std::lround(255 * (of[at] - *least) / span));
    }
    return {metadata, std::move(picture)};
}

}  // namespace tonelift
