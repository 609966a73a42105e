// SPDX-License-Identifier: BSD-2-Clause
// Kernel parameters, shared by host and device code.
#pragma once

namespace tonelift::patterns {

struct Frames {
    unsigned char* data;
    long long frame_bytes;
    int pitch;
    int width;
    int height;
};

constexpr int largest_radius = 30;

// Convolution weights, row by row, in constant memory.
struct Weights {
    float of[(2 * largest_radius + 1) * (2 * largest_radius + 1)];
};

struct EdgeFilter {
    float rate;
    float edge;
};

struct Bilateral {
    int radius;
    float near;
    float alike;
};

struct Deband {
    int radius;
    int threshold;
};

}  // namespace tonelift::patterns
