// SPDX-License-Identifier: BSD-2-Clause
//
// Dither masks. The blue noise mask is made by the void-and-cluster method (make_blue_noise.py).
// The ordered mask is the 8x8 matrix of B. E. Bayer, "An optimum method for two-level rendition of
// continuous-tone pictures" (1973).
#include <algorithm>

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

void blue_row(int component, int y, float* noise) {
    const Start start = blue_start[component];
    const uint16_t* ranks = blue_noise + (y + start.y) % dither_period * dither_period;
    const int wrap = dither_period - start.x;
    constexpr int all = dither_period * dither_period;
    for (int x = 0; x < wrap; ++x) noise[x] = centered(ranks[x + start.x], all);
    for (int x = wrap; x < dither_period; ++x) noise[x] = centered(ranks[x - wrap], all);
}

void ordered_row(int component, int y, float* noise) {
    const Start start = ordered_start[component];
    for (int x = 0; x < 8; ++x)
        noise[x] = centered(bayer_rank((x + start.x) & 7, (y + start.y) & 7), 64);
    for (int x = 8; x < dither_period; ++x) noise[x] = noise[x - 8];
}

}  // namespace

Dither dither_of(const Format& format, Dither dither) {
    const bool coarse = format.blocks == BlockFormat::bc1 || format.blocks == BlockFormat::bc3;
    return coarse || format.depth > max_dither_depth ? Dither::none : dither;
}

void dither_row(Dither dither, int component, int y, float* noise) {
    switch (dither) {
        case Dither::none:
            std::fill_n(noise, dither_period, 0.0f);
            break;
        case Dither::blue:
            blue_row(component, y, noise);
            break;
        case Dither::ordered:
            ordered_row(component, y, noise);
            break;
    }
}

float dither_offset(Dither dither, int component, int x, int y) {
    float noise[dither_period];
    dither_row(dither, component, y, noise);
    return noise[x % dither_period];
}

}  // namespace tonelift
