// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/stencil/stencil_vulkan.h"

#include <algorithm>
#include <cmath>

#include "kernels/error.h"
#include "kernels/stencil/stencil_policy.h"

namespace tonelift::vulkan {
namespace {

constexpr float half_log2_e = 0.72134752f;
constexpr unsigned lanes = 32, rows = 4;
// Widths of blocks, in invocations. At both ends of a block, some invocations compute no pixels.
// Their number grows with the radius, so large radii need wider blocks.
constexpr unsigned narrow_lanes = 64, wide_lanes = 256;

struct StencilParameters {
    Plane value;
    Plane guide;
    int radius_x;
    int radius_y;
    int beside;
    int iterations;
    float first;
    float second;
};

// stencil_vulkan.comp repeats these values. A value that changes here must also change there.
static_assert(StencilKind::convolve == StencilKind{0} &&
              StencilKind::convolve_separable == StencilKind{1} &&
              StencilKind::box == StencilKind{2} && StencilKind::minimum == StencilKind{3} &&
              StencilKind::maximum == StencilKind{4} && StencilKind::median == StencilKind{5} &&
              StencilKind::surface_blur == StencilKind{6} &&
              StencilKind::bilateral == StencilKind{7} && StencilKind::deband == StencilKind{8} &&
              StencilKind::cas == StencilKind{9});
static_assert(FrameUniform::noise == FrameUniform{3});

bool combines_columns(StencilKind kind) {
    return kind == StencilKind::convolve_separable || kind == StencilKind::box ||
           kind == StencilKind::minimum || kind == StencilKind::maximum;
}

void set_factors(const Stencil& stencil, StencilParameters& p) {
    const float threshold = std::max(stencil.threshold, smallest_threshold);
    const float sigma = std::max(stencil.sigma, smallest_sigma);
    const int size = (2 * stencil.radius_x + 1) * (2 * stencil.radius_y + 1);
    switch (stencil.kind) {
        case StencilKind::box:
            p.first = 1.0f / static_cast<float>(size);
            break;
        case StencilKind::surface_blur:
            p.first = 1.0f / (surface_reach * threshold);
            break;
        case StencilKind::bilateral:
            p.first = std::sqrt(half_log2_e) / threshold;
            p.second = half_log2_e / (sigma * sigma);
            break;
        case StencilKind::deband:
            p.first = 2.0f / threshold;
            break;
        case StencilKind::cas:
            p.first = 1.0f / (8.0f - 3.0f * stencil.sharpness);
            break;
        default:
            break;
    }
}

std::vector<float> weights_of(const Stencil& stencil) {
    if (stencil.kind != StencilKind::convolve_separable) return stencil.weights;
    std::vector<float> weights = stencil.weights_y;
    weights.insert(weights.end(), stencil.weights_x.begin(), stencil.weights_x.end());
    return weights;
}

LaunchSize set_block(const Stencil& stencil, StencilParameters& p) {
    if (!combines_columns(stencil.kind)) return {lanes, rows};
    const unsigned beside = ceil_divide(stencil.radius_x, 4);
    const unsigned across = 8 * beside <= narrow_lanes ? narrow_lanes : wide_lanes;
    if (2 * beside >= across)
        throw Error(Failure::unsupported, "a radius of " + std::to_string(stencil.radius_x) +
                                              ": allowed for a stencil on Vulkan is 1 to 508; set "
                                              "device=cpu, or a smaller radius");
    p.beside = static_cast<int>(beside);
    return {across, wide_lanes / across};
}

}  // namespace

KernelCall stencil_call(const Pass& pass, std::span<const Plane> inputs) {
    const auto& stencil = std::get<Stencil>(pass.core);
    StencilParameters parameters{inputs.front(),
                                 inputs.back(),
                                 stencil.radius_x,
                                 stencil.radius_y,
                                 0,
                                 stencil.iterations,
                                 0,
                                 0};
    set_factors(stencil, parameters);
    const LaunchSize block = set_block(stencil, parameters);
    const int columns = 4 * (static_cast<int>(block.x) - 2 * parameters.beside);
    KernelCall call = tiled_call("stencil", "stencil", pass.width, pass.height, columns,
                                 static_cast<int>(block.y), block.x, parameters);
    call.block = block;
    call.parts = static_cast<uint64_t>(stencil.kind);
    call.constants = weights_of(stencil);
    return call;
}

}  // namespace tonelift::vulkan
