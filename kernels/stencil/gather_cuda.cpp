// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/stencil/gather_cuda.h"

#include <algorithm>

#include "kernels/stencil/gather_cuda_parameters.h"
#include "kernels/stencil/gather_weights.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {
KernelCall gather_call(const Pass& pass, const Gather& gather, std::span<const Plane> inputs) {
    GatherParameters p{};
    std::copy(inputs.begin(), inputs.end(), p.inputs);
    p.count = static_cast<int>(inputs.size());
    p.radius = gather.radius;
    p.weights = static_cast<int>(gather.weights.size());
    const int columns = tile_columns + 8 * chunks_beside(gather.radius);
    const int row_bytes = columns * static_cast<int>(sizeof(float)) * gather.neighbors;
    p.slab = std::clamp(slab_bytes / row_bytes, 1, stencil_warps + 2 * gather.radius);
    KernelCall call;
    call.source = "gather";
    call.kernel = "gather_" + std::to_string(gather.neighbors);
    call.grid = {ceil_divide(pass.width, tile_columns), ceil_divide(pass.height, stencil_warps)};
    call.block = {stencil_threads, 1};
    call.partials = size_t{call.grid.x} * call.grid.y;
    call.shared_bytes = static_cast<unsigned>(p.slab * row_bytes);
    call.constants = weights_by_neighbor(gather);
    call.set_parameters(p);
    return call;
}

}  // namespace tonelift::cuda
