// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/linear_light.h"

#include <cmath>

#include "core/color/describe.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "kernels/math/plain.h"

namespace tonelift {
namespace {

size_t plane_of(const Still& still, size_t color) {
    return static_cast<size_t>(find_format(still.video.format)->components[color].plane);
}

float light_of(TransferFunction function, float code) {
    switch (function) {
        case TransferFunction::bt1886:
            return math::bt1886_decode(code);
        case TransferFunction::gamma22:
            return std::pow(code, 2.2f);
        case TransferFunction::gamma28:
            return std::pow(code, 2.8f);
        case TransferFunction::srgb:
            return math::srgb_decode(code);
        case TransferFunction::linear:
            return code;
        default:
            throw Error(Failure::unsupported,
                        "a base picture in PQ or HLG is HDR without a gain map");
    }
}

class Light {
  public:
    explicit Light(const Still& still) : still_(still), format_(*find_format(still.video.format)) {
        const TransferFunction function = transfer_function(still.video.transfer);
        const size_t codes = format_.sample == Sample::U8 ? 256 : 65536;
        table_.resize(codes);
        for (size_t code = 0; code < codes; ++code)
            table_[code] =
                light_of(function, static_cast<float>(code) / static_cast<float>(codes - 1));
    }

    float at(size_t color, int x, int y) const {
        const Component& of = format_.components[format_.family == Family::GRAY ? 0 : color];
        const uint8_t* const row = still_.frame.row(static_cast<size_t>(of.plane), y);
        const int place = x * of.step + of.offset;
        return table_[format_.sample == Sample::U8 ? row[place]
                                                   : reinterpret_cast<const uint16_t*>(row)[place]];
    }

  private:
    const Still& still_;
    const Format& format_;
    std::vector<float> table_;
};

}  // namespace

float* float_row(Still* still, size_t color, int y) {
    return reinterpret_cast<float*>(still->frame.row(plane_of(*still, color), y));
}

const float* float_row(const Still& still, size_t color, int y) {
    return reinterpret_cast<const float*>(still.frame.row(plane_of(still, color), y));
}

Still linear_light(const Still& codes) {
    tonelift_video video = codes.video;
    video.format = tonelift_format_from_name("gbrpf32le");
    video.transfer = h273::transfer_linear;
    video.range = h273::range_full;
    Still light(video);
    const Light decoded(codes);
    for (size_t color = 0; color < 3; ++color) {
        for (int y = 0; y < video.height; ++y) {
            float* const row = float_row(&light, color, y);
            for (int x = 0; x < video.width; ++x) row[x] = decoded.at(color, x, y);
        }
    }
    return light;
}

}  // namespace tonelift
