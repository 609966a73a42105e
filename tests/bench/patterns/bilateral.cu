// SPDX-License-Identifier: BSD-2-Clause
// Filters a plane with the bilateral filter, with an exact or an approximate exp().
#include "tests/bench/patterns/frames.cuh"

namespace tonelift::patterns {
namespace {

template <class Exponential>
__device__ __forceinline__ void filter(const Frames& in, const Frames& out, const Bilateral& of,
                                       const Exponential& exponential) {
    load_rows(in, of.radius);
    const float* here =
        tile + (threadIdx.y + of.radius) * tile_width(of.radius) + threadIdx.x + of.radius;
    const float own = *here;
    float sum = 0;
    float weights = 0;
    for (int y = -of.radius; y <= of.radius; ++y) {
        const float* row = here + y * tile_width(of.radius);
        for (int x = -of.radius; x <= of.radius; ++x) {
            const float difference = row[x] - own;
            const float distance = of.near * static_cast<float>(x * x + y * y);
            const float w = exponential(-distance - of.alike * difference * difference);
            sum = fmaf(w, difference, sum);
            weights += w;
        }
    }
    if (own_x() < out.width && own_y() < out.height)
        row_of<float>(out, own_y())[own_x()] = own + sum / weights;
}

}  // namespace

extern "C" __global__ void bilateral_exact(const Frames in, const Frames out, const Bilateral of) {
    filter(in, out, of, [](float x) { return expf(x); });
}

// Uses __expf(), which multiplies x by a constant and then computes 2^x by a hardware instruction.
extern "C" __global__ void bilateral_approximate(const Frames in, const Frames out,
                                                 const Bilateral of) {
    filter(in, out, of, [](float x) { return __expf(x); });
}

}  // namespace tonelift::patterns
