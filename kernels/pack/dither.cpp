// SPDX-License-Identifier: BSD-2-Clause
//
// Dither masks. The blue noise mask is made by the void-and-cluster method (make_blue_noise.py).
// The ordered mask is the 8x8 matrix of B. E. Bayer, "An optimum method for two-level rendition of
// continuous-tone pictures" (1973).
#include "kernels/pack/pack.h"

namespace tonelift {
namespace {

constexpr uint16_t blue_noise[dither_period * dither_period] = {
#include "kernels/pack/blue_noise.inc"
};

// Position in the mask at which a component starts. The components start far apart, so that the
// noise of different components is uncorrelated.
struct Start {
    int x;
    int y;
};
constexpr Start blue_start[4] = {{0, 0}, {37, 17}, {19, 47}, {53, 31}};
constexpr Start ordered_start[4] = {{0, 0}, {3, 5}, {6, 2}, {5, 7}};

constexpr int bayer_rank(int x, int y) {
    int rank = 0;
    for (int bit = 0; bit < 3; ++bit) {
        rank = rank << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1);
    }
    return rank;
}

// Divides the interval (-0.5, 0.5) into `ranks` equal parts, and returns the center of part `rank`.
// The mean of all centers is 0, so the noise does not change the mean of a picture.
constexpr float centered(int rank, int ranks) {
    return (static_cast<float>(rank) + 0.5f) / static_cast<float>(ranks) - 0.5f;
}

// A mask of noise. Each row is stored twice, one after the other, so that a row from any column on
// is contiguous.
class Mask {
  public:
    template <class Rank>
    Mask(int ranks, Rank rank) {
        for (int y = 0; y < dither_period; ++y) {
            for (int x = 0; x < 2 * dither_period; ++x)
                rows_[y][x] = centered(rank(x % dither_period, y), ranks);
        }
    }
    const float* row(Start start, int y) const {
        return rows_[(y + start.y) % dither_period] + start.x;
    }

  private:
    float rows_[dither_period][2 * dither_period];
};

const float* blue_row(int component, int y) {
    static const Mask mask(dither_period * dither_period,
                           [](int x, int row) { return blue_noise[row * dither_period + x]; });
    return mask.row(blue_start[component], y);
}

const float* ordered_row(int component, int y) {
    static const Mask mask(64, [](int x, int row) { return bayer_rank(x & 7, row & 7); });
    return mask.row(ordered_start[component], y);
}

}  // namespace

Dither dither_of(const Format& format, Dither dither) {
    const bool coarse = format.blocks == BlockFormat::bc1 || format.blocks == BlockFormat::bc3;
    return coarse || format.depth > max_dither_depth ? Dither::none : dither;
}

const float* dither_row(Dither dither, int component, int y) {
    static constexpr float zeros[dither_period] = {};
    switch (dither) {
        case Dither::blue:
            return blue_row(component, y);
        case Dither::ordered:
            return ordered_row(component, y);
        case Dither::none:
            break;
    }
    return zeros;
}

float dither_offset(Dither dither, int component, int x, int y) {
    return dither_row(dither, component, y)[x % dither_period];
}

}  // namespace tonelift
