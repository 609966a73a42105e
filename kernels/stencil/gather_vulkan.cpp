// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "kernels/stencil/gather_weights.h"
#include "kernels/stencil/stencil_vulkan.h"

namespace tonelift::vulkan {
namespace {

constexpr unsigned block_lanes = 32, block_rows = 4;

struct GatherParameters {
    Plane inputs[max_core_inputs];
    int count;
    int neighbors;
    int radius;
    int weights;
};

}  // namespace

KernelCall gather_call(const Pass& pass, const Gather& gather, std::span<const Plane> inputs) {
    GatherParameters parameters{{},
                                static_cast<int>(inputs.size()),
                                gather.neighbors,
                                gather.radius,
                                static_cast<int>(gather.weights.size())};
    std::copy(inputs.begin(), inputs.end(), parameters.inputs);
    KernelCall call = tiled_call("gather", "gather", pass.width, pass.height, 4 * block_lanes,
                                 block_rows, block_lanes, parameters);
    call.block.y = block_rows;
    call.constants = weights_by_neighbor(gather);
    return call;
}

}  // namespace tonelift::vulkan
