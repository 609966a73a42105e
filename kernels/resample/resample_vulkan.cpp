// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/resample/resample_vulkan.h"

#include <algorithm>

namespace tonelift::vulkan {
namespace {

constexpr unsigned lanes = 32, rows = 4;

struct ResampleParameters {
    Plane planes[3];  // value, guide, full-size guide
    float epsilon;
    float steepest;
    float overshoot;
};

// resample_vulkan.comp repeats these values of ResampleKind as numbers.
static_assert(ResampleKind::area == ResampleKind{0} && ResampleKind::bilinear == ResampleKind{1} &&
              ResampleKind::joint == ResampleKind{2} && ResampleKind::flip_x == ResampleKind{3} &&
              ResampleKind::flip_y == ResampleKind{4} &&
              ResampleKind::transpose == ResampleKind{5});

uint64_t whole_ratio(const Pass& pass, const Resample& resample) {
    const bool shrinks = resample.kind == ResampleKind::area;
    if (!shrinks && resample.kind != ResampleKind::bilinear && resample.kind != ResampleKind::joint)
        return 0;
    const auto fits = [&](int ratio, int grid, int plane) {
        return shrinks ? plane == ratio * grid : grid == ratio * plane;
    };
    for (const int ratio : {2, 4}) {
        if (fits(ratio, pass.width, resample.in_width) &&
            fits(ratio, pass.height, resample.in_height))
            return static_cast<uint64_t>(ratio);
    }
    return 0;
}

}  // namespace

KernelCall resample_call(const Pass& pass, std::span<const Plane> inputs) {
    const auto& resample = std::get<Resample>(pass.core);
    ResampleParameters parameters{{}, resample.epsilon, resample.steepest, resample.overshoot};
    std::copy(inputs.begin(), inputs.end(), parameters.planes);
    KernelCall call = tiled_call("resample", "resample", pass.width, pass.height, 4 * lanes, rows,
                                 lanes, parameters);
    call.block.y = rows;
    call.parts = static_cast<uint64_t>(resample.kind) | whole_ratio(pass, resample) << 3;
    return call;
}

}  // namespace tonelift::vulkan
