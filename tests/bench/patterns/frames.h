// SPDX-License-Identifier: BSD-2-Clause
// Parameters of the benchmark kernels. Host code and device code include this file.
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

// Weights of a convolution, row by row. Kernels read them from constant memory.
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
