// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters that the host passes to the kernels of the patterns; shared by host and device code.
#pragma once

namespace tonelift::patterns {

// A plane of all frames of a launch. The z coordinate of the grid is the frame.
struct Frames {
    unsigned char* data;
    long long frame_bytes;
    int pitch;  // bytes between rows, a multiple of 256
    int width;  // in pixels
    int height;
};

constexpr int largest_radius = 30;

// The weights of a convolution, row by row. As a kernel parameter they are in constant memory,
// which broadcasts a number to all threads of a warp.
struct Weights {
    float of[(2 * largest_radius + 1) * (2 * largest_radius + 1)];
};

// The weights of the edge filter: w_i = exp2(-rate * (1 + edge * |g_i - g_(i-1)|)), as in
// kernels/pass.h.
struct EdgeFilter {
    float rate;
    float edge;
};

// Parameters of the bilateral filter. The weight of a neighbor at distance r with the difference d
// in value is exp(-(near r^2 + alike d^2)).
struct Bilateral {
    int radius;
    float near;
    float alike;
};

// Parameters of debanding. Neighbors are up to `radius` pixels away. They are similar if they
// differ by at most `threshold` codes.
struct Deband {
    int radius;
    int threshold;
};

}  // namespace tonelift::patterns
