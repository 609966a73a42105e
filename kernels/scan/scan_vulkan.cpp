// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/scan/scan_vulkan.h"

#include <algorithm>
#include <cmath>

#include "kernels/program_has.h"

namespace tonelift::vulkan {
namespace {

// Parameters of kernels/scan/edge.glsl.
struct EdgeScanParameters {
    float flat_weight;
    float slope;
    int rows_per_block;  // used along x
};

constexpr unsigned usual_threads = 256;
// Number of chunks of a row that an invocation holds, if the row fits in a block.
constexpr unsigned usual_shape = 3;
// Largest number of blocks along x that store reductions.
constexpr unsigned most_reducing_blocks = 256;
// Along y: chunks per panel, and rows per group (kernels/scan/edge_y_vulkan.comp).
constexpr unsigned panel_chunks = 8, group_rows = 8, most_pieces = 16;
constexpr size_t group_bytes = 32;

KernelCall along_x(const Pass& pass, EdgeScanParameters parameters) {
    const unsigned chunks = ceil_divide(pass.width, 4);
    const unsigned shape = std::max(usual_shape, ceil_divide(chunks, usual_threads));
    KernelCall call;
    call.kernel = "edge_scan_x";
    call.parts = shape;
    call.block.x = ceil_divide(chunks, shape);
    call.block.y = std::max(usual_threads / call.block.x, 1u);
    const bool reducing =
        program_has(pass.prologue, Op::reduce) || program_has(pass.epilogue, Op::reduce);
    const unsigned blocks = ceil_divide(pass.height, call.block.y);
    const unsigned steps = reducing ? std::max(blocks / most_reducing_blocks, 1u) : 1;
    parameters.rows_per_block = static_cast<int>(call.block.y * steps);
    call.grid.x = ceil_divide(pass.height, parameters.rows_per_block);
    call.set_parameters(parameters);
    return call;
}

KernelCall along_y(const Pass& pass, const EdgeScanParameters& parameters) {
    const unsigned shape = ceil_divide(pass.height, group_rows * most_pieces);
    KernelCall call;
    call.kernel = "edge_scan_y";
    call.parts = shape;
    call.block = {panel_chunks, ceil_divide(pass.height, group_rows * shape)};
    call.grid.x = ceil_divide(pass.width, 4 * panel_chunks);
    call.workspace_bytes = size_t{call.grid.x} * call.block.x * call.block.y * shape * group_bytes;
    call.set_parameters(parameters);
    return call;
}

}  // namespace

KernelCall edge_scan_call(const Pass& pass) {
    const auto& scan = std::get<Scan>(pass.core);
    const EdgeScanParameters parameters = {std::exp2(-scan.rate), scan.rate * scan.edge, 0};
    KernelCall call = scan.axis == Axis::x ? along_x(pass, parameters) : along_y(pass, parameters);
    call.source = "scan";
    call.partials = size_t{call.grid.x} * call.grid.y;
    return call;
}

}  // namespace tonelift::vulkan
