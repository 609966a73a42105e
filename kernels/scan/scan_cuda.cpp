// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/scan/scan_cuda.h"

#include <algorithm>
#include <cmath>

#include "kernels/point/program_has.h"
#include "kernels/scan/scan_cuda_parameters.h"
#include "kernels/scan/scan_cuda_policy.h"

namespace tonelift::cuda {
namespace {

constexpr unsigned warp = 32;

EdgeScanParameters edge_parameters(const Scan& scan) {
    return {std::exp2(-scan.rate), scan.rate * scan.edge, 0, 0};
}

unsigned row_threads(int width, const EdgeRowShape& shape) {
    return ceil_divide(width, 8LL * shape.chunks * warp) * warp;
}

KernelCall along_x(const Pass& pass) {
    const bool wide = row_threads(pass.width, edge_x_light) > unsigned{edge_x_light.threads};
    const bool light =
        pass.prologue.code.size() + pass.epilogue.code.size() <= edge_light_operations;
    KernelCall call;
    call.kernel = wide ? "scan_edge_x_wide" : light ? "scan_edge_x" : "scan_edge_x_roomy";
    call.block.x = row_threads(pass.width, wide ? edge_x_wide : edge_x_light);
    call.block.y = std::max(edge_x_least_threads / call.block.x, 1u);
    const unsigned blocks = ceil_divide(pass.height, call.block.y);
    const bool reducing =
        program_has(pass.prologue, Op::reduce) || program_has(pass.epilogue, Op::reduce);
    const unsigned steps = reducing ? std::max(blocks / edge_x_reducing_blocks, 1u) : 1;
    EdgeScanParameters p = edge_parameters(std::get<Scan>(pass.core));
    p.rows_per_block = static_cast<int>(call.block.y * steps);
    call.grid.x = ceil_divide(pass.height, p.rows_per_block);
    call.set_parameters(p);
    return call;
}

// How a strip of columns is cut.
struct Tiles {
    unsigned count;
    unsigned warps;

    unsigned weight_bytes() const {
        return warps * edge_y_rows * edge_strip * unsigned{sizeof(float)};
    }
    unsigned run_bytes(unsigned runs) const {
        return runs * edge_run_numbers * edge_strip * unsigned{sizeof(float)};
    }
    unsigned alone_bytes() const { return weight_bytes() + run_bytes(warps); }
    unsigned together_bytes() const { return weight_bytes() + run_bytes(warps + count); }
};

Tiles tiles_of(int height, int most_warps) {
    const unsigned row_warps = ceil_divide(height, edge_y_rows);
    const unsigned count = ceil_divide(row_warps, most_warps);
    const unsigned fours = ceil_divide(row_warps, 1LL * edge_runs_together * count);
    const unsigned warps = fours * edge_runs_together;
    return {ceil_divide(row_warps, warps), warps};
}

// Whether the tiles of several strips can be on the device at once.
bool fit_together(const Tiles& tiles, const DeviceLimits& limits) {
    const auto bytes = static_cast<int>(tiles.together_bytes());
    if (tiles.count > edge_y_most_tiles || bytes > limits.shared_bytes_per_block) return false;
    constexpr int reserved = 1024;  // of shared memory, by the system, for each block
    const int blocks =
        std::min(limits.shared_bytes_per_multiprocessor / (bytes + reserved), edge_y_blocks);
    return static_cast<unsigned>(blocks * limits.multiprocessors) >=
           tiles.count * edge_y_strips_at_once;
}

KernelCall along_y(const Pass& pass, const DeviceLimits& limits) {
    Tiles tiles = tiles_of(pass.height, edge_y_warps);
    const auto shared = static_cast<unsigned>(limits.shared_bytes_per_block);
    if (tiles.alone_bytes() > shared) tiles = tiles_of(pass.height, edge_runs_together);
    const unsigned strips = ceil_divide(pass.width, edge_strip);
    KernelCall call;
    call.block.x = tiles.warps * warp;
    if (fit_together(tiles, limits)) {
        call.kernel = "scan_edge_y";
        call.grid = {tiles.count, strips};
        call.shared_bytes = tiles.together_bytes();
        call.scratch_bytes = size_t{tiles.count} * strips * edge_strip * edge_published_bytes;
    } else {
        call.kernel = "scan_edge_y_alone";
        call.grid.x = strips;
        call.shared_bytes = tiles.alone_bytes();
        call.workspace_bytes = size_t{tiles.count} * strips * edge_strip * sizeof(float);
    }
    EdgeScanParameters p = edge_parameters(std::get<Scan>(pass.core));
    p.tiles = static_cast<int>(tiles.count);
    call.set_parameters(p);
    return call;
}

}  // namespace

KernelCall edge_scan_call(const Pass& pass, const DeviceLimits& limits) {
    const bool x = std::get<Scan>(pass.core).axis == Axis::x;
    KernelCall call = x ? along_x(pass) : along_y(pass, limits);
    call.source = "scan";
    call.partials = size_t{call.grid.x} * call.grid.y;
    return call;
}

}  // namespace tonelift::cuda
