// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/scan/scan_vulkan.h"

#include <algorithm>
#include <cmath>

#include "kernels/program_has.h"

namespace tonelift::vulkan {
namespace {

// Must have the memory layout of Parameters in kernels/scan/edge.glsl.
struct EdgeScanParameters {
    float flat_weight;
    float slope;
    int rows_per_block;
    int tiles;
    int panels;
    int padding;
};

constexpr unsigned usual_threads = 256;
// Minimum number of 4-pixel groups that an invocation filters along a row. Wide rows need more
// groups per invocation.
constexpr unsigned usual_shape = 3;
constexpr unsigned most_reducing_blocks = 256;
// Shape of a block of the filter along columns: number of 4-column chunks, rows per group, and
// groups per band. docs/decisions/0042-scans-without-loops.md compares other shapes.
constexpr unsigned panel_chunks = 16, group_rows = 9, band_groups = 3;
constexpr unsigned least_bands = 4, most_bands = 8;
constexpr unsigned band_rows = group_rows * band_groups;
constexpr size_t vector_bytes = 16;

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

KernelCall along_y(const Pass& pass, EdgeScanParameters parameters) {
    const unsigned chunks = std::min(panel_chunks, ceil_divide(pass.width, 4));
    const unsigned all_bands = ceil_divide(pass.height, band_rows);
    const unsigned least_tiles = ceil_divide(all_bands, most_bands);
    const unsigned bands = std::max(ceil_divide(all_bands, least_tiles), least_bands);
    const unsigned tiles = ceil_divide(all_bands, bands);
    KernelCall call;
    call.kernel = "edge_scan_y";
    call.parts = band_groups;
    call.block = {chunks, bands};
    call.grid = {tiles, ceil_divide(pass.width, 4 * chunks)};
    const size_t vectors = size_t{tiles} * 4 * chunks + ceil_divide(tiles + 1, 4);
    call.scratch_bytes = vectors * call.grid.y * vector_bytes;
    parameters.tiles = static_cast<int>(tiles);
    parameters.panels = static_cast<int>(call.grid.y);
    parameters.padding = static_cast<int>(tiles * bands * band_rows) - pass.height;
    call.set_parameters(parameters);
    return call;
}

}  // namespace

KernelCall edge_scan_call(const Pass& pass) {
    const auto& scan = std::get<Scan>(pass.core);
    const EdgeScanParameters parameters = {
        std::exp2(-scan.rate), scan.rate * scan.edge, 0, 0, 0, 0};
    KernelCall call = scan.axis == Axis::x ? along_x(pass, parameters) : along_y(pass, parameters);
    call.source = "scan";
    call.partials = size_t{call.grid.x} * call.grid.y;
    return call;
}

}  // namespace tonelift::vulkan
