// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/stencil/stencil_cuda.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/error.h"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"
#include "kernels/stencil/stencil_policy.h"

namespace tonelift::cuda {
namespace {

constexpr float half_log2_e = 0.72134752f;

int rounded_up(int n, int step) { return (n + step - 1) / step * step; }

struct StencilPass {
    const Pass& pass;
    const Stencil& stencil;
    std::span<const Plane> inputs;
    const DeviceLimits& limits;
};

template <typename P>
KernelCall launch_of(const Pass& pass, const std::string& kernel, int columns, int rows,
                     const P& parameters) {
    return tiled_call("stencil", kernel, pass.width, pass.height, columns, rows, stencil_threads,
                      parameters);
}

int slab_rows(int bytes, int needed, const DeviceLimits& limits) {
    const int room = limits.shared_bytes_per_multiprocessor / 2 - program_bytes;
    return std::clamp(std::max(room, slab_bytes) / bytes, 1, needed);
}

void place_weights(const Stencil& stencil, float* to, int pitch, int column, int row) {
    const int across = 2 * stencil.radius_x + 1;
    for (int y = 0; y < 2 * stencil.radius_y + 1; ++y) {
        const auto* from = stencil.weights.data() + static_cast<ptrdiff_t>(y) * across;
        std::copy(from, from + across, to + static_cast<ptrdiff_t>(y + row) * pitch + column);
    }
}

float weight_at(const Stencil& stencil, int x, int y) {
    const int across = 2 * stencil.radius_x + 1, down = 2 * stencil.radius_y + 1;
    const bool inside = x >= 0 && x < across && y >= 0 && y < down;
    return inside ? stencil.weights[static_cast<size_t>(y * across + x)] : 0.0f;
}

std::vector<float> wide_weights(const Stencil& stencil) {
    const int before = rounded_up(stencil.radius_x, 4) - stencil.radius_x;
    std::vector<float> weights;
    for (int row = 0; row < 2 * stencil.radius_y + wide_rows; ++row) {
        for (int x = -before; x < 2 * stencil.radius_x + 1; x += 4) {
            for (int k = 0; k < wide_rows; ++k) {
                for (int i = 0; i < 4; ++i) weights.push_back(weight_at(stencil, x + i, row - k));
            }
        }
    }
    weights.resize(weights.size() + 4 * wide_rows);
    return weights;
}

void append(std::span<const float> numbers, KernelCall& call) {
    const auto bytes = std::as_bytes(numbers);
    call.parameters.insert(call.parameters.end(), bytes.begin(), bytes.end());
}

KernelCall convolve_square_call(const StencilPass& of, int radius) {
    const auto& [pass, stencil, inputs, limits] = of;
    const int side = 2 * radius + 1;
    std::vector<float> weights(static_cast<size_t>(side * side));
    place_weights(stencil, weights.data(), side, radius - stencil.radius_x,
                  radius - stencil.radius_y);
    const int rows = stencil_warps * convolve_thread_rows(radius);
    KernelCall call =
        launch_of(pass, "convolve_" + std::to_string(radius), tile_columns, rows, inputs[0]);
    append(weights, call);
    return call;
}

KernelCall convolve_call(const StencilPass& of) {
    const auto& [pass, stencil, inputs, limits] = of;
    const int radius = std::max({stencil.radius_x, stencil.radius_y, 1});
    const bool square = stencil.radius_x == stencil.radius_y;
    if (radius <= (square ? unrolled_radius : padded_radius))
        return convolve_square_call(of, radius);
    WideParameters p{inputs[0], stencil.radius_x, stencil.radius_y, 0};
    const int rows = stencil_warps * wide_rows;
    const int row_bytes =
        (wide_columns + 2 * rounded_up(stencil.radius_x, 4)) * static_cast<int>(sizeof(float));
    p.slab = slab_rows(row_bytes, rows + 2 * stencil.radius_y, limits);
    KernelCall call = launch_of(pass, "convolve_wide_" + std::to_string(stencil.radius_x % 4),
                                wide_columns, rows, p);
    call.shared_bytes = static_cast<unsigned>(p.slab * row_bytes);
    call.constants = wide_weights(stencil);
    return call;
}

int wide_tile_output(const Stencil& stencil) {
    const int columns = wide_tile_columns - 2 * rounded_up(stencil.radius_x, 8);
    if (columns < 8)
        throw Error(
            Failure::unsupported,
            "a radius of " + std::to_string(stencil.radius_x) +
                ": allowed for a stencil on CUDA is 1 to 120; set device=cpu, or a smaller radius");
    return columns;
}

KernelCall convolve_separable_call(const StencilPass& of) {
    const auto& [pass, stencil, inputs, limits] = of;
    const Plane& value = inputs[0];
    const int inset = rounded_up(stencil.radius_x, 4) - stencil.radius_x;
    const int down = 8 + rounded_up(8 + 2 * stencil.radius_y, 4);
    const int across = 8 + rounded_up(8 + inset + 2 * stencil.radius_x, 4);
    const SeparableParameters p{value, stencil.radius_x, stencil.radius_y,
                                wide_tile_output(stencil), down};
    KernelCall call = launch_of(pass, "convolve_separable", p.columns, wide_tile_rows, p);
    call.constants.resize(static_cast<size_t>(down + across));
    std::copy(stencil.weights_y.begin(), stencil.weights_y.end(), call.constants.begin() + 8);
    std::copy(stencil.weights_x.begin(), stencil.weights_x.end(),
              call.constants.begin() + down + 8 + inset);
    return call;
}

KernelCall window_call(const StencilPass& of, const std::string& name) {
    const auto& [pass, stencil, inputs, limits] = of;
    const Plane& value = inputs[0];
    const float across = static_cast<float>(2 * stencil.radius_x + 1);
    const float down = static_cast<float>(2 * stencil.radius_y + 1);
    const float scale = stencil.kind == StencilKind::box ? 1.0f / (across * down) : 1.0f;
    if (stencil.radius_x == stencil.radius_y && stencil.radius_x >= 1 &&
        stencil.radius_x <= small_window_radius)
        return launch_of(pass, name + "_square_" + std::to_string(stencil.radius_x), tile_columns,
                         stencil_warps * convolve_thread_rows(stencil.radius_x),
                         WindowParameters{value, stencil.radius_x, stencil.radius_y, 0, scale});
    const WindowParameters p{value, stencil.radius_x, stencil.radius_y, wide_tile_output(stencil),
                             scale};
    const int radius = std::min(stencil.radius_x, stencil.radius_y);
    const char* shared = radius == 0 ? "_1" : radius < 4 ? "_2" : "_8";
    return launch_of(pass, name + shared, p.columns, wide_tile_rows, p);
}

KernelCall box_call(const StencilPass& of) { return window_call(of, "box"); }
KernelCall minimum_call(const StencilPass& of) { return window_call(of, "minimum"); }
KernelCall maximum_call(const StencilPass& of) { return window_call(of, "maximum"); }

float squared(int n) { return static_cast<float>(n * n); }

KernelCall bilateral_square_call(const StencilPass& of, float near, float alike) {
    const auto& [pass, stencil, inputs, limits] = of;
    const int radius = stencil.radius_x;
    std::vector<float> numbers{alike};
    for (int i = 0; i <= radius; ++i) numbers.push_back(-near * squared(i));
    for (int i = 0; i < radius + neighbors_rows; ++i)
        numbers.push_back(i <= radius ? std::exp2(-near * squared(i)) : 0.0f);
    const Plane planes[] = {inputs[0], inputs[1]};
    const int rows = stencil_warps * neighbors_rows;
    KernelCall call =
        launch_of(pass, "bilateral_" + std::to_string(radius), tile_columns, rows, planes);
    append(numbers, call);
    const int tiles = inputs[0].entry == inputs[1].entry ? 1 : 2;
    const int columns = tile_columns + 2 * rounded_up(radius, 4);
    call.shared_bytes =
        static_cast<unsigned>(tiles * (rows + 2 * radius) * columns) * unsigned{sizeof(float)};
    return call;
}

KernelCall neighbors_call(const StencilPass& of) {
    const auto& [pass, stencil, inputs, limits] = of;
    const bool bilateral = stencil.kind == StencilKind::bilateral;
    const float sigma = std::max(stencil.sigma, smallest_sigma);
    const float threshold = std::max(stencil.threshold, smallest_threshold);
    NeighborsParameters p{inputs[0], inputs[1], stencil.radius_x, stencil.radius_y, 0, 0, 0};
    p.near = half_log2_e / (sigma * sigma);
    p.alike = bilateral ? std::sqrt(half_log2_e) / threshold : 1.0f / (surface_reach * threshold);
    const bool square = stencil.radius_x == stencil.radius_y;
    if (bilateral && square && p.radius_x >= 1 && p.radius_x <= bilateral_radius)
        return bilateral_square_call(of, p.near, p.alike);
    const int rows = stencil_warps * neighbors_rows;
    const int planes = p.value.entry == p.guide.entry ? 1 : 2;
    const int row_bytes = (tile_columns + 2 * rounded_up(stencil.radius_x, 4)) * planes *
                          static_cast<int>(sizeof(float));
    p.slab = slab_rows(row_bytes, rows + 2 * stencil.radius_y, limits);
    const std::string name = bilateral ? "bilateral_wide_" : "surface_blur_";
    KernelCall call =
        launch_of(pass, name + std::to_string(stencil.radius_x % 4), tile_columns, rows, p);
    const int near_bytes = near_chunks(stencil.radius_x) * 4 * static_cast<int>(sizeof(float));
    call.shared_bytes = static_cast<unsigned>(near_bytes + p.slab * row_bytes);
    return call;
}

KernelCall surface_blur_call(const StencilPass& of) { return neighbors_call(of); }
KernelCall bilateral_call(const StencilPass& of) { return neighbors_call(of); }

KernelCall median_call(const StencilPass& of) {
    const auto& [pass, stencil, inputs, limits] = of;
    const Plane& value = inputs[0];
    const int radius = stencil.radius_x;
    const int tile = (median_side + 2 * radius) * (median_side + 2 * stencil.radius_y);
    const auto items = std::bit_ceil(static_cast<unsigned>(tile));
    const MedianParameters p{value, radius, stencil.radius_y, static_cast<int>(items)};
    if (radius == stencil.radius_y && radius >= 1 && radius <= small_median_radius)
        return launch_of(pass, "median_" + std::to_string(radius), tile_columns, stencil_warps, p);
    const bool by_ranks = radius > 0 && tile <= most_ranks;
    KernelCall call =
        launch_of(pass, by_ranks ? "median_ranks" : "median_any", median_side, median_side, p);
    call.shared_bytes = by_ranks
                            ? items * static_cast<unsigned>(sizeof(uint64_t) + sizeof(uint16_t))
                            : static_cast<unsigned>(tile) * sizeof(float);
    const int fixed = median_side * median_side * static_cast<int>(sizeof(float));
    if (static_cast<int>(call.shared_bytes) + fixed > limits.shared_bytes_per_block)
        throw Error(Failure::unsupported, "a median of radius " + std::to_string(radius) +
                                              " exceeds the shared memory of this CUDA device; set "
                                              "device=cpu, or a smaller radius");
    return call;
}

KernelCall deband_call(const StencilPass& of) {
    const auto& [pass, stencil, inputs, limits] = of;
    const float threshold = std::max(stencil.threshold, smallest_threshold);
    const DebandParameters p{inputs[0], stencil.radius_x, stencil.iterations, 2.0f / threshold};
    return launch_of(pass, "deband", tile_columns, stencil_warps, p);
}

KernelCall cas_call(const StencilPass& of) {
    const auto& [pass, stencil, inputs, limits] = of;
    const CasParameters p{inputs[0], stencil.radius_x, stencil.radius_y,
                          1.0f / (8.0f - 3.0f * stencil.sharpness)};
    return launch_of(pass, "cas", tile_columns, stencil_warps, p);
}

}  // namespace

KernelCall stencil_call(const Pass& pass, std::span<const Plane> inputs,
                        const DeviceLimits& limits) {
    const StencilPass of{pass, std::get<Stencil>(pass.core), inputs, limits};
    switch (of.stencil.kind) {
#define TONELIFT_STENCIL(name, title, inputs, range, work) \
    case StencilKind::name:                                \
        return name##_call(of);
#include "kernels/stencils.def"
    }
    throw Error(Failure::unsupported, "the CUDA executor does not know this stencil");
}

}  // namespace tonelift::cuda
