// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/gain_map.h"

#include <algorithm>
#include <cmath>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "kernels/format.h"
#include "kernels/math/plain.h"
#include "tools/pictures/linear_light.h"
#include "tools/pictures/samples.h"

namespace tonelift {
namespace {

// Enlarges a gain map to the size of the picture, by bilinear interpolation between the centers of
// its samples (ISO 21496-1, 6.4).
class Resampled {
  public:
    Resampled(const Still& map, int width, int height)
        : map_(map),
          channels_(find_format(map.video.format)->family == Family::GRAY ? 1 : 3),
          columns_(places(map.video.width, width)),
          rows_(places(map.video.height, height)) {}

    size_t channels() const { return channels_; }
    float at(size_t channel, int x, int y) const {
        const SamplePair &column = columns_[static_cast<size_t>(x)],
                         &row = rows_[static_cast<size_t>(y)];
        const float above = along(column, row.first, channel),
                    below = along(column, row.second, channel);
        return (above + (below - above) * row.share) / 255.0f;
    }

  private:
    struct SamplePair {
        int first, second;
        float share;
    };
    static std::vector<SamplePair> places(int samples, int pixels) {
        std::vector<SamplePair> result;
        for (int i = 0; i < pixels; ++i) {
            const double at =
                std::clamp((i + 0.5) * samples / pixels - 0.5, 0.0, double(samples - 1));
            const int first = static_cast<int>(at);
            result.push_back(
                {first, std::min(first + 1, samples - 1), static_cast<float>(at - first)});
        }
        return result;
    }
    float along(const SamplePair& column, int y, size_t channel) const {
        const uint8_t* const row = map_.frame.row(0, y);
        const auto sample = [&](int x) {
            return static_cast<float>(row[static_cast<size_t>(x) * channels_ + channel]);
        };
        return sample(column.first) + (sample(column.second) - sample(column.first)) * column.share;
    }

    const Still& map_;
    size_t channels_;
    std::vector<SamplePair> columns_, rows_;
};

class ChannelGains {
  public:
    ChannelGains(const GainMapMetadata& metadata, size_t channel) : table_(steps + 1) {
        const GainMapMetadata::Channel& of = metadata.channels[channel];
        for (size_t i = 0; i <= steps; ++i) {
            const double sample = static_cast<double>(i) / steps;
            table_[i] = static_cast<float>(
                metadata.apple_headroom > 0
                    ? 1 + (metadata.apple_headroom - 1) *
                              static_cast<double>(math::srgb_decode(static_cast<float>(sample)))
                    : std::exp2(of.min + (of.max - of.min) * std::pow(sample, 1 / of.gamma)));
        }
    }
    float of(float sample) const {
        return table_[static_cast<size_t>(std::clamp(sample, 0.0f, 1.0f) * steps + 0.5f)];
    }

  private:
    static constexpr size_t steps = 65536;
    std::vector<float> table_;
};

void apply(const GainMap& map, Still* light) {
    const GainMapMetadata& metadata = map.metadata;
    const Resampled samples(map.picture, light->video.width, light->video.height);
    const ChannelGains gains[3] = {{metadata, 0}, {metadata, 1}, {metadata, 2}};
    for (size_t color = 0; color < 3; ++color) {
        const size_t channel = samples.channels() == 3 ? color : 0;
        const auto offset = static_cast<float>(metadata.channels[color].base_offset),
                   other = static_cast<float>(metadata.channels[color].alternate_offset);
        for (int y = 0; y < light->video.height; ++y) {
            float* const row = float_row(light, color, y);
            for (int x = 0; x < light->video.width; ++x)
                row[x] = (row[x] + offset) * gains[color].of(samples.at(channel, x, y)) - other;
        }
    }
}

}  // namespace

// Applies the gain map as defined in ISO 21496-1, 6.2.
Still with_gain_map(Still base) {
    if (base.gain_map == nullptr) return base;
    if (base.gain_map->metadata.base_is_hdr()) {
        if (!is_hdr(base.video))
            base.notes.emplace_back(
                "the gain map was ignored: its headrooms mean that the base picture is HDR, but "
                "the "
                "base picture is SDR");
        return base;
    }
    const GainMapMetadata& metadata = base.gain_map->metadata;
    base = straight(std::move(base));
    Still hdr = linear_light(base);
    if (!metadata.base_colors && metadata.alternate_primaries != hdr.video.primaries) {
        multiply_colors(convert_primaries(hdr.video.primaries, metadata.alternate_primaries), &hdr);
        hdr.video.primaries = metadata.alternate_primaries;
    }
    apply(*base.gain_map, &hdr);
    hdr.notes = std::move(base.notes);
    hdr.metadata = std::move(base.metadata);
    hdr.pixel_aspect = base.pixel_aspect;
    hdr.density = base.density;
    return hdr;
}

}  // namespace tonelift
